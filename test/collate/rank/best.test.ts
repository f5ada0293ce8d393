import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bestEntries } from '../../../shared/collate/rank/best.ts';

it('gives what sorting everything gives, for any scores, ties and limits', () => {
  const entry = fc.tuple(fc.integer({ min: -2, max: 3 }), fc.constantFrom('a', 'b', 'c', 'd'));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), fc.integer({ min: -1, max: 45 }), (entries, limit) => {
      const scores = Float64Array.from(entries, ([score]) => score);
      const ids = entries.map(([, id]) => id);
      const sorted = [...scores.keys()]
        .filter((i) => scores[i]! > 0)
        .sort((a, b) => scores[b]! - scores[a]! || (ids[a]! < ids[b]! ? -1 : ids[a]! > ids[b]! ? 1 : a - b));
      expect(bestEntries(scores, ids, limit, 0)).toEqual(sorted.slice(0, Math.max(0, limit)));
    }),
  );
});

it('leaves scores that are no number out', () => {
  expect(bestEntries(Float64Array.of(Number.NaN, 1), ['a', 'b'], 2)).toEqual([1]);
});
