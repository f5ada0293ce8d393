import type { AnyRecord } from './fields.ts';
import { cluster, type Link } from './union.ts';
import { type Group, groupsOf, unitsOf } from './units.ts';

/**
 * The fallback when embeddings or the matcher fail: records are one paper when they share an id, or their normalised
 * title and first author are equal and nothing else is asked. Misses variants; merges nothing by likeness.
 */
export function dedupExact(records: readonly AnyRecord[]): { groups: Group[]; notes: string[] } {
  const notes: string[] = [];
  const units = unitsOf(records, notes);
  const first = new Map<string, number>();
  const links: Link[] = [];
  units.forEach(({ prepared }, at) => {
    const { identity } = prepared;
    const keys = [
      ...identity.dois.map((id) => `doi:${id}`),
      ...identity.arxiv.map((id) => `arxiv:${id}`),
      ...identity.acl.map((id) => `acl:${id}`),
    ];
    const author = prepared.names[0]?.family;
    if (prepared.squeezed !== '' && author !== undefined && !identity.part)
      keys.push(`title:${prepared.squeezed}|${author}`);
    for (const key of keys) {
      const known = first.get(key);
      if (known === undefined) first.set(key, at);
      else links.push({ a: known, b: at, score: 1 });
    }
  });
  const { clusters } = cluster(units.length, links, () => 1);
  notes.push('Duplicates were found by exact title and first author only.');
  return { groups: groupsOf(units, clusters), notes };
}
