import { readFileSync } from 'node:fs';
import { Names, RemovalPolicy } from 'aws-cdk-lib';
import { Policy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  CfnStateMachineAlias,
  CfnStateMachineVersion,
  DefinitionBody,
  LogLevel,
  StateMachine,
  StateMachineType,
} from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { acknowledgeWildcards } from './acknowledge.ts';
import { ALIAS } from './functions.ts';
import { allow } from './grants.ts';

const DEFINITION = new URL('../statemachine/research.asl.json', import.meta.url);

export interface WorkflowProps {
  readonly machineName: string;
  /** By folder of `lambdas/`. */
  readonly steps: ReadonlyMap<string, NodejsFunction>;
  readonly logDays: number;
}

/**
 * The research state machine from its file. A definition names versions of functions, and runs start by an alias: what
 * runs during a deployment goes on with the definition and the code that it began with.
 */
export class Workflow extends Construct {
  readonly machine: StateMachine;
  readonly alias: CfnStateMachineAlias;
  private readonly props: WorkflowProps;
  private readonly log: LogGroup;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: WorkflowProps) {
    super(scope, id);
    this.props = props;
    this.log = this.buildLog();
    this.role = this.buildRole();
    this.machine = this.buildMachine();
    this.alias = this.buildAlias(this.buildVersion());
  }

  private buildLog(): LogGroup {
    return new LogGroup(this, 'Log', {
      // Logs below this prefix do not count against the account's policy for log deliveries.
      logGroupName: `/aws/vendedlogs/states/${Names.uniqueResourceName(this, { maxLength: 60 })}`,
      retention: this.props.logDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }

  private buildRole(): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    // Every version: an execution that began before a deployment still calls the versions of its definition.
    const versions = [...this.props.steps.values()].map((step) => `${step.functionArn}:*`);
    const policy = new Policy(this, 'RolePolicy', {
      statements: [
        allow(['lambda:InvokeFunction'], versions),
        allow(
          [
            'logs:CreateLogDelivery',
            'logs:GetLogDelivery',
            'logs:UpdateLogDelivery',
            'logs:DeleteLogDelivery',
            'logs:ListLogDeliveries',
            'logs:PutResourcePolicy',
            'logs:DescribeResourcePolicies',
            'logs:DescribeLogGroups',
          ],
          ['*'],
        ),
        allow(
          ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'xray:GetSamplingRules', 'xray:GetSamplingTargets'],
          ['*'],
        ),
      ],
      roles: [role],
    });
    acknowledgeWildcards(policy, {
      ...Object.fromEntries(
        versions.map((arn) => [arn, 'Versions of this function: running executions call the one they began with.']),
      ),
      '*': 'Deliveries of logs and X-Ray know no resources: their actions are granted on everything or not at all.',
    });
    return role;
  }

  private buildMachine(): StateMachine {
    const substitutions: Record<string, string> = {};
    for (const [name, step] of this.props.steps) {
      substitutions[placeholder(name)] = step.currentVersion.functionArn;
    }
    // As a string: an asset would hide the definition from the template, and from everybody who reviews a change to it.
    const text = JSON.stringify(JSON.parse(readFileSync(DEFINITION, 'utf8')));
    const machine = new StateMachine(this, 'Machine', {
      stateMachineName: this.props.machineName,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(text),
      definitionSubstitutions: substitutions,
      role: this.role.withoutPolicyUpdates(),
      tracingEnabled: true,
      logs: { destination: this.log, level: LogLevel.ALL, includeExecutionData: false },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    machine.node.addDependency(this.node.findChild('RolePolicy'));
    return machine;
  }

  /** A new version with every new revision; older ones stay for what still runs by them. */
  private buildVersion(): CfnStateMachineVersion {
    const version = new CfnStateMachineVersion(this, 'Version', {
      stateMachineArn: this.machine.stateMachineArn,
      stateMachineRevisionId: this.machine.stateMachineRevisionId,
    });
    version.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return version;
  }

  private buildAlias(version: CfnStateMachineVersion): CfnStateMachineAlias {
    return new CfnStateMachineAlias(this, 'Alias', {
      name: ALIAS,
      deploymentPreference: { stateMachineVersionArn: version.attrArn, type: 'ALL_AT_ONCE' },
    });
  }
}

/** `intake` is `IntakeFunction` in the definition. */
export const placeholder = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}Function`;
