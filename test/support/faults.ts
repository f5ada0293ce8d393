import type { MemoryBlobs, MemoryTable } from '../../shared/store/memory.ts';
import type { Blobs, Change, Condition, Key, Query, Row, Table } from '../../shared/store/ports.ts';
import type { Stores } from './pipeline.ts';

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
export class Fuse {
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

  async read<T>(effect: () => Promise<T>): Promise<T> {
    if (this.dead) throw new Crash('after the crash');
    return effect();
  }

  private blow(name: string): never {
    this.dead = true;
    throw new Crash(`at operation ${this.operations}, ${name}`);
  }
}

class FusedTable implements Table {
  private readonly inner: Table;
  private readonly fuse: Fuse;
  constructor(inner: Table, fuse: Fuse) {
    this.inner = inner;
    this.fuse = fuse;
  }
  get(key: Key): Promise<Row | undefined> {
    return this.fuse.read(() => this.inner.get(key));
  }
  query(query: Query): Promise<(Row & Key)[]> {
    return this.fuse.read(() => this.inner.query(query));
  }
  put(key: Key, row: Row, condition?: Condition): Promise<void> {
    return this.fuse.write(`put ${key.sk}`, () => this.inner.put(key, row, condition));
  }
  update(key: Key, change: Change, condition?: Condition): Promise<Row> {
    return this.fuse.write(`update ${key.sk}`, () => this.inner.update(key, change, condition));
  }
  delete(key: Key, condition?: Condition): Promise<void> {
    return this.fuse.write(`delete ${key.sk}`, () => this.inner.delete(key, condition));
  }
}

class FusedBlobs implements Blobs {
  private readonly inner: Blobs;
  private readonly fuse: Fuse;
  constructor(inner: Blobs, fuse: Fuse) {
    this.inner = inner;
    this.fuse = fuse;
  }
  get(key: string): Promise<Uint8Array | undefined> {
    return this.fuse.read(() => this.inner.get(key));
  }
  size(key: string): Promise<number | undefined> {
    return this.fuse.read(() => this.inner.size(key));
  }
  list(prefix: string): Promise<string[]> {
    return this.fuse.read(() => this.inner.list(prefix));
  }
  put(key: string, body: Uint8Array | string): Promise<void> {
    return this.fuse.write(`blob ${key}`, () => this.inner.put(key, body));
  }
  delete(key: string): Promise<void> {
    return this.fuse.write(`unlink ${key}`, () => this.inner.delete(key));
  }
}

/** The stores as a process sees them that dies at a point; the stores beneath survive it. */
export function fused(stores: Stores, fuse: Fuse): Stores {
  return { table: new FusedTable(stores.table, fuse), blobs: new FusedBlobs(stores.blobs, fuse) };
}

/** An independent copy of stores in memory. */
export function copyOf(stores: { table: MemoryTable; blobs: MemoryBlobs }): { table: MemoryTable; blobs: MemoryBlobs } {
  return { table: stores.table.clone(), blobs: stores.blobs.clone() };
}
