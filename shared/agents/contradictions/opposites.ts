import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND, NAMES_OTHERS, OWN } from '../reader/cues.ts';
import { isFurniture, phrases } from '../reader/phrases.ts';
import { outcomeOf } from './outcome.ts';

export interface Opposite {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  /** The side that reports the gain. */
  readonly said: Candidate;
  /** The side that reports the loss. */
  readonly answer: Candidate;
  readonly phrase: string;
  readonly score: number;
}

interface Reported {
  readonly paper: ReadPaper;
  readonly candidate: Candidate;
  readonly names: ReadonlyMap<string, string>;
}

/** Words of every evaluation: sharing them makes no common subject. */
const EVERYWHERE = new Set(
  'improv perform result increas decreas higher lower better wors best show report experi compar approach method model system us signific score data set test number baselin figur valu case larg small high low'.split(
    ' ',
  ),
);

/**
 * Pairs of sentences of two papers of which one reports a gain and the other a loss on a thing both name. The thing must be
 * a name of two words or more that is not the topic's own, and the sentences must share further words beside it.
 */
export function opposites(
  papers: readonly ReadPaper[],
  topicTerms: ReadonlySet<string>,
  topicPhrases: ReadonlySet<string>,
): Opposite[] {
  const better: Reported[] = [];
  const worse: Reported[] = [];
  for (const paper of papers) {
    for (const candidate of candidates(paper.text)) {
      const outcome = candidate.dependence > 0.35 || !speaks(candidate) ? null : outcomeOf(candidate.text);
      if (outcome === null) continue;
      const names = new Map(
        phrases(candidate.text)
          .filter((p) => !topicPhrases.has(p.key) && !isFurniture(p.text))
          .map((p) => [p.key, p.text] as const),
      );
      if (names.size > 0) (outcome === 'better' ? better : worse).push({ paper, candidate, names });
    }
  }
  const found: Opposite[] = [];
  for (const gain of better) {
    for (const loss of worse) {
      if (gain.paper === loss.paper) continue;
      const shared = [...gain.names].filter(
        ([key]) => loss.names.has(key) && key.split(' ').some((word) => !topicTerms.has(word) && !EVERYWHERE.has(word)),
      );
      if (shared.length === 0) continue;
      const words = [...gain.candidate.terms].filter(
        (t) => loss.candidate.terms.has(t) && !EVERYWHERE.has(t) && !/^\d/.test(t),
      );
      const [, phrase] = shared.sort((x, y) => y[0].length - x[0].length || (x[0] < y[0] ? -1 : 1))[0]!;
      if (MEASURE.test(phrase) && !shareAName(gain.candidate.text, loss.candidate.text)) continue;
      const telling = words.filter((t) => !topicTerms.has(t)).length;
      if (telling < 3) continue;
      const score =
        0.35 +
        0.07 * Math.min(4, telling) +
        0.05 * Math.min(3, shared.length) -
        0.3 * (gain.candidate.dependence + loss.candidate.dependence);
      found.push({ a: gain.paper, b: loss.paper, said: gain.candidate, answer: loss.candidate, phrase, score });
    }
  }
  return found;
}

/** A measure is a subject only between works that speak of the same system beside it. */
const MEASURE =
  /\b(?:ratios?|rates?|latenc(?:y|ies)|throughput|times?|costs?|memory|amplification|traces?|usage|bandwidth|overhead|coverage|size|speed|traffic|hits?|misses)$/i;
const INNER_NAME = /(?<=\S\s+[("“]?)\p{Lu}[\p{L}\p{N}-]{2,}/gu;

function shareAName(a: string, b: string): boolean {
  const names = new Set([...a.matchAll(INNER_NAME)].map((m) => m[0]));
  return [...b.matchAll(INNER_NAME)].some((m) => names.has(m[0]));
}

/** What a review says of many works, or of research as such, is no outcome of its own. */
const REVIEWS = /\b(?:reviews?|surveys?|research|literature|studies|decades?|cost models?)\b/i;

function speaks(c: Candidate): boolean {
  if (c.role === 'related' || BACKGROUND.test(c.text) || REVIEWS.test(c.text)) return false;
  return (
    OWN.test(c.text) ||
    ((c.role === 'abstract' || c.role === 'evaluation' || c.role === 'conclusion') && !NAMES_OTHERS.test(c.text))
  );
}
