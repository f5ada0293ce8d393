import type { PaperRecord } from '../contracts/record.ts';
import type { SourceDeps } from './deps.ts';
import { type LookupOptions, openalexBatch, openalexDoi, s2Batch, s2Spelling } from './lookup-batches.ts';
import { completed } from './merge.ts';

/** Shorter abstracts are no evidence (the seed's validation check 4). */
export const MIN_ABSTRACT = 50;

/**
 * Completes short abstracts by id from Semantic Scholar and OpenAlex. A record that stays short is kept: it counts for
 * coverage and the graph.
 *
 * @throws SourceBusy when a source has no turn soon
 */
export async function enrichAbstracts(
  papers: readonly PaperRecord[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<{ papers: PaperRecord[]; notes: string[] }> {
  let list = [...papers];
  const notes: string[] = [];
  const shortOnes = () => list.filter((paper) => (paper.abstract ?? '').length < MIN_ABSTRACT);
  const byS2 = shortOnes().flatMap((paper) => paper.ids.map(s2Spelling).find((id) => id !== null) ?? []);
  if (byS2.length > 0) {
    const answer = await s2Batch(byS2.slice(0, 100), options, deps);
    if (!answer.trusted) notes.push(`abstracts not completed: ${answer.note}`);
    list = withFacts(list, answer.papers);
  }
  const byDoi = shortOnes().flatMap(
    (paper) => paper.ids.map(openalexDoi).find((doi) => doi !== null && !/[,|"]/.test(doi)) ?? [],
  );
  if (byDoi.length > 0) {
    const answer = await openalexBatch(`doi:${byDoi.slice(0, 50).join('|')}`, byDoi.length, options, deps);
    if (!answer.trusted) notes.push(`abstracts not completed: ${answer.note}`);
    list = withFacts(list, answer.papers);
  }
  return { papers: list, notes };
}

function withFacts(papers: readonly PaperRecord[], facts: readonly PaperRecord[]): PaperRecord[] {
  const byId = new Map(facts.flatMap((paper) => paper.ids.map((id) => [id, paper] as const)));
  return papers.map((paper) => {
    const other = paper.ids.map((id) => byId.get(id)).find((hit) => hit !== undefined);
    return other ? { ...completed(paper, other), id: paper.id, source: paper.source } : paper;
  });
}
