/** What is known of a resource in a synthesized template. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
}
export type Resources = Readonly<Record<string, TemplateResource>>;

export const ACCOUNT = '123456789012';
export const REGION = 'us-east-1';
const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::Region': REGION,
  'AWS::StackName': 'Plumbline',
  'AWS::URLSuffix': 'amazonaws.com',
};
/** Services whose resources are known by their ARN. */
const BY_ARN: Readonly<Record<string, string>> = {
  'AWS::SNS::Topic': 'sns',
  'AWS::SecretsManager::Secret': 'secretsmanager',
};
const NAMES = ['StateMachineName', 'Name'] as const;

/** A value of a template as it would be once deployed: names are logical ids in lower case, unless one is given. */
export function resolved(value: unknown, resources: Resources): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const {
    Ref,
    'Fn::GetAtt': att,
    'Fn::Join': join,
  } = value as {
    Ref?: string;
    'Fn::GetAtt'?: [string, string];
    'Fn::Join'?: [string, unknown[]];
  };
  if (join) return join[1].map((part) => resolved(part, resources)).join(join[0]);
  if (att) return arnOf(att[0], resources);
  if (Ref !== undefined) {
    const service = BY_ARN[resources[Ref]?.Type ?? ''];
    return PSEUDO[Ref] ?? (service === undefined ? nameOf(Ref, resources) : arnOf(Ref, resources));
  }
  throw new Error(`No rule for ${JSON.stringify(value)} of a template; add it to infra/check/template.ts.`);
}

function nameOf(id: string, resources: Resources): string {
  const given = NAMES.map((name) => resources[id]?.Properties[name]).find((name) => typeof name === 'string');
  return typeof given === 'string' ? given : id.toLowerCase();
}

function arnOf(id: string, resources: Resources): string {
  const [, service] = (resources[id]?.Type ?? '').toLowerCase().split('::');
  const name = nameOf(id, resources);
  if (service === 's3') return `arn:aws:s3:::${name}`;
  const kind =
    { dynamodb: 'table/', lambda: 'function:', iam: 'role/', secretsmanager: 'secret:' }[service ?? ''] ?? '';
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${kind}${name}`;
}

/** One statement of a policy, with its resources as texts. */
export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
}

/** A function as its template describes it. */
export interface DeployedFunction {
  readonly arn: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly allowed: readonly Statement[];
}

/** The functions of a template, by the names of their bundles (see `allSpecs`). */
export function functionsOf(names: Iterable<string>, resources: Resources): Map<string, DeployedFunction> {
  return new Map(
    [...names].map((name) => {
      const start = name === 'library' ? 'StarterLibraryIndexer' : `Functions${upper(name).replace('-', '')}`;
      const found = Object.entries(resources).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && new RegExp(`^${start}[0-9A-F]{8}$`).test(id),
      );
      if (found.length !== 1) throw new Error(`${found.length} functions of the template are called ${start}.`);
      return [name, deployed(found[0]![0], found[0]![1], resources)];
    }),
  );
}

const upper = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

function deployed(id: string, { Properties }: TemplateResource, resources: Resources): DeployedFunction {
  const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
  const [role] = (Properties.Role as { 'Fn::GetAtt': [string] })['Fn::GetAtt'];
  return {
    arn: arnOf(id, resources),
    environment: Object.fromEntries(
      Object.entries(Variables).map(([name, value]) => [name, resolved(value, resources)]),
    ),
    seconds: Number(Properties.Timeout),
    allowed: Object.values(resources)
      .filter(({ Type, Properties: policy }) => Type === 'AWS::IAM::Policy' && belongsTo(policy.Roles, role))
      .flatMap(({ Properties: policy }) => (policy.PolicyDocument as { Statement: RawStatement[] }).Statement)
      .map(({ Action, Resource }) => ({
        actions: listed(Action),
        resources: listed(Resource).map((one) => resolved(one, resources)),
      })),
  };
}

interface RawStatement {
  readonly Action: string | string[];
  readonly Resource: unknown;
}
const belongsTo = (roles: unknown, role: string): boolean =>
  (roles as { Ref: string }[]).some(({ Ref }) => Ref === role);
const listed = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);
