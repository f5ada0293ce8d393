import { dedup } from '../../collate/match/dedup.ts';

/** What a work is known by. */
export interface Named {
  readonly ids: readonly string[];
  readonly title: string;
  readonly authors?: readonly string[];
  readonly year?: number | null;
  readonly venue?: string | null;
}

/**
 * Which of some records are one work: those that share any id, and those that the matcher takes for versions of one
 * (a preprint and its publication that share no id).
 *
 * @returns for each record the number of its work; equal numbers are one work
 */
export function sameWorks(records: readonly Named[]): number[] {
  const parent = records.map((_, at) => at);
  const root = (at: number): number => {
    let top = at;
    while (parent[top] !== top) top = parent[top]!;
    parent[at] = top;
    return top;
  };
  const join = (a: number, b: number) => {
    const [low, high] = [Math.min(root(a), root(b)), Math.max(root(a), root(b))];
    parent[high] = low;
  };
  const byId = new Map<string, number>();
  records.forEach(({ ids }, at) => {
    for (const id of ids) {
      const first = byId.get(id);
      if (first === undefined) byId.set(id, at);
      else join(first, at);
    }
  });
  const named = records.map(({ ids, title, authors, year, venue }, at) => ({
    id: `lib:${at.toString(16).padStart(10, '0')}`,
    ids,
    title,
    authors: authors ?? [],
    year: year ?? null,
    venue: venue ?? null,
  }));
  for (const { cluster } of dedup(named)) {
    const members = cluster.map((id) => Number.parseInt(id.slice(4), 16));
    for (const member of members.slice(1)) join(members[0]!, member);
  }
  return records.map((_, at) => root(at));
}
