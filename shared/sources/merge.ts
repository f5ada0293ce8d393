import { orderIds } from '../contracts/ids.ts';
import type { PaperRecord } from '../contracts/record.ts';

/** Constant of reciprocal rank fusion (Cormack et al. 2009). */
const RANK_OFFSET = 60;

/** One record out of two of the same paper: the first one's facts, completed by the second's. */
export function completed(a: PaperRecord, b: PaperRecord): PaperRecord {
  const ids = orderIds([...a.ids, ...b.ids]);
  const finer = a.date === null || (b.date !== null && b.date.length > a.date.length && b.date.startsWith(a.date));
  return {
    ...a,
    id: ids[0]!,
    ids,
    title: a.title ?? b.title,
    authors: a.authors.length >= b.authors.length ? a.authors : b.authors,
    year: finer ? (b.year ?? a.year) : a.year,
    date: finer ? (b.date ?? a.date) : a.date,
    abstract: longer(a.abstract, b.abstract),
    url: a.url ?? b.url,
    doi: a.doi ?? b.doi,
    arxivId: a.arxivId ?? b.arxivId,
    venue: a.venue ?? b.venue,
    cites: [...new Set([...a.cites, ...b.cites])],
    citedByCount: a.citedByCount === null ? b.citedByCount : Math.max(a.citedByCount, b.citedByCount ?? 0),
    retracted: a.retracted || b.retracted,
    withdrawn: a.withdrawn || b.withdrawn,
    openAccessUrl: a.openAccessUrl ?? b.openAccessUrl,
  };
}

function longer(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return a.length >= 50 || a.length >= b.length ? a : b;
}

/**
 * Merges several providers' lists by id and ranks them together: a paper that many providers put high comes first. The result
 * does not depend on which provider answered first; ties go by the order of the lists.
 */
export function mergeById(lists: readonly (readonly PaperRecord[])[]): PaperRecord[] {
  const groups: { record: PaperRecord; score: number; order: number }[] = [];
  const byId = new Map<string, (typeof groups)[number]>();
  let order = 0;
  for (const list of lists) {
    list.forEach((paper, rank) => {
      const hits = [...new Set(paper.ids.flatMap((id) => byId.get(id) ?? []))];
      const group = hits[0] ?? { record: paper, score: 0, order: order++ };
      if (hits.length === 0) groups.push(group);
      else group.record = completed(group.record, paper);
      for (const other of hits.slice(1)) {
        // One record's ids connect two that were thought different.
        group.record = completed(group.record, other.record);
        group.score += other.score;
        groups.splice(groups.indexOf(other), 1);
      }
      group.score += 1 / (RANK_OFFSET + rank);
      for (const id of group.record.ids) byId.set(id, group);
    });
  }
  groups.sort((a, b) => b.score - a.score || a.order - b.order);
  return groups.map((group) => group.record);
}

/** Several lists of posts in turn, without repeats. */
export function interleaved<T extends { readonly id: string }>(lists: readonly (readonly T[])[]): T[] {
  const seen = new Set<string>();
  const merged: T[] = [];
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const item = list[rank];
      if (item && !seen.has(item.id)) {
        seen.add(item.id);
        merged.push(item);
      }
    }
  }
  return merged;
}
