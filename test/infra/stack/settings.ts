import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { expect, it } from 'vitest';
import { settingsOf } from '../../../infra/settings.ts';
import { flat, stackWith, synthesized } from '../../support/synthesized.ts';

/** Everything that a deployment may turn on, as the command line gives it. */
const ALL = {
  'plumbline:bedrock': 'true',
  'plumbline:kms': 'true',
  'plumbline:email': 'operator@uni.edu',
  'plumbline:contact': 'library@uni.edu',
  'plumbline:machines': 'ci,nightly',
  'plumbline:reservedConcurrency': '20',
  'plumbline:apiKeys': 'true',
  'plumbline:logDays': '90',
  'plumbline:domainPrefix': 'plumbline-uni',
};

export function settingChecks(): void {
  const { app, stack } = stackWith(ALL);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const { template, ofType } = synthesized(stack);

  it('passes the same rules with everything turned on', () => {
    expect(violations.map(({ ruleName, violatingResources }) => [ruleName, violatingResources[0]])).toEqual([]);
  });

  it('gives each machine a client of its own, with client credentials and the scopes of the API', () => {
    const machines = ofType('AWS::Cognito::UserPoolClient').filter(
      ([, { Properties }]) => Properties.GenerateSecret === true,
    );
    expect(machines.map(([, { Properties }]) => Properties.ClientName).sort()).toEqual(['ci', 'nightly']);
    for (const [, { Properties }] of machines) {
      expect(Properties.AllowedOAuthFlows).toEqual(['client_credentials']);
      expect((Properties.AllowedOAuthScopes as unknown[]).length).toBe(4);
    }
  });

  it('encrypts with the key of the customer, and lets every function use it', () => {
    template.hasResource('AWS::KMS::Key', { DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
    template.hasResourceProperties('AWS::DynamoDB::Table', { SSESpecification: { SSEEnabled: true, SSEType: 'KMS' } });
    const policies = ofType('AWS::IAM::Policy').filter(([, { Properties }]) =>
      JSON.stringify(Properties.PolicyDocument).includes('"kms:Decrypt"'),
    );
    expect(policies).toHaveLength(ofType('AWS::Lambda::Function').length);
  });

  it('lets alarms, the budget and rules publish to what the key encrypts', () => {
    const [, key] = ofType('AWS::KMS::Key')[0]!;
    const { Statement } = key.Properties.KeyPolicy as {
      Statement: { Principal: { Service?: string | string[] }; Action: unknown }[];
    };
    const services = Statement.filter(({ Action }) => JSON.stringify(Action).includes('kms:GenerateDataKey'))
      .flatMap(({ Principal }) => Principal.Service)
      .filter((service) => service !== undefined);
    expect(services).toEqual(
      expect.arrayContaining(['budgets.amazonaws.com', 'cloudwatch.amazonaws.com', 'events.amazonaws.com']),
    );
    const [, role] = ofType('AWS::IAM::Role').find(([id]) => id.startsWith('SchedulesRole'))!;
    expect(JSON.stringify(role.Properties.Policies)).toContain('kms:GenerateDataKey');
  });

  it('grants Bedrock to the steps that have roles, for models of Anthropic only', () => {
    const bedrock = ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
      (Properties.PolicyDocument as { Statement: { Action: unknown; Resource: unknown }[] }).Statement.filter(
        ({ Action }) => JSON.stringify(Action).includes('bedrock:'),
      ),
    );
    expect(bedrock.length).toBeGreaterThan(5);
    for (const { Resource } of bedrock)
      for (const one of Resource as unknown[]) expect(flat(one)).toMatch(/\/(?:global\.)?anthropic\.\*$/);
  });

  it('reserves concurrency for researchers and readers only', () => {
    const reserved = ofType('AWS::Lambda::Function').filter(
      ([, { Properties }]) => Properties.ReservedConcurrentExecutions,
    );
    expect(reserved.map(([, { Properties }]) => Properties.Description).sort()).toEqual([
      'Plumbline, step of a run: reader',
      'Plumbline, step of a run: researcher',
    ]);
  });

  it('wants keys of the usage plan beside tokens, and names subscribers', () => {
    for (const [id, { Properties }] of ofType('AWS::ApiGateway::Method'))
      expect(Properties.ApiKeyRequired, id).toBe(true);
    template.resourceCountIs('AWS::SNS::Subscription', 2);
  });

  it('refuses a setting that is not as described, by its name', () => {
    expect(() => settingsOf(new App({ context: { 'plumbline:domainPrefix': 'my-aws-topics' } }))).toThrow(
      /domainPrefix/,
    );
    const wrong = new App({ context: { 'plumbline:email': 'nobody', 'plumbline:logDays': '31' } });
    expect(() => settingsOf(wrong)).toThrow(/email[\s\S]*logDays|logDays[\s\S]*email/);
  });
}
