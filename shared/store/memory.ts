import { ConditionFailed } from './errors.ts';
import type { Blobs, Change, Condition, Json, Key, Query, Row, Table } from './ports.ts';

type Stored = Record<string, Json>;

const copy = <T>(value: T): T => structuredClone(value);
const same = (a: Json | undefined, b: Json | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const mapOf = (item: Stored | undefined, name: string): Record<string, Json> => {
  const value = item?.[name];
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, Json>) : {};
};

function holds(item: Stored | undefined, condition: Condition): boolean {
  if (condition.exists !== undefined && condition.exists !== (item !== undefined)) return false;
  const tests: boolean[] = [];
  for (const [name, value] of Object.entries(condition.equals ?? {})) tests.push(same(item?.[name], value));
  for (const [name, bound] of Object.entries(condition.atLeast ?? {})) {
    const value = item?.[name];
    tests.push(typeof value === typeof bound && (value as number | string) >= bound);
  }
  for (const [name, bound] of Object.entries(condition.atMost ?? {})) {
    const value = item?.[name];
    tests.push(value === undefined || (typeof value === typeof bound && (value as number | string) <= bound));
  }
  for (const [name, key] of Object.entries(condition.absentIn ?? {})) tests.push(!(key in mapOf(item, name)));
  for (const [name, key] of Object.entries(condition.presentIn ?? {})) tests.push(key in mapOf(item, name));
  return tests.every(Boolean);
}

/** The table in memory: the reference adapter, for tests and for sweeps that need thousands of runs. */
export class MemoryTable implements Table {
  private partitions = new Map<string, Map<string, Stored>>();

  /** An independent copy, for starting many runs from one state. */
  clone(): MemoryTable {
    const twin = new MemoryTable();
    twin.partitions = structuredClone(this.partitions);
    return twin;
  }

  private partition(pk: string): Map<string, Stored> {
    let found = this.partitions.get(pk);
    if (!found) {
      found = new Map();
      this.partitions.set(pk, found);
    }
    return found;
  }

  private check(key: Key, condition: Condition | undefined): void {
    if (condition && !holds(this.partition(key.pk).get(key.sk), condition)) {
      throw new ConditionFailed(`A condition did not hold on ${key.pk} / ${key.sk}; read it again before writing.`);
    }
  }

  async get(key: Key): Promise<Row | undefined> {
    const item = this.partition(key.pk).get(key.sk);
    return item ? copy(item) : undefined;
  }

  async put(key: Key, row: Row, condition?: Condition): Promise<void> {
    this.check(key, condition);
    this.partition(key.pk).set(key.sk, copy({ ...row }) as Stored);
  }

  async update(key: Key, change: Change, condition?: Condition): Promise<Row> {
    this.check(key, condition);
    const item: Stored = copy(this.partition(key.pk).get(key.sk) ?? {});
    for (const [name, value] of Object.entries(change.set ?? {})) item[name] = copy(value);
    for (const [name, by] of Object.entries(change.add ?? {})) {
      const value = item[name];
      item[name] = (typeof value === 'number' ? value : 0) + by;
    }
    for (const name of change.remove ?? []) delete item[name];
    for (const [name, { key: k, value }] of Object.entries(change.setIn ?? {})) {
      item[name] = { ...mapOf(item, name), [k]: copy(value) };
    }
    for (const [name, k] of Object.entries(change.removeIn ?? {})) {
      const map = { ...mapOf(item, name) };
      delete map[k];
      item[name] = map;
    }
    this.partition(key.pk).set(key.sk, item);
    return copy(item);
  }

  async delete(key: Key, condition?: Condition): Promise<void> {
    this.check(key, condition);
    this.partition(key.pk).delete(key.sk);
  }

  async query(query: Query): Promise<(Row & Key)[]> {
    const { pk, prefix = '', after, descending = false, limit } = query;
    const found = [...this.partition(pk)]
      .filter(([sk]) => sk.startsWith(prefix) && (after === undefined || (descending ? sk < after : sk > after)))
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    if (descending) found.reverse();
    return found
      .slice(0, limit ?? found.length)
      .map(([sk, item]) => Object.assign(copy(item), { pk, sk }) as Row & Key);
  }
}

/** Objects in memory. */
export class MemoryBlobs implements Blobs {
  private objects = new Map<string, Uint8Array>();

  /** An independent copy; objects are never changed in place. */
  clone(): MemoryBlobs {
    const twin = new MemoryBlobs();
    twin.objects = new Map(this.objects);
    return twin;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.objects.get(key)?.slice();
  }
  async put(key: string, body: Uint8Array | string): Promise<void> {
    this.objects.set(key, typeof body === 'string' ? new TextEncoder().encode(body) : body.slice());
  }
  async size(key: string): Promise<number | undefined> {
    return this.objects.get(key)?.byteLength;
  }
  async list(prefix: string): Promise<string[]> {
    return [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  }
  async delete(key: string): Promise<void> {
    this.objects.delete(key);
  }
}
