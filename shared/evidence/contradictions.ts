import type { ContradictionCandidate, ReadPaper } from '../agents/inputs.ts';
import { cosine } from '../collate/embed/cosine.ts';
import type { Embedder } from '../collate/embed/port.ts';
import { alikePairs, pairOf } from './contradictions/alike.ts';
import { isContrast } from './contradictions/cues.ts';
import { contrast, disagreement, type Finding } from './contradictions/kinds.ts';
import { namesOf } from './contradictions/named-papers.ts';
import { type Statement, statementsOf } from './contradictions/statements.ts';

const MAX_CANDIDATES = 40;
const MAX_A_PAIR = 3;
/** Pairs embedded: the best by wording. */
const MAX_EMBEDDED = 400;

interface Draft {
  readonly a: Statement;
  readonly b: Statement;
  readonly finding: Finding;
  readonly overlap: number;
}

/**
 * Pairs of passages from different papers that may contradict each other: the same measure with different values under a
 * similar subject, opposite conclusions, a claim against its limit, and contrasts that name the other paper. A model-free
 * prefilter for the contradictions critic: it suggests, it does not decide. Best first, at most 40, at most 3 for two papers;
 * independent of the order of `papers`.
 */
export async function findCandidates(
  papers: readonly ReadPaper[],
  embedder: Embedder | null,
): Promise<ContradictionCandidate[]> {
  const sorted = [...papers].sort((a, b) => (a.note.id < b.note.id ? -1 : a.note.id > b.note.id ? 1 : 0));
  const byPaper = sorted.map((paper) => ({ paper, statements: statementsOf(paper) }));
  const drafts: Draft[] = [];
  for (const pair of alikePairs(byPaper.flatMap((entry) => entry.statements))) {
    const finding = disagreement(pair);
    if (finding) drafts.push({ a: pair.a, b: pair.b, finding, overlap: pair.overlap });
  }
  drafts.push(...contrasts(byPaper));
  drafts.sort((x, y) => y.overlap * y.finding.weight - x.overlap * x.finding.weight || byPlace(x, y));
  const likeness = await likenessOf(drafts.slice(0, MAX_EMBEDDED), embedder);
  return capped(
    drafts.slice(0, MAX_EMBEDDED).map((draft, i) => ({
      kind: draft.finding.kind,
      a: { paper: draft.a.paper, start: draft.a.start, end: draft.a.end },
      b: { paper: draft.b.paper, start: draft.b.start, end: draft.b.end },
      score: scoreOf(draft, likeness[i]!),
      cue: draft.finding.cue,
    })),
  );
}

/** Sentences with a contrast cue that name another of the papers, against that paper's closest statement. */
function contrasts(byPaper: readonly { paper: ReadPaper; statements: readonly Statement[] }[]): Draft[] {
  const drafts: Draft[] = [];
  for (const { paper: other, statements: theirs } of byPaper) {
    const names = namesOf(other);
    if (theirs.length === 0) continue;
    for (const { paper, statements } of byPaper) {
      if (paper.note.id === other.note.id) continue;
      for (const statement of statements) {
        if (!isContrast(statement.text)) continue;
        const name = names.map((pattern) => pattern.exec(statement.text)?.[0]).find((hit) => hit !== undefined);
        const finding = name === undefined ? null : contrast(statement.text, name);
        if (!finding) continue;
        const best = theirs
          .map((their) => pairOf(statement, their))
          .sort((x, y) => y.overlap - x.overlap || x.b.start - y.b.start)[0]!;
        drafts.push({ a: statement, b: best.b, finding, overlap: Math.min(1, 0.3 + best.overlap) });
      }
    }
  }
  return drafts;
}

async function likenessOf(drafts: readonly Draft[], embedder: Embedder | null): Promise<(number | null)[]> {
  if (!embedder) return drafts.map(() => null);
  const vectors = await embedder.embed(drafts.flatMap((draft) => [draft.a.text, draft.b.text]));
  return drafts.map((_, i) => Math.max(0, cosine(vectors[2 * i]!, vectors[2 * i + 1]!)));
}

function scoreOf(draft: Draft, likeness: number | null): number {
  const alike = likeness === null ? draft.overlap : 0.5 * draft.overlap + 0.5 * likeness;
  return Math.round(Math.min(1, alike * draft.finding.weight) * 1e4) / 1e4;
}

function capped(candidates: readonly ContradictionCandidate[]): ContradictionCandidate[] {
  const taken: ContradictionCandidate[] = [];
  const perPair = new Map<string, number>();
  const seen = new Set<string>();
  for (const candidate of [...candidates].sort((x, y) => y.score - x.score || byPlace(x, y))) {
    const pair = [candidate.a.paper, candidate.b.paper].sort().join(' ');
    const places = [`${candidate.a.paper} ${candidate.a.start}`, `${candidate.b.paper} ${candidate.b.start}`]
      .sort()
      .join(' ');
    if (seen.has(places) || (perPair.get(pair) ?? 0) >= MAX_A_PAIR) continue;
    seen.add(places);
    perPair.set(pair, (perPair.get(pair) ?? 0) + 1);
    taken.push(candidate);
    if (taken.length === MAX_CANDIDATES) break;
  }
  return taken;
}

type Placed = { readonly a: { paper: string; start: number }; readonly b: { paper: string; start: number } };

function byPlace(x: Placed, y: Placed): number {
  return compareSide(x.a, y.a) || compareSide(x.b, y.b);
}

function compareSide(x: { paper: string; start: number }, y: { paper: string; start: number }): number {
  return x.paper < y.paper ? -1 : x.paper > y.paper ? 1 : x.start - y.start;
}
