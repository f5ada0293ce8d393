import type { ContradictionCandidate, ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND, NAMES_OTHERS, OWN } from '../reader/cues.ts';
import { type Naming, namings } from './named.ts';
import { areApart } from './opposites.ts';

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
 * must be of the same system: figures of two systems contradict nothing.
 */
export function judgePairs(
  papers: readonly ReadPaper[],
  found: readonly ContradictionCandidate[],
  topicTerms: ReadonlySet<string>,
  topic: string,
): Pair[] {
  const systems = namings(papers, topic).filter(({ by }) => by === 'system');
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
    const telling = shared.filter((term) => !topicTerms.has(term));
    if (shared.length < SAME_SUBJECT || telling.length < 3) return [];
    if (pair.kind === 'values' && !sameSystem(said.text, answer.text, systems)) return [];
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
  return areApart(a.text, b.text);
}

function speaksForItself(c: Candidate): boolean {
  return !BACKGROUND.test(c.text) && (OWN.test(c.text) || !NAMES_OTHERS.test(c.text));
}

/** Both sentences name the same system, one that a read paper introduced. */
function sameSystem(a: string, b: string, systems: readonly Naming[]): boolean {
  return systems.some(({ pattern }) => pattern.test(a) && pattern.test(b));
}
