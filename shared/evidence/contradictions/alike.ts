import type { Statement } from './statements.ts';

/** Two statements of different papers about the same thing. */
export interface Pair {
  readonly a: Statement;
  readonly b: Statement;
  /** Weighted share of common topic terms, 0…1. */
  readonly overlap: number;
  /** Common terms, most telling first. */
  readonly shared: readonly string[];
}

/** A term tells what a sentence is about when fewer than about one abstract in fifty has it. */
const TELLING = 4;
/** A term in more statements than this is the topic of the whole run and tells nothing. */
const MAX_STATEMENTS_A_TERM = 80;
const MAX_PAIRS = 60_000;
const LEAST_OVERLAP = 0.22;

/** Pairs across papers that share at least two telling terms; found through an inverted index. */
export function alikePairs(statements: readonly Statement[]): Pair[] {
  const postings = new Map<string, number[]>();
  statements.forEach((statement, at) => {
    for (const [term, weight] of statement.topic) {
      if (weight >= TELLING) postings.set(term, [...(postings.get(term) ?? []), at]);
    }
  });
  const common = new Map<number, number>();
  for (const term of [...postings.keys()].sort()) {
    const places = postings.get(term)!;
    if (places.length > MAX_STATEMENTS_A_TERM) continue;
    for (let i = 0; i < places.length; i++) {
      for (let j = i + 1; j < places.length; j++) {
        const [a, b] = [places[i]!, places[j]!];
        if (statements[a]!.paper === statements[b]!.paper) continue;
        const key = a * statements.length + b;
        if (common.size < MAX_PAIRS || common.has(key)) common.set(key, (common.get(key) ?? 0) + 1);
      }
    }
  }
  const pairs: Pair[] = [];
  for (const [key, count] of common) {
    if (count < 2) continue;
    const a = statements[Math.floor(key / statements.length)]!;
    const b = statements[key % statements.length]!;
    const pair = pairOf(a, b);
    if (pair.overlap >= LEAST_OVERLAP) pairs.push(pair);
  }
  return pairs;
}

export function pairOf(a: Statement, b: Statement): Pair {
  let both = 0;
  const shared: string[] = [];
  for (const [term, weight] of a.topic) {
    const other = b.topic.get(term);
    if (other === undefined) continue;
    both += Math.min(weight, other);
    shared.push(term);
  }
  shared.sort((x, y) => a.topic.get(y)! - a.topic.get(x)! || (x < y ? -1 : 1));
  return {
    a,
    b,
    overlap: both / Math.max(1, Math.min(a.total, b.total) * 0.5 + Math.max(a.total, b.total) * 0.5),
    shared,
  };
}
