import type { Notice } from '../audit.ts';

const KINDS: readonly (readonly [RegExp, Notice['kind']])[] = [
  [/retract/i, 'retraction'],
  [/withdraw|removal/i, 'withdrawal'],
  [/concern/i, 'concern'],
  [/erratum|errata|corrigend/i, 'erratum'],
  [/correct|clarification|addendum/i, 'correction'],
];

/** The kind of notice that a provider's word for it means. */
export function noticeKind(type: string): Notice['kind'] {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';
}

/**
 * Notices about a Crossref work: `updated-by` lists what has been published about it. `update-to` is the other direction
 * (this work is itself the notice) and says nothing against it.
 */
export function crossrefNotices(work: unknown): Notice[] {
  const entries = (work as { 'updated-by'?: unknown } | null)?.['updated-by'];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry: unknown) => {
    const { DOI, type, label } = (entry ?? {}) as { DOI?: unknown; type?: unknown; label?: unknown };
    const word = typeof type === 'string' ? type : typeof label === 'string' ? label : '';
    return [
      { kind: noticeKind(word), source: 'crossref', id: typeof DOI === 'string' ? `doi:${DOI.toLowerCase()}` : null },
    ];
  });
}

/** The published version a Crossref preprint names (`relation.is-preprint-of`), as a record id. */
export function crossrefPublished(work: unknown): string | null {
  const relation = (work as { relation?: Record<string, unknown> } | null)?.relation?.['is-preprint-of'];
  if (!Array.isArray(relation)) return null;
  for (const entry of relation as { 'id-type'?: unknown; id?: unknown }[]) {
    if (entry?.['id-type'] === 'doi' && typeof entry.id === 'string') return `doi:${entry.id.toLowerCase()}`;
  }
  return null;
}
