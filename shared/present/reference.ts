import type { PaperNote } from '../contracts/note.ts';
import { isPreprint } from '../contracts/preprint.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { AuditEntry, AuditStatus } from '../evidence/audit.ts';
import { link, md } from './escape.ts';

/** What is known of a cited work, from its note when it was read and from its record otherwise. */
export interface Work {
  readonly id: string;
  readonly ids: readonly string[];
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly venue: string | null;
  readonly url: string | null;
  /** How it was read; null when it was not. */
  readonly access: 'full' | 'abstract' | null;
  readonly preprint: boolean;
  readonly retracted: boolean;
}

/** Every work of the run under each of its ids. */
export function worksOf(records: readonly PaperRecord[], notes: readonly PaperNote[]): ReadonlyMap<string, Work> {
  const works = new Map<string, Work>();
  for (const record of records) {
    const work: Work = {
      id: record.id,
      ids: record.ids,
      title: record.title ?? '(no title)',
      authors: record.authors,
      year: record.year,
      venue: record.venue,
      url: record.url,
      access: null,
      preprint: isPreprint(record),
      retracted: record.retracted || record.withdrawn,
    };
    for (const id of [...record.ids, record.id]) works.set(id, work);
  }
  for (const note of notes) {
    const retracted = note.retracted || (works.get(note.id)?.retracted ?? false);
    const work: Work = { ...note, retracted };
    for (const id of [...note.ids, note.id]) works.set(id, work);
  }
  return works;
}

/** What the registers hold against a work, as a mark; a work they have as it is cited needs none. */
const HELD_AGAINST: Partial<Record<AuditStatus, string>> = {
  retracted: '**retracted**',
  mismatch: '**does not match its id**',
  not_found: '**not found**',
  corrected: '**has a correction notice**',
  has_published_version: 'has a published version',
  unchecked: 'unchecked',
};

/** Authors, year, title, venue, address, id and marks of a work, as one line of the reference list. */
export function referenceLine(work: Work, audit?: AuditEntry): string {
  const held = audit === undefined ? undefined : HELD_AGAINST[audit.status];
  const shown = work.authors.slice(0, 8).map(md);
  const authors = work.authors.length > 8 ? `${shown.join(', ')} et al.` : shown.join(', ');
  const head = `${authors === '' ? 'Unknown authors' : authors} (${work.year ?? 'undated'}). *${md(work.title)}*.`;
  const venue = work.venue === null ? '' : ` ${md(work.venue)}.`;
  const url = work.url === null ? '' : ` ${link(work.url)}`;
  const marks = [
    ...(work.preprint ? ['preprint'] : []),
    ...(work.access === 'abstract' ? ['read as abstract only'] : []),
    ...(work.access === null ? ['not read in depth'] : []),
    ...(work.retracted && audit?.status !== 'retracted' ? ['**retracted**'] : []),
    ...(held === undefined ? [] : [`${held}: ${md(audit!.reasons.join(' ').replace(/\.$/, ''))}`]),
  ];
  return `${head}${venue}${url}${work.id.startsWith('url:') ? '' : ` (${md(work.id)})`}${marks.length > 0 ? ` — ${marks.join(', ')}` : ''}`;
}
