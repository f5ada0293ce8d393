import { type Bm25Index, idf, saturate } from './bm25.ts';
import { FIELD_NAMES } from './field-weights.ts';

/**
 * Adds to `scores` the BM25 score of the pairs of terms that stand side by side in the query and in the document (function
 * words between them left out), times `weight`. Pairs are looked up in the documents that hold both terms, so that no
 * index of pairs is needed.
 */
export function addPhraseScores(
  index: Bm25Index,
  query: readonly string[],
  weight: number,
  scores: Float64Array,
): void {
  const { lengths, meanLength } = index.postings;
  const { k1, b } = index.options;
  for (const [first, second, repeated] of adjacentPairs(index, query)) {
    const matches = pairCounts(index, first, second);
    const factor = weight * repeated * idf(index.size, matches.length);
    for (const [doc, count] of matches) {
      scores[doc]! += factor * saturate(count, lengths[doc]! / meanLength, k1, b);
    }
  }
}

const SIGNS = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2}$/u;

/** Pairs of signs that share one: they stand side by side wherever the longer word does, which says nothing more. */
function areOverlapping(first: string, second: string): boolean {
  return SIGNS.test(first) && SIGNS.test(second) && first.at(-1) === second[0];
}

/** Pairs of known terms with their number of occurrences in the query. */
function adjacentPairs(index: Bm25Index, query: readonly string[]): [number, number, number][] {
  const pairs = new Map<string, [number, number, number]>();
  for (let i = 0; i + 1 < query.length; i++) {
    const first = index.forward.termId(query[i]!);
    const second = index.forward.termId(query[i + 1]!);
    if (first < 0 || second < 0 || areOverlapping(query[i]!, query[i + 1]!)) continue;
    const key = `${first} ${second}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, [first, second, 1]);
    else known[2]++;
  }
  return [...pairs.values()];
}

/** Documents in which `second` follows `first` within a field, with their weighted number of occurrences. */
function pairCounts(index: Bm25Index, first: number, second: number): [number, number][] {
  const { sequence, starts } = index.forward;
  const factors = FIELD_NAMES.map((name) => index.options.weights[name]);
  const found: [number, number][] = [];
  for (const doc of commonDocs(index, first, second)) {
    let count = 0;
    for (let field = 0; field < factors.length; field++) {
      const at = doc * factors.length + field;
      const last = starts[at + 1]! - 1;
      for (let i = starts[at]!; i < last; i++) {
        if (sequence[i] === first && sequence[i + 1] === second) count += factors[field]!;
      }
    }
    if (count > 0) found.push([doc, count]);
  }
  return found;
}

function commonDocs(index: Bm25Index, first: number, second: number): number[] {
  const { offsets, docs } = index.postings;
  const common: number[] = [];
  let i = offsets[first]!;
  let j = offsets[second]!;
  while (i < offsets[first + 1]! && j < offsets[second + 1]!) {
    const difference = docs[i]! - docs[j]!;
    if (difference === 0) {
      common.push(docs[i]!);
      j++;
      i++;
    } else if (difference < 0) i++;
    else j++;
  }
  return common;
}
