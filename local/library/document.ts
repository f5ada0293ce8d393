import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LibraryRecord } from '../../shared/contracts/record.ts';
import { libraryRecord } from '../../shared/sources/library/record.ts';

const KINDS = new Set(['.pdf', '.html', '.htm', '.md', '.markdown', '.txt']);

/** Whether a file of a folder is a document that can be read. */
export const isDocument = (path: string): boolean => KINDS.has(extname(path).toLowerCase());

/** A document of the user's as a record: its title, its first paragraph as abstract, its sections as text. */
export async function documentRecord(
  path: string,
  bytes: Uint8Array,
): Promise<{ record: LibraryRecord } | { reason: string }> {
  const { readDocument } = await import('../../shared/evidence/fulltext/document.ts');
  const read = await readDocument(bytes, extname(path).toLowerCase());
  if ('reason' in read) return read;
  const record = libraryRecord({
    title: read.title ?? basename(path, extname(path)).replace(/[-_]+/g, ' '),
    authors: read.authors,
    year: read.year,
    abstract: read.abstract,
    sections: read.sections,
  });
  return record === null
    ? { reason: 'no title' }
    : { record: { ...record, url: pathToFileURL(resolve(path)).href.replace(/^file:\/\/.*\//, 'file:') } };
}
