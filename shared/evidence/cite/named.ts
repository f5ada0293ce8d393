import { type NamedHit, narrativeHits, type RoundHit, roundHits, undatedHits } from './author-year.ts';
import type { KnownIds } from './known-ids.ts';
import type { LooseHit } from './loose.ts';

/** References by name and year, held against the known works; with `strict` also names without a year. */
export function* namedHits(text: string, known: KnownIds, strict: boolean): Generator<LooseHit> {
  for (const hit of roundHits(text)) yield ofRound(hit, known);
  const inText = [...narrativeHits(text, strict), ...(strict ? undatedHits(text) : [])];
  for (const hit of inText) {
    const { start, end } = hit;
    if (known.knowsPerson(hit.name, hit.years)) {
      if (start < end)
        yield { start, end, judged: { inner: hit.text, kept: 1, removed: [], repaired: [] }, text: null };
      continue;
    }
    const judged = { inner: null, kept: 0, removed: [hit.text], repaired: [] };
    yield strict
      ? { start: hit.from, end, judged, text: othersFor(text.slice(hit.from, end), text.slice(0, hit.from)) }
      : { start, end, judged, text: '' };
  }
}

/** What stands for somebody who may not be named: `others`, as the sentence needs it. */
function othersFor(named: string, before: string): string {
  const word = /(?:^|[.!?\ufffc]\s*)$/.test(before.trimEnd()) ? 'Others' : 'others';
  return /['’]s?\b/u.test(named) ? `${word}’` : word;
}

function ofRound({ start, end, entries }: RoundHit, known: KnownIds): LooseHit {
  const isUnknown = (named: NamedHit | null) => named !== null && !known.knowsPerson(named.name, named.years);
  const removed = entries.flatMap(({ named }) => (named !== null && isUnknown(named) ? [named.text] : []));
  const left = entries.filter(({ named }) => !isUnknown(named));
  const kept = left.filter(({ named }) => named !== null).length;
  const inner = left.map(({ text, glue }, at) => (at === 0 ? text.trimStart() : glue + text)).join('');
  const text = removed.length === 0 ? null : inner.trim() === '' ? '' : `(${inner.trim()})`;
  return { start, end, judged: { inner: text, kept, removed, repaired: [] }, text };
}
