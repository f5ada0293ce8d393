import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  ApiKeySourceType,
  AuthorizationType,
  CognitoUserPoolsAuthorizer,
  EndpointType,
  type IResource,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type Model,
  Period,
  type RequestValidator,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { PROBLEM_TYPE } from '../shared/api/problem.ts';
import type { AnyRoute } from '../shared/api/route.ts';
import { ROUTES } from '../shared/api/routes.ts';
import { scopeName } from '../shared/api/scopes.ts';
import { acknowledge } from './acknowledge.ts';
import type { Auth } from './auth.ts';
import { Firewall } from './firewall.ts';
import { gatewayModel, queryNames } from './gateway-schema.ts';
import type { Settings } from './settings.ts';

/** Requests a second over all callers, and how many may come at once. */
const RATE = 20;
const BURST = 40;
const PER_MONTH = 500_000;

export interface ApiProps {
  readonly settings: Settings;
  readonly auth: Auth;
  /** By operation id. */
  readonly functions: ReadonlyMap<string, NodejsFunction>;
}

/** The REST API, made from the route table: a method, a scope, a validator and a function per route. */
export class Api extends Construct {
  readonly rest: RestApi;
  private readonly props: ApiProps;
  private readonly authorizer: CognitoUserPoolsAuthorizer;
  private readonly validators: { readonly body: RequestValidator; readonly parameters: RequestValidator };

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.props = props;
    this.rest = this.buildRest();
    this.authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', { cognitoUserPools: [props.auth.pool] });
    this.validators = this.buildValidators();
    for (const route of ROUTES) this.buildRoute(route);
    this.buildProblems();
    this.buildUsagePlan();
    new Firewall(this, 'Firewall', this.rest.deploymentStage);
  }

  private buildRest(): RestApi {
    const log = new LogGroup(this, 'AccessLog', {
      retention: this.props.settings.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const rest = new RestApi(this, 'Rest', {
      // Metrics are kept by this name, in the whole account.
      restApiName: Stack.of(this).stackName,
      description: 'Plumbline',
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.HEADER,
      minCompressionSize: Size.kibibytes(1),
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'v1',
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        // Those of the whole API are free and are what the alarm looks at; those of each method cost US$ 0.30 a month each.
        metricsEnabled: false,
        throttlingRateLimit: RATE,
        throttlingBurstLimit: BURST,
        accessLogDestination: new LogGroupLogDestination(log),
        // No query, no header, no body: what was asked for and by whom, not what was said.
        accessLogFormat: AccessLogFormat.custom(
          JSON.stringify({
            requestId: AccessLogField.contextRequestId(),
            time: AccessLogField.contextRequestTimeEpoch(),
            method: AccessLogField.contextHttpMethod(),
            route: AccessLogField.contextResourcePath(),
            status: AccessLogField.contextStatus(),
            subject: AccessLogField.contextAuthorizerClaims('sub'),
            ip: AccessLogField.contextIdentitySourceIp(),
            ms: AccessLogField.contextResponseLatency(),
            waf: AccessLogField.contextWafResponseCode(),
          }),
        ),
      },
    });
    acknowledge(rest, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'One role an account, in which API Gateway writes its logs; it checks for just this policy.',
    });
    return rest;
  }

  private buildValidators(): Api['validators'] {
    return {
      body: this.rest.addRequestValidator('Body', { validateRequestBody: true, validateRequestParameters: true }),
      parameters: this.rest.addRequestValidator('Parameters', { validateRequestParameters: true }),
    };
  }

  private buildRoute(route: AnyRoute): void {
    const handler = this.props.functions.get(route.id);
    if (!handler) throw new Error(`The route ${route.id} has no function.`);
    const parts = route.path.split('/').slice(1);
    const resource = parts.reduce<IResource>(
      (at, part) => at.getResource(part) ?? at.addResource(part),
      this.rest.root,
    );
    const model = route.body === null || route.bodyOptional ? undefined : this.modelOf(route);
    resource.addMethod(
      route.method,
      new LambdaIntegration(handler, { proxy: true, allowTestInvoke: false, timeout: Duration.seconds(29) }),
      {
        operationName: route.id,
        authorizationType: AuthorizationType.COGNITO,
        authorizer: this.authorizer,
        authorizationScopes: [scopeName(route.scope)],
        apiKeyRequired: this.props.settings.apiKeys,
        requestValidator: model ? this.validators.body : this.validators.parameters,
        ...(model ? { requestModels: { 'application/json': model } } : {}),
        requestParameters: {
          ...Object.fromEntries(
            [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [`method.request.path.${name}`, true]),
          ),
          ...Object.fromEntries(queryNames(route.query).map((name) => [`method.request.querystring.${name}`, false])),
          ...(route.idempotent ? { 'method.request.header.Idempotency-Key': false } : {}),
        },
      },
    );
  }

  private modelOf(route: AnyRoute): Model {
    return this.rest.addModel(`${route.id}Body`, {
      contentType: 'application/json',
      modelName: `${route.id[0]!.toUpperCase()}${route.id.slice(1)}Body`,
      description: `Body of ${route.method} ${route.path}`,
      schema: gatewayModel(route.body!),
    });
  }

  /** What the gateway refuses itself is a problem document too (RFC 9457). */
  private buildProblems(): void {
    const problem = (id: string, type: ResponseType, status: number, title: string, detail: string) =>
      this.rest.addGatewayResponse(id, {
        type,
        statusCode: String(status),
        responseHeaders: { 'content-type': `'${PROBLEM_TYPE}'`, 'cache-control': "'no-store'" },
        templates: { 'application/json': JSON.stringify({ type: 'about:blank', title, status, detail }) },
      });
    problem(
      'RefuseBody',
      ResponseType.BAD_REQUEST_BODY,
      400,
      'Bad Request',
      'The body is not as the document openapi.yaml describes it.',
    );
    problem('RefuseParameters', ResponseType.BAD_REQUEST_PARAMETERS, 400, 'Bad Request', 'A parameter is missing.');
    problem(
      'RefuseUnauthorized',
      ResponseType.UNAUTHORIZED,
      401,
      'Unauthorized',
      'The request carries no valid token. Sign in again.',
    );
    problem(
      'RefuseDenied',
      ResponseType.ACCESS_DENIED,
      403,
      'Forbidden',
      'The token does not have the scope that this needs.',
    );
    problem(
      'RefuseNoRoute',
      ResponseType.MISSING_AUTHENTICATION_TOKEN,
      404,
      'Not Found',
      'There is nothing at this path.',
    );
    problem(
      'RefuseTooLarge',
      ResponseType.REQUEST_TOO_LARGE,
      413,
      'Content Too Large',
      'The body is larger than 10 MB.',
    );
    problem(
      'RefuseThrottled',
      ResponseType.THROTTLED,
      429,
      'Too Many Requests',
      'Too many requests at once. Try again in a moment.',
    );
    problem('RefuseQuota', ResponseType.QUOTA_EXCEEDED, 429, 'Too Many Requests', 'The quota of the key is used up.');
    problem(
      'RefuseFirewall',
      ResponseType.WAF_FILTERED,
      403,
      'Forbidden',
      'Too many requests from this address. Wait five minutes.',
    );
    problem('RefuseOther', ResponseType.DEFAULT_4XX, 400, 'Bad Request', 'The request was refused.');
    problem(
      'RefuseFailed',
      ResponseType.DEFAULT_5XX,
      500,
      'Internal Server Error',
      'The request failed and may be tried again.',
    );
  }

  /**
   * Stage throttles hold for everybody. The plan adds a quota to callers that have a key; keys are wanted when the setting
   * says so, and never replace a token.
   */
  private buildUsagePlan(): void {
    const plan = this.rest.addUsagePlan('Plan', {
      throttle: { rateLimit: RATE, burstLimit: BURST },
      quota: { limit: PER_MONTH, period: Period.MONTH },
    });
    plan.addApiStage({ stage: this.rest.deploymentStage });
  }
}
