import type { Change, Condition, Json } from './ports.ts';

/** Collects names and values, so that no attribute name can collide with a reserved word. */
export class Expression {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, Json> = {};

  name(attribute: string): string {
    const existing = Object.entries(this.names).find(([, value]) => value === attribute)?.[0];
    const token = existing ?? `#n${Object.keys(this.names).length}`;
    this.names[token] = attribute;
    return token;
  }

  value(value: Json): string {
    const token = `:v${Object.keys(this.values).length}`;
    this.values[token] = value;
    return token;
  }

  /** The SDK refuses empty maps: only what is used is given. */
  attributes(): {
    ExpressionAttributeNames?: Record<string, string>;
    ExpressionAttributeValues?: Record<string, Json>;
  } {
    return {
      ...(Object.keys(this.names).length > 0 ? { ExpressionAttributeNames: this.names } : {}),
      ...(Object.keys(this.values).length > 0 ? { ExpressionAttributeValues: this.values } : {}),
    };
  }
}

/** The condition as a DynamoDB expression; undefined when there is nothing to check. */
export function conditionOf(condition: Condition | undefined, e: Expression): string | undefined {
  if (!condition) return undefined;
  const parts: string[] = [];
  if (condition.exists === true) parts.push(`attribute_exists(${e.name('pk')})`);
  if (condition.exists === false) parts.push(`attribute_not_exists(${e.name('pk')})`);
  for (const [name, value] of Object.entries(condition.equals ?? {})) {
    const n = e.name(name);
    parts.push(value === null ? `(attribute_not_exists(${n}) OR ${n} = ${e.value(null)})` : `${n} = ${e.value(value)}`);
  }
  for (const [name, bound] of Object.entries(condition.atLeast ?? {})) {
    parts.push(`${e.name(name)} >= ${e.value(bound)}`);
  }
  for (const [name, bound] of Object.entries(condition.atMost ?? {})) {
    const n = e.name(name);
    parts.push(`(attribute_not_exists(${n}) OR ${n} <= ${e.value(bound)})`);
  }
  for (const [name, key] of Object.entries(condition.absentIn ?? {})) {
    parts.push(`attribute_not_exists(${e.name(name)}.${e.name(key)})`);
  }
  for (const [name, key] of Object.entries(condition.presentIn ?? {})) {
    parts.push(`attribute_exists(${e.name(name)}.${e.name(key)})`);
  }
  return parts.length > 0 ? parts.join(' AND ') : undefined;
}

/** The change as a DynamoDB update expression. */
export function updateOf(change: Change, e: Expression): string | undefined {
  const set: string[] = [];
  const add: string[] = [];
  const remove: string[] = [];
  for (const [name, value] of Object.entries(change.set ?? {})) set.push(`${e.name(name)} = ${e.value(value)}`);
  for (const [name, by] of Object.entries(change.add ?? {})) add.push(`${e.name(name)} ${e.value(by)}`);
  for (const name of change.remove ?? []) remove.push(e.name(name));
  for (const [name, { key, value }] of Object.entries(change.setIn ?? {})) {
    set.push(`${e.name(name)}.${e.name(key)} = ${e.value(value)}`);
  }
  for (const [name, key] of Object.entries(change.removeIn ?? {})) remove.push(`${e.name(name)}.${e.name(key)}`);
  const parts = [
    set.length > 0 ? `SET ${set.join(', ')}` : '',
    add.length > 0 ? `ADD ${add.join(', ')}` : '',
    remove.length > 0 ? `REMOVE ${remove.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : undefined;
}
