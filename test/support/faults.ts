import type { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import type { Blobs, Change, Condition, Key, Query, Row, Table } from '../../shared/store/ports.ts';
import type { Stores } from './pipeline.ts';

/** Stores in memory: they outlive the cloud around them, and can be copied. */
export interface MemoryStores extends Stores {
  readonly table: MemoryTable;
  readonly blobs: MemoryBlobs;
}

/** An independent copy of stores in memory. */
export function copyOf(stores: MemoryStores): MemoryStores {
  return { table: stores.table.clone(), blobs: stores.blobs.clone() };
}

/** What stands between a process and its stores: it may count, delay, refuse or cut off every operation. */
export interface Interceptor {
  /** @param name `put STEP#plan`, `blob runs/…`: what is written */
  write<T>(name: string, effect: () => Promise<T>): Promise<T>;
  read<T>(name: string, effect: () => Promise<T>): Promise<T>;
}

/** The stores as a process sees them with something in between; the stores beneath outlive it. */
export function intercepted(stores: Stores, by: Interceptor): Stores {
  return { table: new InterceptedTable(stores.table, by), blobs: new InterceptedBlobs(stores.blobs, by) };
}

class InterceptedTable implements Table {
  private readonly inner: Table;
  private readonly by: Interceptor;
  constructor(inner: Table, by: Interceptor) {
    this.inner = inner;
    this.by = by;
  }
  get(key: Key): Promise<Row | undefined> {
    return this.by.read(`get ${key.sk}`, () => this.inner.get(key));
  }
  query(query: Query): Promise<(Row & Key)[]> {
    return this.by.read(`query ${query.prefix ?? ''}`, () => this.inner.query(query));
  }
  put(key: Key, row: Row, condition?: Condition): Promise<void> {
    return this.by.write(`put ${key.sk}`, () => this.inner.put(key, row, condition));
  }
  update(key: Key, change: Change, condition?: Condition): Promise<Row> {
    return this.by.write(`update ${key.sk}`, () => this.inner.update(key, change, condition));
  }
  delete(key: Key, condition?: Condition): Promise<void> {
    return this.by.write(`delete ${key.sk}`, () => this.inner.delete(key, condition));
  }
}

class InterceptedBlobs implements Blobs {
  private readonly inner: Blobs;
  private readonly by: Interceptor;
  constructor(inner: Blobs, by: Interceptor) {
    this.inner = inner;
    this.by = by;
  }
  get(key: string): Promise<Uint8Array | undefined> {
    return this.by.read(`read ${key}`, () => this.inner.get(key));
  }
  size(key: string): Promise<number | undefined> {
    return this.by.read(`size ${key}`, () => this.inner.size(key));
  }
  list(prefix: string): Promise<string[]> {
    return this.by.read(`list ${prefix}`, () => this.inner.list(prefix));
  }
  put(key: string, body: Uint8Array | string): Promise<void> {
    return this.by.write(`blob ${key}`, () => this.inner.put(key, body));
  }
  delete(key: string): Promise<void> {
    return this.by.write(`unlink ${key}`, () => this.inner.delete(key));
  }
}

/** The process is gone: nothing after it reaches a store. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** Where a crash falls: before or after the effect of the k-th write. */
export interface CrashPoint {
  readonly operation: number;
  readonly when: 'before' | 'after';
}

/** Counts writes, and dies at one of them. */
export class Fuse implements Interceptor {
  operations = 0;
  dead = false;
  readonly names: string[] = [];
  private readonly point: CrashPoint | null;

  constructor(point: CrashPoint | null) {
    this.point = point;
  }

  async write<T>(name: string, effect: () => Promise<T>): Promise<T> {
    if (this.dead) throw new Crash('after the crash');
    this.operations++;
    this.names.push(name);
    const here = this.point?.operation === this.operations;
    if (here && this.point?.when === 'before') this.blow(name);
    const result = await effect();
    if (here) this.blow(name);
    return result;
  }

  async read<T>(_name: string, effect: () => Promise<T>): Promise<T> {
    if (this.dead) throw new Crash('after the crash');
    return effect();
  }

  private blow(name: string): never {
    this.dead = true;
    throw new Crash(`at operation ${this.operations}, ${name}`);
  }
}

export const fused = (stores: Stores, fuse: Fuse): Stores => intercepted(stores, fuse);

/** One write of a run and what it left behind. */
interface Effect {
  readonly name: string;
  apply(stores: MemoryStores): Promise<unknown>;
}

/**
 * Writes down what every write of a run leaves behind, so that the stores can be had as they were at any boundary: a crash
 * after the k-th write leaves what a crash before the next one leaves.
 */
export class Journal {
  readonly effects: Effect[] = [];

  get names(): string[] {
    return this.effects.map((effect) => effect.name);
  }

  over(stores: MemoryStores): Stores {
    const note = (name: string, apply: Effect['apply']) => this.effects.push({ name, apply });
    const { table, blobs } = stores;
    const asItIs = async (name: string, key: Key) => {
      const row = await table.get(key);
      note(name, (to) => (row ? to.table.put(key, row) : to.table.delete(key)));
    };
    /** A refused write is a boundary too: it changes nothing. */
    const noted = async <T>(name: string, key: Key, write: () => Promise<T>): Promise<T> => {
      try {
        return await write();
      } finally {
        await asItIs(name, key);
      }
    };
    return {
      table: {
        get: (key) => table.get(key),
        query: (query) => table.query(query),
        put: (key, row, condition) => noted(`put ${key.sk}`, key, () => table.put(key, row, condition)),
        update: (key, change, condition) => noted(`update ${key.sk}`, key, () => table.update(key, change, condition)),
        delete: (key, condition) => noted(`delete ${key.sk}`, key, () => table.delete(key, condition)),
      },
      blobs: {
        get: (key) => blobs.get(key),
        size: (key) => blobs.size(key),
        list: (prefix) => blobs.list(prefix),
        put: async (key, body) => {
          await blobs.put(key, body);
          note(`blob ${key}`, (to) => to.blobs.put(key, body));
        },
        delete: async (key) => {
          await blobs.delete(key);
          note(`unlink ${key}`, (to) => to.blobs.delete(key));
        },
      },
    };
  }

  /** Copies of `start` as it was after each number of writes asked for, which must ascend. */
  async *states(
    start: MemoryStores,
    wanted: readonly number[],
  ): AsyncGenerator<{ writes: number; stores: MemoryStores }> {
    const now = copyOf(start);
    let done = 0;
    for (const writes of wanted) {
      for (; done < writes; done++) await this.effects[done]!.apply(now);
      yield { writes, stores: copyOf(now) };
    }
  }
}
