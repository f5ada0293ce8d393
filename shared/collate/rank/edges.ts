/** A citation: `[citing, cited]`. */
export type Link = readonly [source: string, target: string];

/**
 * Reads citation links in any of the usual shapes: pairs, objects with `source` and `target` (or `from` and `to`, or
 * `citing` and `cited`), an object of lists `{citing: [cited, …]}`, or any of these under `edges` or `links`.
 *
 * @returns the links, and how many entries were none
 */
export function readEdges(raw: unknown): { links: Link[]; unreadable: number } {
  const links: Link[] = [];
  let unreadable = 0;
  const take = (source: unknown, target: unknown) => {
    const [from, to] = [asId(source), asId(target)];
    if (from === null || to === null) unreadable++;
    else links.push([from, to]);
  };
  for (const entry of entriesOf(raw)) {
    if (Array.isArray(entry)) take(entry[0], entry[1]);
    else if (isObject(entry)) {
      take(entry.source ?? entry.from ?? entry.citing, entry.target ?? entry.to ?? entry.cited);
    } else unreadable++;
  }
  return { links, unreadable };
}

function entriesOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw;
  if (!isObject(raw)) return raw === null || raw === undefined ? [] : [raw];
  const wrapped = raw.edges ?? raw.links;
  if (wrapped !== undefined) return entriesOf(wrapped);
  return Object.entries(raw).flatMap(([source, targets]) =>
    Array.isArray(targets) ? targets.map((target) => [source, target]) : [[source, targets]],
  );
}

function asId(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return isObject(value) ? asId(value.id) : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
