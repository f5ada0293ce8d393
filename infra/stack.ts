import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { pinLogicalId } from './acknowledge.ts';
import { Api } from './api.ts';
import { Auth } from './auth.ts';
import { Data } from './data.ts';
import { deadLetters } from './dead-letters.ts';
import { Functions } from './functions.ts';
import { Nets } from './nets.ts';
import { Notices } from './notices.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import { settingsOf } from './settings.ts';
import { StarterLibrary } from './starter-library.ts';
import { Workflow } from './workflow.ts';

/** Everything of one deployment. */
export class PlumblineStack extends Stack {
  readonly data: Data;
  readonly auth: Auth;
  readonly functions: Functions;
  readonly workflow: Workflow;
  readonly api: Api;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, { description: 'Plumbline: one topic in, a cited synthesis out', ...props });
    const settings = settingsOf(this);
    const key = settings.kms ? this.buildKey() : undefined;
    const { logDays } = settings;
    const machineName = `${this.stackName}-research`;
    this.data = new Data(this, 'Data', key);
    const secrets = new Secrets(this, 'Secrets', key);
    const notices = new Notices(this, 'Notices', settings.email, key);
    const lost = deadLetters(this, 'EventsLost', key);
    this.auth = new Auth(this, 'Auth', settings);
    this.functions = new Functions(this, 'Functions', {
      settings,
      data: this.data,
      keys: secrets.keys,
      digests: notices.digests,
      lost,
      machineName,
      key,
    });
    const schedules = new Schedules(this, 'Schedules', this.functions.starter, key);
    this.workflow = new Workflow(this, 'Workflow', { machineName, steps: this.functions.steps, logDays });
    this.api = new Api(this, 'Api', { settings, auth: this.auth, functions: this.functions.buildRoutes(schedules) });
    new Nets(this, 'Nets', {
      settings,
      machine: this.workflow.machine,
      steps: this.functions.steps,
      reconciler: this.functions.reconciler,
      digester: this.functions.digester,
      lost,
      scheduleDeadLetters: schedules.deadLetters,
      api: this.api.rest,
      table: this.data.table,
      alarms: notices.alarms,
    });
    new StarterLibrary(this, 'StarterLibrary', { data: this.data, logDays, key });
    this.buildOutputs(secrets);
  }

  private buildKey(): Key {
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.RETAIN });
    pinLogicalId(key, 'Key');
    // What publishes to encrypted topics and queues by itself: alarms, the budget, rules.
    for (const service of ['cloudwatch', 'budgets', 'events']) {
      const principals = [new ServicePrincipal(`${service}.amazonaws.com`)];
      const actions = ['kms:Decrypt', 'kms:GenerateDataKey'];
      key.addToResourcePolicy(new PolicyStatement({ principals, actions, resources: ['*'] }));
    }
    return key;
  }

  /** What the CLI, an operator and the five steps of docs/deploy.md need. */
  private buildOutputs({ keys }: Secrets): void {
    const { auth, api, data, workflow } = this;
    const output = (id: string, value: string, description: string) => new CfnOutput(this, id, { value, description });
    output('Endpoint', api.rest.url, 'For --endpoint');
    output('SignIn', auth.domain.baseUrl(), 'Sign-in page and token endpoint (/oauth2/token)');
    output('ClientId', auth.people.userPoolClientId, 'Client of the CLI');
    output('PoolId', auth.pool.userPoolId, 'User pool, to invite people into');
    output('KeysSecret', keys.secretName, 'Secret for keys of models and sources');
    output('TableName', data.table.tableName, 'Table');
    output('BucketName', data.bucket.bucketName, 'Bucket');
    output('MachineAlias', workflow.alias.ref, 'State machine alias that runs start by');
    for (const [name, client] of auth.machines) output(`Machine-${name}`, client.userPoolClientId, `Client of ${name}`);
  }
}
