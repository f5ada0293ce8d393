import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  OAuthScope,
  ResourceServerScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
  type UserPoolResourceServer,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { RESOURCE_SERVER, SCOPES } from '../shared/api/scopes.ts';
import { acknowledge, pinLogicalId } from './acknowledge.ts';
import type { Settings } from './settings.ts';

/** Who may ask: people by code and PKCE, machines by client credentials, both with scopes. */
export class Auth extends Construct {
  readonly pool: UserPool;
  readonly domain: UserPoolDomain;
  readonly people: UserPoolClient;
  readonly machines: ReadonlyMap<string, UserPoolClient>;
  private readonly server: UserPoolResourceServer;
  private readonly scopes: readonly ResourceServerScope[];

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.pool = this.buildPool();
    this.domain = this.buildDomain(settings.domainPrefix);
    this.scopes = Object.entries(SCOPES).map(
      ([scopeName, scopeDescription]) => new ResourceServerScope({ scopeName, scopeDescription }),
    );
    this.server = this.pool.addResourceServer('Server', { identifier: RESOURCE_SERVER, scopes: [...this.scopes] });
    this.people = this.buildPeople(settings.callbacks);
    this.machines = new Map(settings.machines.map((name) => [name, this.buildMachine(name)]));
  }

  private buildPool(): UserPool {
    const pool = new UserPool(this, 'Pool', {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      mfa: Mfa.REQUIRED,
      mfaSecondFactor: { sms: false, otp: true },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: FeaturePlan.ESSENTIALS,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    pinLogicalId(pool, 'UserPool');
    const why =
      'Threat protection is billed per user (the Plus plan); accounts are made by an administrator and need a second factor.';
    acknowledge(pool, { 'AwsSolutions-COG3': why, 'AwsSolutions-COG8': why });
    return pool;
  }

  /** The name must be free in the region, among all accounts: without a setting it carries the stack's own id. */
  private buildDomain(prefix: string | null): UserPoolDomain {
    const id = Fn.select(2, Fn.split('/', Stack.of(this).stackId));
    const domainPrefix = prefix ?? `plumbline-${id}`;
    return this.pool.addDomain('Domain', { cognitoDomain: { domainPrefix } });
  }

  private buildPeople(callbackUrls: readonly string[]): UserPoolClient {
    return this.pool.addClient('People', {
      generateSecret: false,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      oAuth: {
        // A client without a secret: Cognito checks the PKCE verifier that the CLI sends along with the code.
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, ...this.apiScopes()],
        callbackUrls: [...callbackUrls],
        logoutUrls: [...callbackUrls],
      },
    });
  }

  private buildMachine(name: string): UserPoolClient {
    return this.pool.addClient(`Machine-${name}`, {
      userPoolClientName: name,
      generateSecret: true,
      authFlows: {},
      accessTokenValidity: Duration.hours(1),
      oAuth: { flows: { clientCredentials: true }, scopes: this.apiScopes() },
    });
  }

  private apiScopes(): OAuthScope[] {
    return this.scopes.map((scope) => OAuthScope.resourceServer(this.server, scope));
  }
}
