import { describe, expect, test } from 'vitest';
import { blankRecord, type LibraryRecord } from '../../../shared/contracts/record.ts';
import type { Library } from '../../../shared/runtime.ts';
import { linked } from '../../../shared/sources/library/links.ts';

const record = (name: string, cites: readonly string[] = []): LibraryRecord => ({
  ...blankRecord(`doi:10.1000/${name}`, 'library'),
  title: name,
  cites: cites.map((id) => `doi:10.1000/${id}`),
});

const [a, b, c] = [record('a', ['root', 'unheard']), record('b', ['root', 'a']), record('c', ['unheard', 'gone'])];
const lone = record('lone');
const root = record('root');
const unheard = record('unheard');
const library = {
  get: async (id: string) => [root, unheard].find((one) => one.id === id),
} as Pick<Library, 'get'> as Library;
const names = (hits: readonly { readonly record: LibraryRecord }[]) => hits.map((hit) => hit.record.title);

describe('hits and their citation links', () => {
  test('what the best hits cite passes a hit that nothing is linked with', async () => {
    const hits = [a, b, lone, root].map((one, at) => ({ record: one, score: [1, 0.9, 0.6, 0.5][at]! }));
    expect(names(await linked(library, hits, 3))).toEqual(['a', 'b', 'root', 'lone']);
  });

  test('what two of the best cite is found without a word of the query, what one cites is not', async () => {
    const hits = [a, c].map((one, at) => ({ record: one, score: 1 - 0.1 * at }));
    expect(names(await linked(library, hits, 10))).toContain('unheard');
    expect(names(await linked(library, [{ record: a, score: 1 }], 10))).toEqual(['a']);
  });

  test('a library without references keeps its order, and nothing stays nothing', async () => {
    const hits = ['z', 'y', 'x'].map((name, at) => ({ record: record(name), score: 3 - at }));
    expect(names(await linked(library, hits, 10))).toEqual(['z', 'y', 'x']);
    expect(await linked(library, [], 10)).toEqual([]);
    expect(names(await linked(library, [{ record: a, score: 0 }], 10))).toEqual(['a']);
  });
});
