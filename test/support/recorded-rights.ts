import { AsyncLocalStorage } from 'node:async_hooks';
import type { Grants, ObjectOp, Place, Right, TableOp } from '../../infra/grants.ts';
import type { Embedder } from '../../shared/collate/embed/port.ts';
import type { LiveSources, RoleRunner } from '../../shared/runtime.ts';
import type { Blobs, Key, Query, Table } from '../../shared/store/ports.ts';

/** What one function really did. */
export interface Used {
  readonly table: Set<TableOp>;
  /** `place op`. */
  readonly objects: Set<string>;
  readonly rights: Set<Right>;
  /** Parts of the runtime: `roles.run`, `embedder`, `live.retrieve` and so on. */
  readonly parts: Set<string>;
}

/** Notes who does what, by the function that is running. */
export class Recorder {
  readonly used = new Map<string, Used>();
  readonly #current = new AsyncLocalStorage<string>();

  run<T>(name: string, call: () => T): T {
    if (!this.used.has(name))
      this.used.set(name, { table: new Set(), objects: new Set(), rights: new Set(), parts: new Set() });
    return this.#current.run(name, call);
  }

  note(kind: 'table', what: TableOp): void;
  note(kind: 'rights', what: Right): void;
  note(kind: 'objects' | 'parts', what: string): void;
  note(kind: keyof Used, what: string): void {
    const name = this.#current.getStore();
    if (name !== undefined) (this.used.get(name)![kind] as Set<string>).add(what);
  }

  table(inner: Table): Table {
    return {
      get: (key: Key) => this.#noted('get', () => inner.get(key)),
      put: (...args) => this.#noted('put', () => inner.put(...args)),
      update: (...args) => this.#noted('update', () => inner.update(...args)),
      delete: (...args) => this.#noted('delete', () => inner.delete(...args)),
      query: (query: Query) => this.#noted('query', () => inner.query(query)),
    };
  }

  blobs(inner: Blobs): Blobs {
    const at = <T>(key: string, op: ObjectOp | 'list', call: () => T): T => {
      this.note('objects', `${placeOf(key)} ${op}`);
      return call();
    };
    return {
      get: (key) => at(key, 'read', () => inner.get(key)),
      put: (key, ...more) => at(key, 'write', () => inner.put(key, ...more)),
      size: (key) => at(key, 'read', () => inner.size(key)),
      list: (prefix) => at(prefix, 'list', () => inner.list(prefix)),
      delete: (key) => at(key, 'delete', () => inner.delete(key)),
      purge: async (prefix) => {
        this.note('objects', `${placeOf(prefix)} deleteVersions`);
        this.note('rights', 'versions');
        for (const key of await inner.list(prefix)) await at(key, 'delete', () => inner.delete(key));
      },
    };
  }

  embedder(inner: Embedder): Embedder {
    return {
      id: inner.id,
      dimensions: inner.dimensions,
      calibration: inner.calibration,
      embed: (texts) => {
        this.note('parts', 'embedder');
        return inner.embed(texts);
      },
    };
  }

  roles(inner: RoleRunner): RoleRunner {
    return {
      describe: (run) => {
        this.note('parts', 'roles.describe');
        return inner.describe(run);
      },
      run: (role, input, at) => {
        this.note('parts', 'roles.run');
        return inner.run(role, input, at);
      },
    };
  }

  /** Sources that are there and know nothing. */
  live(): LiveSources {
    const noted = <T>(what: string, value: T): T => {
      this.note('parts', `live.${what}`);
      return value;
    };
    const self = this;
    return {
      get channels() {
        self.note('parts', 'live.channels');
        return ['scholarly'] as const;
      },
      retrieve: async () =>
        noted('retrieve', {
          outcome: 'none',
          sources: [],
          papers: [],
          posts: [],
          notes: '',
          left: { outOfHorizon: 0, undated: 0, excluded: 0 },
        } as never),
      references: async () => noted('references', { edges: [], records: [], notes: [] }),
      fullText: async () => noted('fullText', null),
      seeds: async () => noted('seeds', { papers: [], absent: [], unchecked: [] }),
      lookup: async () => noted('lookup', new Map()),
      pageTitle: async () => noted('pageTitle', null),
    };
  }

  async #noted<T>(op: TableOp, call: () => Promise<T>): Promise<T> {
    this.note('table', op);
    return call();
  }
}

/** What was done and is not granted. */
export function beyond({ table, objects, rights }: Used, grants: Grants): string[] {
  const granted = new Set(
    Object.entries(grants.objects ?? {}).flatMap(([place, ops]) => [...ops, 'list'].map((op) => `${place} ${op}`)),
  );
  return [
    ...[...table].filter((op) => !grants.table?.includes(op)).map((op) => `table ${op}`),
    ...[...objects].filter((use) => !granted.has(use)),
    ...[...rights].filter((right) => !grants.rights?.includes(right)),
  ].sort();
}

function placeOf(key: string): Place | 'unknown' {
  if (/(?:^|\/)runs\//.test(key)) return 'runs';
  if (/(?:^|\/)INDEX\.md$/.test(key)) return 'index';
  if (/(?:^|\/)schedules\//.test(key)) return 'schedules';
  if (/^(?:shared\/)?library\//.test(key)) return 'library';
  if (key.startsWith('cache/http/')) return 'cache';
  return key.startsWith('cache/pdf/') ? 'papers' : 'unknown';
}
