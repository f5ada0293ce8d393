import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { projectContext } from '../../infra/context.ts';
import { PlumblineStack } from '../../infra/stack.ts';

export interface Resource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
}

/** A stack as the app makes it, without bundles. */
export function stackWith(context: Readonly<Record<string, unknown>> = {}): { app: App; stack: PlumblineStack } {
  const app = new App({ context: { ...projectContext(), 'aws:cdk:bundling-stacks': [], ...context } });
  return { app, stack: new PlumblineStack(app, 'Plumbline') };
}

export interface Synthesized {
  readonly template: Template;
  readonly resources: ReadonlyMap<string, Resource>;
  /** Resources of a type by their logical ids. */
  ofType(type: string): [string, Resource][];
}

export function synthesized(stack: PlumblineStack): Synthesized {
  const template = Template.fromStack(stack);
  const { Resources } = template.toJSON() as { Resources: Record<string, Resource> };
  const resources = new Map(Object.entries(Resources));
  return { template, resources, ofType: (type) => [...resources].filter(([, resource]) => resource.Type === type) };
}

/** A value of a template as a text, tokens as `<Logical.Attribute>`. */
export function flat(value: unknown): string {
  if (typeof value === 'string') return value;
  const intrinsic = value as { Ref?: string; 'Fn::GetAtt'?: string[]; 'Fn::Join'?: [string, unknown[]] };
  if (intrinsic.Ref) return `<${intrinsic.Ref}>`;
  if (intrinsic['Fn::GetAtt']) return `<${intrinsic['Fn::GetAtt'].join('.')}>`;
  if (intrinsic['Fn::Join']) return intrinsic['Fn::Join'][1].map(flat).join(intrinsic['Fn::Join'][0]);
  return JSON.stringify(value);
}
