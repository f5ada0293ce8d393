import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LibraryRecord } from '../../shared/contracts/record.ts';
import { libraryRecord } from '../../shared/sources/library/record.ts';

const KINDS = new Set(['.pdf', '.html', '.htm', '.md', '.markdown', '.txt']);

/** Whether a file of a folder is a document that can be read. */
export const isDocument = (path: string): boolean => KINDS.has(extname(path).toLowerCase());

/** A document of the user's as a record: its title, its abstract or else its first paragraph, its sections as text. */
export async function documentRecord(
  path: string,
  bytes: Uint8Array,
): Promise<{ record: LibraryRecord; cut: string | null } | { reason: string }> {
  const { readDocument } = await import('../../shared/evidence/fulltext/document.ts');
  const read = await readDocument(bytes, extname(path).toLowerCase());
  if ('reason' in read) return read;
  const record = libraryRecord({
    title: read.title ?? basename(path, extname(path)).replace(/[-_]+/g, ' '),
    authors: read.authors,
    year: read.year,
    abstract: read.abstract ?? leadOf(read.sections),
    sections: read.sections,
  });
  return record === null
    ? { reason: 'no title' }
    : {
        record: { ...record, url: pathToFileURL(resolve(path)).href.replace(/^file:\/\/.*\//, 'file:') },
        cut: read.cut,
      };
}

/** A paragraph shorter than this is a heading or a greeting; one longer than this is cut, at a sentence where it can be. */
const [SHORTEST, LONGEST] = [80, 1500];

/** The first paragraph that says something: what a document without an abstract can be found by. */
function leadOf(sections: readonly { readonly text: string }[]): string | null {
  for (const { text } of sections) {
    const lead = text
      .split(/\n\s*\n/)
      .find((paragraph) => paragraph.trim().length >= SHORTEST)
      ?.trim();
    if (lead === undefined) continue;
    if (lead.length <= LONGEST) return lead;
    const head = lead.slice(0, LONGEST);
    const end = Math.max(...['. ', '! ', '? ', '.\n'].map((mark) => head.lastIndexOf(mark)));
    return end > SHORTEST ? head.slice(0, end + 1) : head;
  }
  return null;
}
