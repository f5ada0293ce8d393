import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bm25Index } from '../../../shared/collate/rank/bm25.ts';
import { HybridIndex, rankHybrid, SIMILARITY_MODES } from '../../../shared/collate/rank/hybrid.ts';
import { letterEmbedder as embedder } from './fixed-embedder.ts';

const DOCS = [
  { id: 'a', title: 'Cache eviction', abstract: 'Policies for caches under load.' },
  { id: 'b', title: 'Consensus', abstract: 'Replicated logs agree on an order.' },
  { id: 'c', title: 'Fetching ahead', abstract: 'Prefetching fills a cache before use.' },
];

describe('rankHybrid', () => {
  it.each(SIMILARITY_MODES)('ranks by %s, with similarities from 0 to 1 in falling order', async (mode) => {
    const ranked = await rankHybrid('cache eviction policies', DOCS, { embedder, mode });
    expect(ranked).toHaveLength(3);
    expect(ranked[0]?.id).toBe('a');
    for (const [i, { score, similarity }] of ranked.entries()) {
      expect(score).toBe(similarity);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      if (i > 0) expect(similarity).toBeLessThanOrEqual(ranked[i - 1]!.similarity);
    }
  });

  it('does not depend on the order of the documents', async () => {
    const expected = await rankHybrid('cache order', DOCS, { embedder });
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(DOCS, { minLength: 3 }), async (docs) => {
        expect(await rankHybrid('cache order', docs, { embedder })).toEqual(expected);
      }),
    );
  });

  it('cuts at the limit and breaks ties by id', async () => {
    const docs = ['z', 'm', 'a'].map((id) => ({ id, title: 'same title' }));
    expect((await rankHybrid('title', docs, { embedder, limit: 2 })).map((doc) => doc.id)).toEqual(['a', 'm']);
  });

  it.each([
    ['no documents', 'cache', []],
    ['an empty query', '', DOCS],
    ['empty documents', 'cache', [{ id: 'x' }, { id: 'y', title: null, abstract: '' }]],
    ['a very long title', 'cache', [{ id: 'x', title: 'cache '.repeat(17_000) }]],
  ])('takes %s', async (_, query, docs) => {
    for (const mode of SIMILARITY_MODES) {
      const ranked = await rankHybrid(query, docs, { embedder, mode });
      expect(ranked).toHaveLength(docs.length);
      for (const { similarity } of ranked) expect(Number.isFinite(similarity)).toBe(true);
    }
  });

  it("passes an embedder's failure on, and asks again for the next query", async () => {
    let failures = 1;
    const flaky = {
      ...embedder,
      embed: (texts: readonly string[]) =>
        texts.length > 1 && failures-- > 0 ? Promise.reject(new Error('busy')) : embedder.embed(texts),
    };
    const index = new HybridIndex(DOCS, flaky);
    await expect(index.rank('cache', 'dense')).rejects.toThrow('busy');
    expect(await index.rank('cache', 'dense')).toHaveLength(3);
  });

  it('the more words a query has, the more its meaning counts', async () => {
    const [lone, two, several] = await Promise.all(
      ['consensus', 'consensus order', 'consensus order log replica'].map(async (query) => {
        const [hybrid, dense] = await Promise.all([
          rankHybrid(query, DOCS, { embedder }),
          rankHybrid(query, DOCS, { embedder, mode: 'dense' }),
        ]);
        const of = (ranked: typeof dense) => ranked.find((doc) => doc.id === 'c')!.similarity;
        return of(hybrid) / of(dense);
      }),
    );
    expect(lone).toBeCloseTo(0.01, 10);
    expect(two).toBeCloseTo(0.01 + 0.3 / 2, 10);
    expect(several).toBeCloseTo(0.01 + (0.3 * 3) / 4, 10);
  });

  it('keeps a document whose vector is broken, with its lexical share', async () => {
    const broken = {
      ...embedder,
      embed: async (texts: readonly string[]) =>
        (await embedder.embed(texts)).map((vector, at) =>
          texts.length > 1 && at === 0 ? vector.fill(Number.NaN) : vector,
        ),
    };
    const ranked = await rankHybrid('cache eviction', DOCS, { embedder: broken });
    expect(ranked).toHaveLength(3);
    expect(ranked.find((doc) => doc.id === 'a')?.similarity).toBeCloseTo(0.84, 10);
  });

  it('among a pool, embeds no other document and scores these as the whole ranking does', async () => {
    const asked: string[] = [];
    const counting = {
      ...embedder,
      embed: (texts: readonly string[]) => {
        asked.push(...texts);
        return embedder.embed(texts);
      },
    };
    const whole = await new HybridIndex(DOCS, embedder).rank('cache prefetching', 'hybrid');
    const pooled = await new HybridIndex(DOCS, counting).rankPool('cache prefetching', 2, 5);
    expect(pooled).toEqual(whole.filter((doc) => doc.id !== 'b'));
    expect(asked.filter((text) => text.startsWith('Consensus'))).toEqual([]);
    expect(await new HybridIndex(DOCS, embedder).rankPool('zebra', 2, 5)).toEqual([]);
  });

  it('uses a given index, and refuses one over other documents', async () => {
    const bm25 = new Bm25Index();
    for (const doc of DOCS) bm25.add(doc.id, doc);
    expect((await rankHybrid('consensus', DOCS, { embedder, bm25 }))[0]?.id).toBe('b');
    expect(() => new HybridIndex(DOCS.slice(1), embedder, bm25)).toThrow('other documents');
  });
});
