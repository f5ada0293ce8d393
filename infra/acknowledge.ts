import { type CfnResource, Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/** Says why a finding of cdk-nag is right as it is. The id is the full one, with what was found in brackets. */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** Acknowledges wildcards in resources of policies, as cdk-nag writes them. */
export function acknowledgeWildcards(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  acknowledge(
    construct,
    Object.fromEntries(
      Object.entries(reasons).map(([resource, reason]) => [
        `AwsSolutions-IAM5[Resource::${nagText(construct, resource)}]`,
        reason,
      ]),
    ),
  );
}

/** A text with tokens as cdk-nag shows it: `<LogicalId.Arn>/suffix`. */
function nagText(scope: IConstruct, text: string): string {
  return flat(Stack.of(scope).resolve(Token.isUnresolved(text) ? text : `${text}`));
}

function flat(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return String(value);
  const intrinsic = value as Record<string, unknown>;
  const join = intrinsic['Fn::Join'] as [string, unknown[]] | undefined;
  if (join) return join[1].map(flat).join(join[0]);
  const att = intrinsic['Fn::GetAtt'] as [string, string] | undefined;
  if (att) return `<${att.join('.')}>`;
  if (typeof intrinsic.Ref === 'string') return `<${intrinsic.Ref}>`;
  return JSON.stringify(value);
}

/** Keeps a stateful resource's name in the template whatever is built around it. */
export function pinLogicalId(construct: IConstruct, id: string): void {
  (construct.node.defaultChild as CfnResource).overrideLogicalId(id);
}
