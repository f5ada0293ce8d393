import { expect, it } from 'vitest';
import { STEPS } from '../../../infra/steps.ts';
import { placeholder } from '../../../infra/workflow.ts';
import { flat, type Synthesized } from '../../support/synthesized.ts';

export function workflowChecks({ template, ofType }: Synthesized): void {
  const [, machine] = ofType('AWS::StepFunctions::StateMachine')[0]!;

  it('carries the definition of the file, with a version of a function for each of its names', () => {
    const text = machine.Properties.DefinitionString as string;
    const names = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!));
    expect([...names].sort()).toEqual(Object.keys(STEPS).map(placeholder).sort());
    const substitutions = machine.Properties.DefinitionSubstitutions as Record<string, unknown>;
    expect(Object.keys(substitutions).sort()).toEqual([...names].sort());
    const versions = new Set(ofType('AWS::Lambda::Version').map(([id]) => `<${id}>`));
    for (const [name, arn] of Object.entries(substitutions)) expect(versions, name).toContain(flat(arn));
  });

  it('logs every event without data, and is traced', () => {
    expect(machine.Properties.LoggingConfiguration).toMatchObject({ Level: 'ALL', IncludeExecutionData: false });
    expect(machine.Properties.TracingConfiguration).toEqual({ Enabled: true });
    expect(machine.Properties.StateMachineType).toBe('STANDARD');
  });

  it('may invoke the functions of its definition in any version, and no other', () => {
    const policies = ofType('AWS::IAM::Policy').filter(([id]) => id.startsWith('WorkflowRolePolicy'));
    const { Statement } = policies[0]![1].Properties.PolicyDocument as {
      Statement: { Action: string; Resource: unknown[] }[];
    };
    const invoke = Statement.find(({ Action }) => Action === 'lambda:InvokeFunction')!;
    const functions = ofType('AWS::Lambda::Function')
      .filter(([, { Properties }]) => String(Properties.Description).includes('step of a run'))
      .map(([id]) => `<${id}.Arn>:*`);
    expect(invoke.Resource.map(flat).sort()).toEqual(functions.sort());
  });

  it('publishes a version with every revision, keeps older ones, and moves the alias all at once', () => {
    template.hasResource('AWS::StepFunctions::StateMachineVersion', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
    template.hasResourceProperties('AWS::StepFunctions::StateMachineAlias', {
      Name: 'live',
      DeploymentPreference: { Type: 'ALL_AT_ONCE' },
    });
    for (const [id, version] of ofType('AWS::Lambda::Version')) expect(version.DeletionPolicy, id).toBe('Retain');
  });

  it('is started by the alias, and granted by the name that the machine really has', () => {
    const starters = ofType('AWS::Lambda::Function').filter(([, { Properties }]) =>
      JSON.stringify(Properties.Environment).includes('STATE_MACHINE_ARN'),
    );
    expect(starters.length).toBeGreaterThan(20);
    for (const [id, { Properties }] of starters) {
      const { STATE_MACHINE_ARN } = (Properties.Environment as { Variables: Record<string, unknown> }).Variables;
      expect(flat(STATE_MACHINE_ARN), id).toMatch(/:stateMachine:Plumbline-research:live$/);
    }
    expect(machine.Properties.StateMachineName).toBe('Plumbline-research');
  });
}
