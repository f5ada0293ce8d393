import type { ContradictionCandidate, ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND, NAMES_OTHERS, OWN } from '../reader/cues.ts';
import { outcomeOf } from './outcome.ts';

/** A prefiltered pair that survived the critic's second look. */
export interface Pair {
  readonly kind: ContradictionCandidate['kind'];
  readonly cue: string;
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  readonly said: Candidate;
  readonly answer: Candidate;
  readonly shared: number;
  readonly score: number;
}

/** Shared content words below which two sentences are not about the same thing. */
const SAME_SUBJECT = 3;

/**
 * Keeps the prefilter's pairs whose spans are whole quotable sentences of two different papers about one subject. Values
 * must be of the same measure and the same data or task: two numbers from two test sets contradict nothing.
 */
export function judgePairs(
  papers: readonly ReadPaper[],
  found: readonly ContradictionCandidate[],
  topic: ReadonlySet<string>,
): Pair[] {
  const byId = new Map(papers.map((paper) => [paper.note.id, paper]));
  const sentenceAt = (paper: ReadPaper, start: number, end: number) => {
    return candidates(paper.text).find((c) => c.start < end && start < c.end) ?? null;
  };
  return found.flatMap((pair) => {
    const a = byId.get(pair.a.paper);
    const b = byId.get(pair.b.paper);
    if (a === undefined || b === undefined || a === b) return [];
    const said = sentenceAt(a, pair.a.start, pair.a.end);
    const answer = sentenceAt(b, pair.b.start, pair.b.end);
    if (said === null || answer === null || said.dependence > 0.6 || answer.dependence > 0.6) return [];
    const shared = [...said.terms].filter((term) => answer.terms.has(term) && !/^\d/.test(term));
    const telling = shared.filter((term) => !topic.has(term));
    if (shared.length < SAME_SUBJECT || telling.length < 3) return [];
    if (pair.kind === 'values' && !sameTask(said.text, answer.text)) return [];
    if (pair.kind === 'conclusion' && !pointApart(said, answer)) return [];
    // Contrasts by name are found with stricter rules here; a limit somewhere else is no contradiction.
    if (pair.kind === 'contrast' || pair.kind === 'scope') return [];
    if (!(speaksForItself(said) && speaksForItself(answer))) return [];
    return [
      {
        kind: pair.kind,
        cue: pair.cue,
        a,
        b,
        said,
        answer,
        shared: shared.length,
        score: 0.5 * pair.score + 0.1 * Math.min(4, telling.length),
      },
    ];
  });
}

/** One reports a gain, the other a loss. */
function pointApart(a: Candidate, b: Candidate): boolean {
  const [x, y] = [outcomeOf(a.text), outcomeOf(b.text)];
  return x !== null && y !== null && x !== y;
}

function speaksForItself(c: Candidate): boolean {
  return !BACKGROUND.test(c.text) && (OWN.test(c.text) || !NAMES_OTHERS.test(c.text));
}

const PROPER =
  /(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+|\s?\d+)+|\p{Lu}\p{Ll}{3,})(?![\p{L}\p{N}])/gu;

/** Measures, data sets, languages and products of everyday: sharing them makes two figures no rivals. */
const NOT_A_SYSTEM =
  /^(?:bleu|rouge|f1|ter|wer|nist|meteor|accuracy|penn|treebank|wall|street|journal|wsj|brown|english|chinese|german|french|arabic|japanese|czech|spanish|the|this|table|figure|section|gpus?|cpus?|wordnet|senseval|conll|europarl|nlp|smt|pos|wsd|long range arena|imagenet|glue|squad|mt\d*|\d+)$|treebank|corpus|shared task|journal/;

/** Both sentences name the same system. */
function sameTask(a: string, b: string): boolean {
  const names = (text: string) =>
    new Set([...text.slice(1).matchAll(PROPER)].map((m) => m[0].toLowerCase()).filter((n) => !NOT_A_SYSTEM.test(n)));
  const left = names(a);
  return [...names(b)].some((name) => left.has(name));
}
