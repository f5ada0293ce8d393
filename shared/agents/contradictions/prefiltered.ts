import type { ContradictionCandidate, ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { NAMES_OTHERS, OWN } from '../reader/cues.ts';

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
  const pools = new Map<string, Candidate[]>();
  const sentenceAt = (paper: ReadPaper, start: number, end: number) => {
    const id = paper.note.id;
    if (!pools.has(id)) pools.set(id, candidates(paper.text));
    return pools.get(id)!.find((c) => c.start < end && start < c.end) ?? null;
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
    if (shared.length < SAME_SUBJECT || telling.length < 2) return [];
    if (pair.kind === 'values' && !sameTask(said.text, answer.text)) return [];
    if (pair.kind !== 'contrast' && !(speaksForItself(said) && speaksForItself(answer))) return [];
    return [
      {
        kind: pair.kind,
        cue: pair.cue,
        a,
        b,
        said,
        answer,
        shared: shared.length,
        score: pair.score * Math.min(1, telling.length / 4),
      },
    ];
  });
}

function speaksForItself(c: Candidate): boolean {
  return OWN.test(c.text) || !NAMES_OTHERS.test(c.text);
}

const PROPER =
  /(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+|\s?\d+)+|\p{Lu}\p{Ll}{3,})(?![\p{L}\p{N}])/gu;

/** Both sentences name the same data set, task or system. */
function sameTask(a: string, b: string): boolean {
  const names = (text: string) =>
    new Set(
      [...text.slice(1).matchAll(PROPER)]
        .map((m) => m[0].toLowerCase())
        .filter((n) => !/^(?:bleu|rouge|f1|ter)$/.test(n)),
    );
  const left = names(a);
  return [...names(b)].some((name) => left.has(name));
}
