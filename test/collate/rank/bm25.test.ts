import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bm25Index } from '../../../shared/collate/rank/bm25.ts';

const DOCS = [
  ['p1', { title: 'Query optimisation', abstract: 'Join ordering in relational databases.' }],
  ['p2', { title: 'Neural ranking', abstract: 'Learned query representations rank documents.' }],
  ['p3', { title: 'Storage', abstract: 'Log-structured merge trees.', body: 'A query is rare here.' }],
] as const;

function indexOf(docs: readonly (readonly [string, { title?: string; abstract?: string; body?: string }])[] = DOCS) {
  const index = new Bm25Index();
  for (const [id, fields] of docs) index.add(id, fields);
  return index;
}

describe('Bm25Index', () => {
  it('scores by the formula', () => {
    const index = new Bm25Index();
    index.add('a', { abstract: 'cache cache tree' });
    index.add('b', { abstract: 'tree' });

    const [hit] = index.search('cache', 10);

    const inverse = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    expect(hit?.id).toBe('a');
    expect(hit?.score).toBeCloseTo((inverse * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / 2)), 10);
  });

  it('finds only documents that share a term, best first', () => {
    expect(
      indexOf()
        .search('query joins', 10)
        .map((hit) => hit.id),
    ).toEqual(['p1', 'p2', 'p3']);
    expect(indexOf().search('quantum', 10)).toEqual([]);
    expect(indexOf().search('', 10)).toEqual([]);
  });

  it('weights fields', () => {
    const index = new Bm25Index({ weights: { title: 3, abstract: 1, body: 0 } });
    index.add('in-abstract', { title: 'tree tree', abstract: 'cache cache' });
    index.add('in-title', { title: 'cache cache', abstract: 'tree tree' });
    index.add('in-body', { title: 'tree', body: 'cache' });
    expect(index.search('cache', 10).map((hit) => hit.id)).toEqual(['in-title', 'in-abstract']);
  });

  it('breaks ties by id, whatever the order of adding', () => {
    const same = { title: 'cache' };
    const search = (ids: string[]) => indexOf(ids.map((id) => [id, same] as const)).search('cache', 2);
    expect(search(['b', 'a', 'C']).map((hit) => hit.id)).toEqual(['C', 'a']);
    expect(search(['a', 'C', 'b'])).toEqual(search(['b', 'a', 'C']));
  });

  it('refuses an id twice', () => {
    const index = indexOf();
    expect(() => index.add('p1', {})).toThrow('p1');
  });

  it('can be searched between additions', () => {
    const index = indexOf();
    index.search('query', 1);
    index.add('p4', { title: 'query query query' });
    expect(index.search('query', 1)[0]?.id).toBe('p4');
  });

  it('comes back from JSON with the very same answers, for any documents', () => {
    const text = fc.array(fc.constantFrom('cache', 'tree', 'query', 'join', 'constructor', '__proto__'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.array(fc.record({ title: text, abstract: text }), { maxLength: 6 }), text, (docs, query) => {
        const index = new Bm25Index({ k1: 1.5 });
        for (const [i, doc] of docs.entries()) {
          index.add(`d${i}`, { title: doc.title.join(' '), abstract: doc.abstract.join(' ') });
        }
        const back = Bm25Index.fromJSON(JSON.parse(JSON.stringify(index)));
        expect(back.search(query.join(' '), 10)).toEqual(index.search(query.join(' '), 10));
      }),
    );
  });

  it('refuses JSON that is cut or of another version', () => {
    const json = indexOf().toJSON();
    expect(() => Bm25Index.fromJSON({ ...json, vocabulary: [] })).toThrow('term 0');
    expect(() => Bm25Index.fromJSON({ ...json, version: 2 as 1 })).toThrow('version 2');
  });
});
