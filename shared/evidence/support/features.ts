import { cosine } from '../../collate/embed/cosine.ts';
import type { Passage, PreparedSource } from './source.ts';
import { pairsOf, type Wording, withoutReferences, wordingOf } from './wording.ts';

/** A sentence in comparable form. */
export interface Statement {
  readonly text: string;
  readonly wording: Wording;
  readonly pairs: ReadonlySet<string>;
  readonly total: number;
  readonly norm: number;
}

/** How one passage compares to a statement; all 0…1 but `bm25`, which is per term of the statement. */
export interface Comparison {
  readonly bm25: number;
  readonly coverage: number;
  readonly saturated: number;
  readonly cosine: number;
  readonly pairs: number;
  readonly embedding: number;
}

export function statementOf(sentence: string): Statement {
  const text = withoutReferences(sentence);
  const wording = wordingOf(text);
  let total = 0;
  let squares = 0;
  for (const weight of wording.weights.values()) {
    total += weight;
    squares += weight ** 2;
  }
  return { text, wording, pairs: pairsOf(wording.terms), total: total || 1, norm: Math.sqrt(squares) || 1 };
}

const K1 = 1.2;
const B = 0.75;

/** Compares a statement with every passage of a source, in the order of the text. */
export function compare(statement: Statement, source: PreparedSource): Comparison[] {
  const count = source.passages.length;
  const rarity = new Map<string, number>();
  for (const term of statement.wording.weights.keys()) {
    const df = source.frequency.get(term) ?? 0;
    rarity.set(term, Math.log(1 + (count - df + 0.5) / (df + 0.5)));
  }
  const vector = source.embedder?.embedOne(statement.text) ?? null;
  return source.passages.map((passage) => compareOne(statement, passage, source.averageLength, rarity, vector));
}

function compareOne(
  statement: Statement,
  passage: Passage,
  averageLength: number,
  rarity: ReadonlyMap<string, number>,
  vector: Float32Array | null,
): Comparison {
  const length = K1 * (1 - B + (B * passage.terms.length) / averageLength);
  let bm25 = 0;
  let covered = 0;
  let saturated = 0;
  let dot = 0;
  for (const [term, weight] of statement.wording.weights) {
    const count = passage.counts.get(term);
    if (count === undefined) continue;
    const share = (count * (K1 + 1)) / (count + length);
    bm25 += rarity.get(term)! * share;
    saturated += weight * share;
    covered += weight;
    dot += weight ** 2 * (1 + Math.log(count));
  }
  let pairs = 0;
  if (covered > 0) for (const pair of statement.pairs) if (passage.pairs.has(pair)) pairs++;
  return {
    bm25: bm25 / Math.max(1, statement.wording.weights.size),
    coverage: covered / statement.total,
    saturated: saturated / statement.total,
    cosine: dot / (statement.norm * passage.norm || 1),
    pairs: pairs / Math.max(1, statement.pairs.size),
    embedding: vector && passage.vector ? Math.max(0, cosine(vector, passage.vector)) : 0,
  };
}

/** Share of the statement's wording that occurs anywhere in the source. */
export function coverageOf(statement: Statement, source: PreparedSource): number {
  let covered = 0;
  for (const [term, weight] of statement.wording.weights) if (source.frequency.has(term)) covered += weight;
  return covered / statement.total;
}
