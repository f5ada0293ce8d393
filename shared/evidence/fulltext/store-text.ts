import { sha256 } from '../../contracts/ids.ts';
import type { StoredText } from '../../contracts/text.ts';
import type { ParsedDocument } from './parsed.ts';
import { MAX_TEXT, sanitise } from './sanitise.ts';

export interface TextSource {
  readonly id: string;
  readonly title: string;
  readonly origin: 'arxiv-html' | 'ar5iv' | 'pdf' | 'jats' | 'html' | 'library';
  readonly url: string | null;
  readonly notes?: readonly string[];
}

/** A parsed document as the run stores it: abstract first, every section under its heading, offsets and hash. */
export function storeDocument(document: ParsedDocument, source: TextSource): StoredText {
  const parts = [
    ...(document.abstract === null ? [] : [{ title: 'Abstract', text: document.abstract }]),
    ...document.sections,
  ];
  let text = '';
  let cut = false;
  const sections: { title: string; start: number; end: number }[] = [];
  for (const part of parts) {
    if (cut) break;
    const head = `${text === '' ? '' : '\n\n'}${part.title === '' ? '' : `${part.title}\n\n`}`;
    const room = MAX_TEXT - text.length - head.length;
    cut = part.text.length > room;
    text += head;
    const start = text.length;
    text += cut ? part.text.slice(0, Math.max(0, room)).replace(/[\ud800-\udbff]$/, '') : part.text;
    sections.push({ title: part.title, start, end: text.length });
  }
  return {
    id: source.id,
    title: source.title,
    access: 'full',
    origin: source.origin,
    url: source.url,
    sha256: sha256(text),
    text,
    sections,
    truncated: document.truncated || cut,
    notes: [...(source.notes ?? []), ...document.notes, ...(cut ? [`cut after ${MAX_TEXT} characters`] : [])],
  };
}

/** An abstract alone, marked as such; null when there is none worth the name. */
export function storeAbstract(
  id: string,
  title: string,
  abstract: string | null,
  url: string | null,
  notes: readonly string[],
): StoredText | null {
  const text = sanitise(abstract ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  if (text === '') return null;
  return {
    id,
    title,
    access: 'abstract',
    origin: 'abstract',
    url,
    sha256: sha256(text),
    text,
    sections: [{ title: 'Abstract', start: 0, end: text.length }],
    truncated: false,
    notes: [...notes],
  };
}
