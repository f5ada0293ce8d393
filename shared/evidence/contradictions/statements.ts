import type { ReadPaper } from '../../agents/inputs.ts';
import { sentences } from '../../text/sentences.ts';
import { isDirectionTerm } from '../polarity.ts';
import { type Quantity, quantitiesOf } from '../quantities.ts';
import { withoutReferences, wordingOf } from '../support/wording.ts';
import { isContrast, isLimited, measuresIn } from './cues.ts';

/** A sentence of a paper that may stand against one of another paper. */
export interface Statement {
  readonly paper: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Terms that say what it is about, with their weights; directions, measures and numbers are left out. */
  readonly topic: ReadonlyMap<string, number>;
  readonly total: number;
  readonly quantities: readonly Quantity[];
  readonly measures: ReadonlySet<string>;
}

/** Statements a paper contributes: enough for its claims and results, too few to make the comparison slow. */
const MAX_PER_PAPER = 120;
/** With fewer telling sentences than this (an abstract), every sentence is taken. */
const FEW = 10;
const FINDS =
  /\b(?:we (?:find|found|show|showed|observe|observed|conclude|report|demonstrate)|results? (?:show|suggest|indicate)|outperform|underperform|improv|reduc|increas|decreas|achiev|degrad|better|worse|higher|lower|faster|slower|significant|effective|fail)/i;

/** How papers speak of themselves; no subject matter. */
const DISCOURSE = new Set(
  'section discuss expect extend exampl figur tabl result paper conclud describ present propos show follow previou author work studi find investig introduc'.split(
    ' ',
  ),
);
const SIGNPOST =
  /\b(?:next|this|following|remainder of the|rest of the) (?:section|subsection|paper|chapter)\b|\bin sections? \d/i;

/** The sentences worth comparing: those the reader chose first, then findings, results, limits and contrasts of the text. */
export function statementsOf(paper: ReadPaper): Statement[] {
  const { note, text } = paper;
  const chosen = [...note.claims.map((claim) => claim.anchor), ...note.evaluation, ...note.limitations];
  const spans = new Map<number, { start: number; end: number }>();
  const all = sentences(text.text);
  for (const anchor of chosen) {
    const whole = all.find((s) => s.start <= anchor.start && anchor.start < s.end) ?? anchor;
    spans.set(whole.start, { start: whole.start, end: Math.max(whole.end, anchor.end) });
  }
  const reference = text.sections.find((section) =>
    /^\W*(?:\d+\W*)?(?:references|bibliography)\b/i.test(section.title),
  );
  const body = all.filter(({ text: t, start }) => {
    return t.length >= 40 && t.length <= 600 && !SIGNPOST.test(t) && !(reference && start >= reference.start);
  });
  const telling = body.filter(({ text: t }) => isTelling(t));
  for (const sentence of [...telling, ...(telling.length < FEW ? body : [])]) {
    if (spans.size >= MAX_PER_PAPER) break;
    if (!spans.has(sentence.start)) spans.set(sentence.start, sentence);
  }
  return [...spans.values()].sort((a, b) => a.start - b.start).map((span) => statement(note.id, text.text, span));
}

function isTelling(text: string): boolean {
  return FINDS.test(text) || isContrast(text) || isLimited(text) || measuresIn(text).size > 0;
}

function statement(paper: string, source: string, span: { start: number; end: number }): Statement {
  const text = source.slice(span.start, span.end);
  const measures = measuresIn(text);
  const { weights } = wordingOf(withoutReferences(text));
  const topic = new Map<string, number>();
  let total = 0;
  for (const [term, weight] of weights) {
    if (/^\d/.test(term) || isDirectionTerm(term) || measures.has(term) || DISCOURSE.has(term)) continue;
    topic.set(term, weight);
    total += weight;
  }
  return { paper, text, ...span, topic, total: total || 1, quantities: quantitiesOf(text), measures };
}
