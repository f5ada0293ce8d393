import type { PaperNote } from '../../contracts/note.ts';
import { isPreprint } from '../../contracts/preprint.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { StoredText } from '../../contracts/text.ts';
import type { ReadPaper } from '../inputs.ts';

/** Shorter abstracts say too little to stand for a work. */
const SHORTEST = 80;

/** The abstract of a record as a text that can be quoted; null when it has none worth the name. */
export function abstractText(record: PaperRecord): StoredText | null {
  const { title, abstract } = record;
  if (title === null || abstract === null || abstract.trim().length < SHORTEST) return null;
  return {
    id: record.id,
    title,
    access: 'abstract',
    origin: 'abstract',
    url: record.url,
    sha256: '',
    text: abstract,
    sections: [],
    truncated: false,
    notes: [],
  };
}

/** A note that claims nothing. */
export const BLANK: PaperNote = {
  id: '',
  ids: [],
  title: '',
  authors: [],
  year: null,
  venue: null,
  url: '',
  access: 'abstract',
  text_sha256: '',
  reader: 'none',
  sq: [],
  preprint: false,
  retracted: false,
  tldr: '',
  claims: [],
  method: [],
  evaluation: [],
  limitations: [],
  related_work: [],
  concerns: [],
  table: { method: null, data: null, measure: null, result: null },
  dropped_quotes: 0,
};

/** A record that nobody read, as far as its abstract goes: a note that claims nothing. */
export function unreadPaper(record: PaperRecord): ReadPaper | null {
  const text = abstractText(record);
  if (text === null || record.retracted || record.withdrawn) return null;
  const note = {
    ...BLANK,
    id: record.id,
    ids: record.ids,
    title: text.title,
    authors: record.authors,
    year: record.year,
    venue: record.venue,
    url: record.url ?? '',
    preprint: isPreprint(record),
  };
  return { note, text };
}
