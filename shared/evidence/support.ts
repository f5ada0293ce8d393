import { conflictsOf } from './support/conflicts.ts';
import { type Comparison, compare, coverageOf, type Statement, statementOf } from './support/features.ts';
import { shiftsOf } from './support/shifts.ts';
import { type PreparedSource, prepareSource } from './support/source.ts';
import { PENALTIES, RANKING, SCORING, THRESHOLDS } from './support/weights.ts';

export { type PreparedSource, prepareSource, type SentenceEmbedder, sentenceEmbedder } from './support/source.ts';

export interface SupportSpan {
  readonly start: number;
  readonly end: number;
}

/** How well a source backs a sentence. */
export interface SupportResult {
  /** 0…1; about the share of such sentences for which the source is the right one. */
  readonly score: number;
  /** The passages it rests on, best first; offsets into the source text. None when nothing is alike. */
  readonly best: readonly SupportSpan[];
}

export type SupportVerdict = 'supported' | 'weak' | 'unsupported';

/**
 * Scores how well `source` backs `sentence`: shared wording weighted by rarity, BM25 within the source, and sentence vectors
 * when the source was prepared with an embedder. Numbers and names the source does not have, and a closest passage of
 * opposite polarity, lower the score.
 */
export function supportSentence(sentence: string, source: PreparedSource): SupportResult {
  const statement = statementOf(sentence);
  if (source.passages.length === 0 || statement.wording.terms.length === 0) return { score: 0, best: [] };
  const compared = compare(statement, source);
  const order = rank(compared);
  const chosen = order
    .slice(0, RANKING.spans)
    .filter((at) => compared[at]!.coverage > 0 || compared[at]!.embedding > 0.3);
  const passages = order.slice(0, 5).map((at) => source.passages[at]!.text);
  const score = rawScore(statement, compared, source) * penalty(statement.text, passages, source, compared[order[0]!]!);
  return {
    score: Math.max(0, Math.min(1, score)),
    best: chosen.map((at) => ({ start: source.passages[at]!.start, end: source.passages[at]!.end })),
  };
}

/** The best of several sources; null without any. Ties go to the first. */
export function supportAmong(
  sentence: string,
  sources: readonly PreparedSource[],
): (SupportResult & { readonly source: number }) | null {
  let best: (SupportResult & { readonly source: number }) | null = null;
  sources.forEach((source, index) => {
    const result = supportSentence(sentence, source);
    if (!best || result.score > best.score) best = { ...result, source: index };
  });
  return best;
}

/** Words from which a title says what its work is about. */
const TELLING_TITLE = 4;

/**
 * Whether a title backs a sentence. It says what a work is about, which no sentence of the work may repeat; one that asks
 * states nothing.
 */
export function backedByTitle(sentence: string, title: string): boolean {
  if (title.includes('?') || title.trim().split(/\s+/).length < TELLING_TITLE) return false;
  return (
    verdictOf(supportSentence(sentence, prepareSource(`${title.replace(/[.\s]+$/, '')}.`)).score) !== 'unsupported'
  );
}

/** What a reader is told about a score. */
export function verdictOf(score: number): SupportVerdict {
  if (score >= THRESHOLDS.supported) return 'supported';
  return score >= THRESHOLDS.weak ? 'weak' : 'unsupported';
}

function rank(compared: readonly Comparison[]): number[] {
  const values = compared.map(
    (c) =>
      RANKING.bm25 * c.bm25 + RANKING.coverage * c.coverage + RANKING.pairs * c.pairs + RANKING.embedding * c.embedding,
  );
  return compared.map((_, at) => at).sort((a, b) => values[b]! - values[a]! || a - b);
}

function rawScore(statement: Statement, compared: readonly Comparison[], source: PreparedSource): number {
  const withVectors = source.embedder !== null;
  const w = withVectors ? SCORING.withVectors : SCORING.wordsOnly;
  const z =
    w.bias +
    w.source * coverageOf(statement, source) +
    w.passage * compared.reduce((most, c) => Math.max(most, c.coverage), 0) +
    w.saturated * topThree(compared, 'saturated') +
    w.embedding * (withVectors ? topThree(compared, 'embedding') : 0);
  return 1 / (1 + Math.exp(-z));
}

/** Mean of the three greatest values; a short source counts what it has. */
function topThree(compared: readonly Comparison[], name: 'saturated' | 'embedding'): number {
  const top = compared
    .map((c) => c[name])
    .sort((a, b) => b - a)
    .slice(0, 3);
  return top.reduce((sum, value) => sum + value, 0) / Math.max(1, top.length);
}

function penalty(text: string, passages: readonly string[], source: PreparedSource, closest: Comparison): number {
  const conflicts = conflictsOf(text, passages, source.lower);
  const repeats = closest.coverage >= PENALTIES.polarityFrom;
  const polarity = conflicts.polarity && repeats ? PENALTIES.polarity : 0;
  const copies = closest.coverage >= PENALTIES.shiftFrom;
  if (polarity === 0 && copies && shiftsOf(text, passages[0] ?? '').length > 0) return 1 - PENALTIES.shift;
  return (1 - PENALTIES.numbers * conflicts.numbers) * (1 - PENALTIES.names * conflicts.names) * (1 - polarity);
}
