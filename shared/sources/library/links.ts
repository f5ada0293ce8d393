import type { LibraryRecord } from '../../contracts/record.ts';
import type { Library } from '../../runtime.ts';

interface Hit {
  readonly record: LibraryRecord;
  readonly score: number;
}

/** What links to the best hits may add, as a share of the best hit's score, and how many of them count. */
const LINKED = 0.5;
const ENOUGH_LINKS = 3;
/** So many of the best hits must cite a record that the words of the query do not find. */
const CITED_BY = 2;

/**
 * Hits ordered by their score and by their citation links with the best `most` of them: what those cite, or what cites
 * them, is about the same, whatever words it uses. Records of the library that several of the best cite are added. Hits of
 * a library without references keep their order.
 */
export async function linked(library: Library, hits: readonly Hit[], most: number): Promise<Hit[]> {
  const best = hits[0]?.score ?? 0;
  if (best <= 0) return [...hits];
  const top = hits.slice(0, most);
  const unique = new Map([...hits, ...(await cited(library, hits, top))].map((hit) => [hit.record.id, hit]));
  return [...unique.values()]
    .map(({ record, score }) => {
      const links = top.filter((other) => other.record.id !== record.id && areLinked(record, other.record));
      const weight = links.reduce((sum, other) => sum + other.score / best, 0);
      return { record, score: score + LINKED * best * Math.min(1, weight / ENOUGH_LINKS) };
    })
    .sort(byScore);
}

/** Best first, ties by id. */
export function byScore(a: Hit, b: Hit): number {
  return b.score - a.score || (a.record.id < b.record.id ? -1 : 1);
}

async function cited(library: Library, hits: readonly Hit[], top: readonly Hit[]): Promise<Hit[]> {
  const found = new Set(hits.flatMap(({ record }) => record.ids));
  const counts = new Map<string, number>();
  for (const { record } of top) for (const id of new Set(record.cites)) counts.set(id, (counts.get(id) ?? 0) + 1);
  const wanted = [...counts].filter(([id, count]) => count >= CITED_BY && !found.has(id)).map(([id]) => id);
  const records = await Promise.all(wanted.map((id) => library.get(id)));
  return records.flatMap((record) => (record === undefined ? [] : [{ record, score: 0 }]));
}

function areLinked(a: LibraryRecord, b: LibraryRecord): boolean {
  return b.ids.some((id) => a.cites.includes(id)) || a.ids.some((id) => b.cites.includes(id));
}
