import * as z from 'zod';

/** The part of a JSON Schema that an example is taken from. */
interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly propertyNames?: Node;
  readonly items?: Node;
  readonly type?: string;
  readonly anyOf?: readonly Node[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
}

type Issue = z.core.$ZodIssue;

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };
const LONGEST = 60;
/** So begin the messages that zod makes; others are ours and say what a value must be. */
const MADE = /^(?:Invalid|Too|Unrecognized)\b/;

/**
 * What is wrong with a value that a schema refuses: the first field, what it is, what it must be, an example.
 *
 * @param value what was parsed
 * @param error what parsing it gave
 */
export function refusal(schema: z.ZodType, value: unknown, error: z.ZodError): string {
  const issue = error.issues[0]!;
  const others = new Set(error.issues.map(({ path }) => path.join('.'))).size - 1;
  const more = others > 0 ? ` (${others} more ${others === 1 ? 'field is' : 'fields are'} wrong)` : '';
  return `${problemOf(schema, value, issue)}${more}`;
}

function problemOf(schema: z.ZodType, value: unknown, issue: Issue): string {
  const { path } = issue;
  const node = nodeAt(outline(schema), path);
  if (issue.code === 'unrecognized_keys') {
    const where = path.length === 0 ? '' : ` of ${nameOf(path)}`;
    const known = node?.propertyNames?.enum ?? Object.keys(node?.properties ?? {});
    const names = issue.keys.map((key) => shown(key)).join(', ');
    return `${names} ${issue.keys.length === 1 ? 'is no field' : 'are no fields'}${where}${known.length > 0 ? `; there are ${known.join(', ')}` : '; it has none'}`;
  }
  const given = path.reduce<unknown>((inside, key) => (inside as Record<PropertyKey, unknown> | null)?.[key], value);
  const example = exampleOf(node);
  return [
    `${nameOf(path)} ${given === undefined ? 'is missing' : `is ${shown(given)}`}; it must be ${mustBe(issue, node)}`,
    ...(example === undefined ? [] : [`for example ${shown(example)}`]),
  ].join(', ');
}

function mustBe(issue: Issue, node: Node | undefined): string {
  switch (issue.code) {
    case 'invalid_type':
      return KINDS[isWhole(node) ? 'int' : issue.expected] ?? `a ${issue.expected}`;
    case 'invalid_value':
      return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return MADE.test(issue.message) ? 'of another form' : issue.message;
  }
}

const isWhole = (node: Node | undefined): boolean =>
  [node, ...(node?.anyOf ?? [])].some((one) => one?.type === 'integer');

const unitOf = (origin: string): string => (UNITS[origin] === undefined ? '' : ` ${UNITS[origin]}`);

/** `request.seedPapers[0]`. */
function nameOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'it';
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What the schema takes, as far as it can be told: an outline for examples, not for checks. */
function outline(schema: z.ZodType): Node {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node;
}

function nodeAt(node: Node | undefined, path: readonly PropertyKey[]): Node | undefined {
  const [key, ...rest] = path;
  if (key === undefined || node === undefined) return node;
  const inside = childOf(node, key) ?? node.anyOf?.map((one) => childOf(one, key)).find((one) => one !== undefined);
  return nodeAt(inside, rest);
}

function childOf(node: Node, key: PropertyKey): Node | undefined {
  if (typeof key === 'number') return node.items;
  const named = Object.hasOwn(node.properties ?? {}, key) ? node.properties?.[String(key)] : undefined;
  return named ?? (typeof node.additionalProperties === 'object' ? node.additionalProperties : undefined);
}

/** The schema's own example; of a list one of its entries', of an object those of the fields that have one. */
function exampleOf(node: Node | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.examples !== undefined) return node.examples[0];
  if (node.anyOf !== undefined) return node.anyOf.map(exampleOf).find((one) => one !== undefined);
  if (node.items !== undefined) {
    const entry = exampleOf(node.items) ?? node.items.enum?.[0];
    return entry === undefined ? undefined : [entry];
  }
  const fields = Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const example = exampleOf(field);
    return example === undefined ? [] : [[name, example] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
