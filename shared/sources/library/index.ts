import type { Embedder } from '../../collate/embed/port.ts';
import { Bm25Index } from '../../collate/rank/bm25.ts';
import { HybridIndex } from '../../collate/rank/hybrid.ts';
import type { LibraryRecord } from '../../contracts/record.ts';
import { StoredText } from '../../contracts/text.ts';
import type { Library } from '../../runtime.ts';
import type { Blobs } from '../../store/ports.ts';
import { textOf } from './text.ts';

/** So many of the best by words are compared by meaning. */
const POOL = 200;

/** A library in memory: its records, an index over title and abstract, and texts that are fetched when read. */
export class IndexedLibrary implements Library {
  readonly id: string;
  readonly name: string;
  private readonly records: ReadonlyMap<string, LibraryRecord>;
  private readonly byId: ReadonlyMap<string, LibraryRecord>;
  private readonly index: HybridIndex;
  private readonly texts: { readonly blobs: Blobs; keyOf(id: string): string } | null;

  constructor(options: {
    id: string;
    name: string;
    records: readonly LibraryRecord[];
    index: Bm25Index;
    embedder: Embedder;
    texts?: { readonly blobs: Blobs; keyOf(id: string): string };
  }) {
    this.id = options.id;
    this.name = options.name;
    this.records = new Map(options.records.map((record) => [record.id, record]));
    this.byId = new Map(options.records.flatMap((record) => record.ids.map((id) => [id, record] as const)));
    const docs = options.records.map(({ id, title, abstract }) => ({ id, title, abstract }));
    this.index = new HybridIndex(docs, options.embedder, options.index);
    this.texts = options.texts ?? null;
  }

  get size(): number {
    return this.records.size;
  }

  /** Best records for a query: words choose the pool, words and vectors together order it. */
  async search(query: string, limit: number): Promise<{ record: LibraryRecord; score: number }[]> {
    const ranked = await this.index.rankPool(query, POOL, limit);
    return ranked.map(({ id, score }) => ({ record: this.records.get(id)!, score }));
  }

  async get(id: string): Promise<LibraryRecord | undefined> {
    return this.byId.get(id);
  }

  async text(id: string): Promise<StoredText | undefined> {
    const record = this.byId.get(id);
    if (!record) return undefined;
    if (this.texts) {
      const bytes = await this.texts.blobs.get(this.texts.keyOf(record.id));
      if (bytes) return StoredText.parse(JSON.parse(new TextDecoder().decode(bytes)));
    }
    return textOf(record);
  }

  async sample(count: number): Promise<LibraryRecord[]> {
    const ids = [...this.records.keys()].sort();
    const step = Math.max(1, Math.floor(ids.length / Math.max(1, count)));
    return ids
      .filter((_, at) => at % step === 0)
      .slice(0, count)
      .map((id) => this.records.get(id)!);
  }
}

/** An index over title and abstract, title terms counted double. */
export function indexRecords(records: readonly LibraryRecord[]): Bm25Index {
  const index = new Bm25Index({ weights: { title: 2, abstract: 1, body: 0 } });
  for (const record of records) index.add(record.id, { title: record.title ?? '', abstract: record.abstract ?? '' });
  return index;
}
