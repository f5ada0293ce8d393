import type { Anchor } from '../../contracts/note.ts';
import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { CLAIM, cueScore, NAMES_OTHERS, OWN } from '../reader/cues.ts';
import { namings } from './named.ts';

/** What a sentence of one paper says about another. */
export type Stance = 'disagrees' | 'outperforms' | 'falls_short' | 'limits' | 'differs';

export interface Contrast {
  readonly a: ReadPaper;
  readonly b: ReadPaper;
  readonly stance: Stance;
  readonly said: Candidate;
  readonly answer: Candidate;
  /** The kind of approach is named, not the work. */
  readonly ofKind: string | null;
  readonly score: number;
}

/** A cue that stands in front of the name it is about; at most `reach` characters, no new clause, lie between. */
interface Before {
  readonly stance: Stance;
  readonly cue: RegExp;
  readonly reach: number;
}

const BEFORE: readonly Before[] = [
  {
    stance: 'disagrees',
    cue: /\b(?:contrary to|contradicts?|disagrees? with|in disagreement with|disputes?|refutes?|calls? into question|challenges?)\b/giu,
    reach: 60,
  },
  {
    stance: 'outperforms',
    cue: /\b(?:outperform\w*|surpass\w*|beats?|exceeds?|improv\w+ (?:up)?on|(?:better|faster|higher|lower|smaller|shorter|cheaper|stronger|fewer|less|more)(?:\s[\w-]+){0,6}\sthan)\b/giu,
    reach: 90,
  },
  {
    stance: 'falls_short',
    cue: /\b(?:(?:worse|slower|weaker)(?:\s[\w-]+){0,5}\sthan|inferior to|falls? (?:behind|short of)|behind|trails?|trailed|several times that of)\b/giu,
    reach: 60,
  },
  {
    stance: 'differs',
    cue: /\b(?:unlike|in contrast to|by contrast to|as opposed to|rather than|instead of|differs? (?:\w+ )?from|different from|whereas)\b/giu,
    reach: 50,
  },
  {
    stance: 'limits',
    cue: /\b(?:can stall|stalls?|a (?:weakness|drawback|limitation|shortcoming|problem) (?:of|in|with)|affects?|avoids? the \w+ (?:of|that affects)|does not (?:hold|work) (?:for|in|with))\b/giu,
    reach: 60,
  },
];

/** Behind a name: what the named work cannot do. */
const AFTER =
  /^[^.;:]{0,70}?\b(?:cannot|can not|fails?|suffers?|lacks?|(?:is|are|was|were) (?:only|limited|restricted|unable|slow|too)|only (?:handles?|works?|supports?|considers?|models?|allows?|uses?)|do(?:es)? not (?:\w+ )?(?:scale|handle|model|allow|support|consider|capture|guarantee|use|take|address)|did not (?:\w+ )?(?:scale|handle|model|allow|support|consider|capture|use)|ignores?|neglects?|degrad\w*|diverges?|requires? (?:\w+ ){0,3}(?:more|large|huge|expensive))\b/iu;
const REPORTS_OTHERS =
  /\bas (?:pointed out|noted|shown|observed|suggested|described|discussed|argued|reported|in|done|proposed|defined)\b|\b(?:following|see also|e\.g\.|proposed by|described in|introduced by|similar to|inspired by)\b/i;

/** Best kind first: an open disagreement tells more than a difference in design. */
const WEIGHT: Readonly<Record<Stance, number>> = {
  disagrees: 1,
  outperforms: 0.75,
  falls_short: 0.8,
  limits: 0.75,
  differs: 0.6,
};

/** Sentences in which one read paper sets itself against another that it names, each with the other's own statement. */
export function contrasts(papers: readonly ReadPaper[], topic: string): Contrast[] {
  const names = namings(papers, topic);
  const pool = new Map(papers.map((paper) => [paper.note.id, candidates(paper.text)]));
  const byId = new Map(papers.map((paper) => [paper.note.id, paper]));
  const found: Contrast[] = [];
  for (const a of papers) {
    for (const said of pool.get(a.note.id)!) {
      if (REPORTS_OTHERS.test(said.text)) continue;
      const named = names.flatMap((n) => {
        const hit = n.paper === a.note.id ? null : n.pattern.exec(said.text);
        return hit === null ? [] : [{ ...n, text: hit[0], start: hit.index, end: hit.index + hit[0].length }];
      });
      const works = new Set(named.map((n) => n.paper));
      // A list of many works says nothing about one of them.
      if (works.size === 0 || works.size > 3) continue;
      for (const { paper, by, text, start, end } of named) {
        // Of a kind of approach only what an earlier work stands for is criticised by a later one.
        if (by === 'approach' && !isLater(a, byId.get(paper)!)) continue;
        const stance = stanceOf(said.text, start, end);
        const answer = stance === null ? null : ownStatement(pool.get(paper)!, said, by === 'system' ? 1 : 2);
        if (stance === null || answer === null) continue;
        // A rank among kinds of approach is none among these two works.
        if (by === 'approach' && (stance === 'outperforms' || stance === 'falls_short')) continue;
        const score =
          WEIGHT[stance] -
          0.4 * said.dependence +
          0.3 * answer.likeness -
          (said.text.length > 320 ? 0.1 : 0) -
          (by === 'approach' ? 0.12 : 0);
        found.push({
          a,
          b: byId.get(paper)!,
          stance,
          said,
          answer: answer.candidate,
          ofKind: by === 'approach' ? text : null,
          score: Math.max(0, score),
        });
      }
    }
  }
  return found;
}

function isLater(a: ReadPaper, b: ReadPaper): boolean {
  return a.note.year !== null && b.note.year !== null && a.note.year > b.note.year;
}

/** What the sentence does with the work named at `start`; null when no cue is tied to it. */
function stanceOf(text: string, start: number, end: number): Stance | null {
  for (const { stance, cue, reach } of BEFORE) {
    for (const hit of text.matchAll(cue)) {
      const between = text.slice(hit.index + hit[0].length, start);
      if (
        hit.index + hit[0].length <= start &&
        between.length <= reach &&
        !/[.;:]|,\s+(?!and\b|or\b)\p{Ll}|, (?:and|but|which|while|whereas)\b|\b(?:but|because|although)\b/u.test(
          between,
        )
      )
        return stance;
    }
  }
  return AFTER.test(text.slice(end)) ? 'limits' : null;
}

/** The other paper's own statement nearest to what is said about it; null when none shares `fewest` words with it. */
function ownStatement(
  pool: readonly Candidate[],
  said: Candidate,
  fewest: number,
): { candidate: Candidate; likeness: number } | null {
  let best: { candidate: Candidate; likeness: number; rank: number } | null = null;
  for (const candidate of pool) {
    if (candidate.role === 'related' || candidate.dependence > 0.3) continue;
    let shared = 0;
    for (const term of candidate.terms) if (said.terms.has(term)) shared++;
    const likeness = shared / Math.sqrt(Math.max(1, candidate.terms.size * said.terms.size));
    const own = OWN.test(candidate.text) || candidate.role === 'abstract' ? 0.08 : 0;
    const rank =
      likeness +
      own +
      0.03 * cueScore(candidate.text, CLAIM) -
      0.1 * candidate.dependence -
      (NAMES_OTHERS.test(candidate.text) ? 0.15 : 0);
    if (shared >= fewest && (best === null || rank > best.rank)) best = { candidate, likeness, rank };
  }
  return best;
}

export function anchorOf(c: Candidate): Anchor {
  return { quote: c.text, start: c.start, end: c.end, section: c.section };
}
