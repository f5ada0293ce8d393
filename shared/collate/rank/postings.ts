import { FIELD_NAMES, type FieldWeights } from './field-weights.ts';
import type { ForwardIndex } from './forward.ts';

/** The inverted index as flat arrays: the documents of term `t` stand at `offsets[t]` to `offsets[t + 1]`, ascending. */
export interface Postings {
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  /** Occurrences, each weighted by its field. */
  readonly counts: Float32Array;
  /** Weighted length of each document, in terms. */
  readonly lengths: Float64Array;
  readonly meanLength: number;
}

/** Inverts `forward` in two passes, linear in the number of terms; fields of weight 0 are left out. */
export function invert(forward: ForwardIndex, weights: FieldWeights): Postings {
  const { sequence, starts, vocabulary, ids } = forward;
  const factors = FIELD_NAMES.map((name) => weights[name]);
  const offsets = new Uint32Array(vocabulary.length + 1);
  eachField(
    ids.length,
    starts,
    factors,
    (doc, from, to, _, lastDoc) => {
      for (let i = from; i < to; i++) {
        const term = sequence[i]!;
        if (lastDoc[term] === doc + 1) continue;
        lastDoc[term] = doc + 1;
        offsets[term + 1]!++;
      }
    },
    new Uint32Array(vocabulary.length),
  );
  for (let t = 0; t < vocabulary.length; t++) offsets[t + 1]! += offsets[t]!;

  const docs = new Uint32Array(offsets[vocabulary.length]!);
  const counts = new Float32Array(docs.length);
  const lengths = new Float64Array(ids.length);
  const next = offsets.slice(0, vocabulary.length);
  eachField(
    ids.length,
    starts,
    factors,
    (doc, from, to, factor, lastDoc) => {
      for (let i = from; i < to; i++) {
        const term = sequence[i]!;
        if (lastDoc[term] !== doc + 1) {
          lastDoc[term] = doc + 1;
          docs[next[term]!++] = doc;
        }
        counts[next[term]! - 1]! += factor;
      }
      lengths[doc]! += factor * (to - from);
    },
    new Uint32Array(vocabulary.length),
  );
  let total = 0;
  for (const length of lengths) total += length;
  return { offsets, docs, counts, lengths, meanLength: total / Math.max(1, ids.length) || 1 };
}

type FieldVisitor = (doc: number, from: number, to: number, factor: number, lastDoc: Uint32Array) => void;

function eachField(
  size: number,
  starts: Uint32Array,
  factors: readonly number[],
  visit: FieldVisitor,
  lastDoc: Uint32Array,
): void {
  for (let doc = 0; doc < size; doc++) {
    for (let field = 0; field < factors.length; field++) {
      const factor = factors[field]!;
      const at = doc * factors.length + field;
      if (factor > 0) visit(doc, starts[at]!, starts[at + 1]!, factor, lastDoc);
    }
  }
}
