import { expect, test } from 'vitest';
import { Dispatch } from '../../../shared/contracts/finding.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';
import type { Library } from '../../../shared/runtime.ts';
import { searchLibrary } from '../../../shared/sources/library/search.ts';
import { goalOf } from '../agents-early/support.ts';

const records = ['A model of graph systems', 'Implementations of caches'].map((title, at) => ({
  ...blankRecord(`doi:10.1000/${at}`, 'library'),
  title,
  abstract: 'Its proof and its system are described.',
}));
const library = {
  name: 'mine',
  search: async () => records.map((record) => ({ record, score: 1 })),
  get: async () => undefined,
} as unknown as Library;
const dispatch = Dispatch.parse({
  id: '1.1.SQ1.library',
  round: 1,
  tick: 1,
  node: 'SQ1',
  source: 'library',
  query: 'zorbing implementations system',
  max_results: 10,
  reminder: null,
});
const search = (telling: readonly string[]) => searchLibrary(library, dispatch, goalOf('zorbing'), telling);

test('records that share only words of every question are no hits', async () => {
  const found = await search(['zorb']);
  expect(found).toMatchObject({ outcome: 'none', papers: [], notes: 'No record holds a word of the topic itself.' });
});

test('where one record is about it, the others stay, and a topic of general words takes any', async () => {
  expect((await search(['zorb', 'cach'])).papers).toHaveLength(2);
  expect((await search([])).papers).toHaveLength(2);
});
