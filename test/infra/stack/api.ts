import { Match } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { ROUTES } from '../../../shared/api/routes.ts';
import { SCOPES, scopeName } from '../../../shared/api/scopes.ts';
import { flat, type Synthesized } from '../../support/synthesized.ts';

export function apiChecks({ template, resources, ofType }: Synthesized): void {
  const methods = ofType('AWS::ApiGateway::Method');
  const pathOf = (ref: unknown): string => {
    const id = (ref as { Ref?: string }).Ref;
    const resource = id === undefined ? undefined : resources.get(id);
    return resource ? `${pathOf(resource.Properties.ParentId)}/${String(resource.Properties.PathPart)}` : '';
  };

  it('has a method for every route and no other, each behind the user pool and its scope', () => {
    const found = methods.map(([, { Properties }]) => ({
      route: `${String(Properties.HttpMethod)} ${pathOf(Properties.ResourceId)}`,
      type: Properties.AuthorizationType,
      scopes: Properties.AuthorizationScopes,
    }));
    const expected = ROUTES.map(({ method, path, scope }) => ({
      route: `${method} ${path}`,
      type: 'COGNITO_USER_POOLS',
      scopes: [scopeName(scope)],
    }));
    const byRoute = (a: { route: string }, b: { route: string }) => (a.route < b.route ? -1 : 1);
    expect(found.sort(byRoute)).toEqual(expected.sort(byRoute));
  });

  it('validates every request, and the body of every route that needs one', () => {
    const validators = new Map(
      ofType('AWS::ApiGateway::RequestValidator').map(([id, { Properties }]) => [id, Properties]),
    );
    for (const [id, { Properties }] of methods) {
      const validator = validators.get((Properties.RequestValidatorId as { Ref: string }).Ref)!;
      expect(validator.ValidateRequestParameters, id).toBe(true);
      const route = ROUTES.find(({ id: operation }) => operation === Properties.OperationName)!;
      const wantsBody = route.body !== null && !route.bodyOptional;
      expect(validator.ValidateRequestBody === true, route.id).toBe(wantsBody);
      expect(Properties.RequestModels !== undefined, route.id).toBe(wantsBody);
    }
  });

  it('may be called by its stage only: no function is open to the console or to another API', () => {
    const permissions = ofType('AWS::Lambda::Permission').filter(
      ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
    );
    expect(permissions).toHaveLength(ROUTES.length);
    for (const [id, { Properties }] of permissions) {
      expect(flat(Properties.SourceArn), id).toMatch(/\/<ApiRestDeploymentStagev1\w+>\/(?:GET|POST|PUT|DELETE)\//);
    }
  });

  it('is regional, throttled, traced, and logs neither query nor body', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      // The alarm finds it by its name, among all of the account.
      Name: 'Plumbline',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    template.hasResourceProperties('AWS::ApiGateway::Stage', {
      TracingEnabled: true,
      MethodSettings: [
        Match.objectLike({
          ThrottlingRateLimit: 20,
          ThrottlingBurstLimit: 40,
          DataTraceEnabled: false,
          MetricsEnabled: false,
        }),
      ],
    });
    const [, stage] = ofType('AWS::ApiGateway::Stage')[0]!;
    const { Format } = stage.Properties.AccessLogSetting as { Format: string };
    expect(Format).not.toMatch(/querystring|\.header|input\.(?:body|params)|authorizer\.claims\.email/i);
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', {
      Throttle: { RateLimit: 20, BurstLimit: 40 },
      Quota: { Period: 'MONTH' },
      ApiStages: [Match.objectLike({ Stage: { Ref: Match.stringLikeRegexp('^ApiRestDeploymentStage') } })],
    });
  });

  it('stands behind a firewall with a rate for each address', () => {
    template.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'REGIONAL',
      Rules: [
        Match.objectLike({
          Action: { Block: {} },
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 1000 } },
        }),
      ],
    });
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });

  it('refuses in problem documents', () => {
    for (const [id, { Properties }] of ofType('AWS::ApiGateway::GatewayResponse')) {
      const parameters = Properties.ResponseParameters as Record<string, string>;
      expect(parameters['gatewayresponse.header.content-type'], id).toBe("'application/problem+json'");
      const body = (Properties.ResponseTemplates as Record<string, string>)['application/json']!;
      expect(JSON.parse(body), id).toMatchObject({ status: Number(Properties.StatusCode), title: expect.any(String) });
    }
  });

  it('has a sign-in page of a name that no other stack has: names are taken region by region, for all accounts', () => {
    const [, domain] = ofType('AWS::Cognito::UserPoolDomain')[0]!;
    expect(JSON.stringify(domain.Properties.Domain)).toContain('AWS::StackId');
  });

  it('signs people in by code and the CLI without a secret, with every scope and no implicit flow', () => {
    template.hasResource('AWS::Cognito::UserPool', {
      Properties: {
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        MfaConfiguration: 'ON',
        DeletionProtection: 'ACTIVE',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      },
    });
    const clients = ofType('AWS::Cognito::UserPoolClient');
    expect(clients).toHaveLength(1);
    expect(clients[0]![1].Properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthFlowsUserPoolClient: true,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
    const scopes = (clients[0]![1].Properties.AllowedOAuthScopes as unknown[]).map(flat);
    for (const scope of Object.keys(SCOPES)) expect(scopes.some((one) => one.endsWith(`/${scope}`))).toBe(true);
  });
}
