import type { Anchor } from '../../contracts/note.ts';
import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { BACKGROUND, CLAIM, cueScore, LIMITATION, NAMES_OTHERS, NUMBER_WITH_UNIT, OWN } from '../reader/cues.ts';
import { findingsOf } from './findings.ts';
import { namings } from './named.ts';
import { outcomeOf } from './outcome.ts';
import { HELD_AGAINST, OTHER_CONDITIONS, REPORTS_OTHERS, SECOND_HAND, type Stance, stanceOf } from './stance.ts';

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

/** The subject of a sentence begins within so many characters. */
const SUBJECT_BY = 20;
const RANKS: ReadonlySet<Stance> = new Set(['outperforms', 'falls_short']);
/** Best kind first: an open disagreement tells more than a difference in design. */
const WEIGHT: Readonly<Record<Stance, number>> = {
  disagrees: 1,
  tested: 0.9,
  outperforms: 0.75,
  falls_short: 0.8,
  limits: 0.75,
  differs: 0.6,
};

/** Sentences in which one read paper sets itself against another that it names, each with the other's own statement. */
export function contrasts(
  papers: readonly ReadPaper[],
  topic: string,
  isRead: (paper: ReadPaper) => boolean = () => true,
): Contrast[] {
  const names = namings(papers, topic);
  const pool = new Map(papers.map((paper) => [paper.note.id, candidates(paper.text)]));
  const byId = new Map(papers.map((paper) => [paper.note.id, paper]));
  const found: Contrast[] = [];
  for (const a of papers) {
    for (const said of pool.get(a.note.id)!) {
      if (REPORTS_OTHERS.test(said.text) && !HELD_AGAINST.test(said.text)) continue;
      const isSecondHand = SECOND_HAND.test(said.text) && !OWN.test(said.text);
      const named = names.flatMap((n) => {
        if (n.paper === a.note.id) return [];
        const hits = [...said.text.matchAll(new RegExp(n.pattern, `${n.pattern.flags}g`))];
        return hits.map((hit) => ({ ...n, text: hit[0], start: hit.index, end: hit.index + hit[0].length }));
      });
      const works = new Set(named.map((n) => n.paper));
      // A list of many works says nothing about one of them.
      if (works.size === 0 || works.size > 3) continue;
      for (const { paper, by, text, start, end } of named) {
        // Of a kind of approach only what an earlier work stands for is criticised by a later one.
        if (by === 'approach' && !isLater(a, byId.get(paper)!)) continue;
        const stance = stanceOf(said.text, start, end, isEarlier(a, byId.get(paper)!), by === 'authors');
        if (stance === null || (stance === 'tested' && by === 'approach')) continue;
        // Of a kind of approach a fault is named where it is what the sentence is about.
        if (by === 'approach' && stance === 'limits' && start > SUBJECT_BY) continue;
        const named = by !== 'approach' && (stance === 'disagrees' || stance === 'tested');
        const others = names.filter((n) => n.paper !== paper && n.by === 'system').map((n) => n.pattern);
        const fewest = named ? 0 : by === 'approach' ? 2 : 1;
        const answer = ownStatement(pool.get(paper)!, said, fewest, stance, others);
        if (answer === null) continue;
        if (RANKS.has(stance) && (OTHER_CONDITIONS.test(said.text) || (isSecondHand && by === 'authors'))) continue;
        // A rank among kinds of approach is none among these two works.
        if (by === 'approach' && (stance === 'outperforms' || stance === 'falls_short')) continue;
        const score =
          WEIGHT[stance] -
          (named ? 0.4 * Math.min(0.3, said.dependence) : 0.8 * said.dependence) -
          (isRead(a) ? 0 : 0.08) -
          (isRead(byId.get(paper)!) ? 0 : 0.08) +
          0.3 * answer.likeness -
          (said.text.length > 320 ? 0.1 : 0) -
          (by === 'approach' ? 0.12 : 0) +
          (stance === 'limits' && SHOWN.test(said.text) ? 0.12 : 0);
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

/** A limit that the work found, not one that it knows of. */
const SHOWN = /\bwe (?:\w+ )?(?:show|find|found|demonstrate|argue|observe|prove|report)/i;

/** As early as the other, or earlier: what the other found can be held against it. */
function isEarlier(a: ReadPaper, b: ReadPaper): boolean {
  return a.note.year !== null && b.note.year !== null && a.note.year <= b.note.year;
}

function isLater(a: ReadPaper, b: ReadPaper): boolean {
  return a.note.year !== null && b.note.year !== null && a.note.year > b.note.year;
}

/**
 * The other paper's own statement nearest to what is said about it: what it claims, not what it concedes, unless it is the
 * one that found fault. null when none shares `fewest` words with it.
 */
function ownStatement(
  pool: readonly Candidate[],
  said: Candidate,
  fewest: number,
  stance: Stance,
  others: readonly RegExp[],
): { candidate: Candidate; likeness: number } | null {
  let best: { candidate: Candidate; likeness: number; rank: number } | null = null;
  for (const candidate of pool) {
    if (candidate.role === 'related' || candidate.dependence >= 0.3) continue;
    const named = stance === 'disagrees' || stance === 'tested';
    const concedes = stance !== 'tested' && stance !== 'falls_short' && isConcession(candidate);
    let shared = 0;
    for (const term of candidate.terms) if (said.terms.has(term)) shared++;
    const likeness = shared / Math.sqrt(Math.max(1, candidate.terms.size * said.terms.size));
    // A fault that the work grants itself is no dispute.
    if (concedes && stance === 'limits' && likeness >= GRANTED) return null;
    if (shared < fewest || concedes || !isClaim(candidate)) continue;
    if (!named && stance !== 'differs' && !hasMerit(candidate)) continue;
    const aside = ASIDE.has(candidate.role) ? 0.12 : 0;
    const findings = findingsOf(candidate.text);
    const own = OWN.test(candidate.text) || candidate.role === 'abstract' ? 0.08 : 0;
    const rank =
      likeness +
      own -
      aside +
      0.03 * cueScore(candidate.text, CLAIM) -
      0.1 * candidate.dependence -
      (NAMES_OTHERS.test(candidate.text) ? 0.15 : 0) -
      (BACKGROUND.test(candidate.text) ? 0.1 : 0) -
      (others.some((pattern) => pattern.exec(candidate.text)?.index === 0) ? 0.3 : 0) +
      (stance === 'tested'
        ? findings.length > 0
          ? 0.12
          : 0
        : findings.some(({ effect }) => effect === 'gain')
          ? 0.25
          : 0);
    if (best === null || rank > best.rank) best = { candidate, likeness, rank };
  }
  return best;
}

/** Where a work tells how it is done, not what it stands for. */
const ASIDE: ReadonlySet<string> = new Set(['body', 'method']);

/** What a work stands for: not an example, nor a step of its method. */
function isClaim(candidate: Candidate): boolean {
  if (/^(?:If|Suppose|Consider|Let|For (?:example|instance))\b/.test(candidate.text) || OF_OTHERS.test(candidate.text))
    return false;
  return (
    candidate.role === 'abstract' ||
    candidate.role === 'conclusion' ||
    findingsOf(candidate.text).length > 0 ||
    cueScore(candidate.text, CLAIM) >= 1.4
  );
}

/** `Pang et al. (2002) showed`: somebody else's finding. */
const OF_OTHERS =
  /\p{Lu}[\p{L}-]+(?: et al\.?| and \p{Lu}[\p{L}-]+)?,?\s*\([^)]*\)\s(?:showed|shows?|found|finds?|report\w*|observed?|proposed?)/u;

/** A claim of merit, or a figure: what does not say how well it does stands against no one who says that it does less. */
function hasMerit(candidate: Candidate): boolean {
  return (
    findingsOf(candidate.text).some(({ effect }) => effect === 'gain') ||
    NUMBER_WITH_UNIT.test(candidate.text) ||
    cueScore(candidate.text, MERIT) > 0
  );
}

/** `matches`, `without loss`, `for the first time`: merit that compares with nothing. */
const MERIT = [
  {
    pattern:
      /\b(?:match(?:es)?|rivals?|without (?:any )?(?:loss|degradation)|state[- ]of[- ]the[- ]art|guarantee[sd]?|prov(?:es?|en|ably)|scal(?:es|able)|efficient(?:ly)?|effective(?:ly)?|successful(?:ly)?|substantial(?:ly)?|promising)\b/i,
    weight: 1,
  },
];

/** Likeness from which a concession is the fault that the other names. */
const GRANTED = 0.3;

/** A sentence in which a work grants a limit does not stand for it against others. */
function isConcession(candidate: Candidate): boolean {
  return (
    outcomeOf(candidate.text) === 'worse' ||
    HELD_AGAINST.test(candidate.text) ||
    /\b(?:suffers?|fills|too (?:slow|large)|only about)\b/i.test(candidate.text) ||
    (cueScore(candidate.text, LIMITATION) >= 0.7 && candidate.place > 0.5 && outcomeOf(candidate.text) !== 'better')
  );
}

export function anchorOf(c: Candidate): Anchor {
  return { quote: c.text, start: c.start, end: c.end, section: c.section };
}
