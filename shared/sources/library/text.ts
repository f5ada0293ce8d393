import { sha256 } from '../../contracts/ids.ts';
import type { LibraryRecord } from '../../contracts/record.ts';
import type { StoredText } from '../../contracts/text.ts';

/** The text of a record as it will be quoted: its sections under their titles, or its abstract alone. */
export function textOf(record: LibraryRecord): StoredText | undefined {
  const parts: { title: string; text: string }[] = [];
  if (record.abstract !== null) parts.push({ title: 'Abstract', text: record.abstract });
  for (const section of record.sections ?? []) parts.push({ title: section.title, text: section.text.trim() });
  if (parts.length === 0) return undefined;
  const full = (record.sections ?? []).length > 0;
  let text = '';
  const sections = parts.map((part) => {
    if (text !== '') text += '\n\n';
    if (full && part.title !== '') text += `${part.title}\n\n`;
    const start = text.length;
    text += part.text;
    return { title: part.title, start, end: text.length };
  });
  return {
    id: record.id,
    title: record.title ?? record.id,
    access: full ? 'full' : 'abstract',
    origin: full ? 'library' : 'abstract',
    url: record.url,
    sha256: sha256(text),
    text,
    sections,
    truncated: false,
    notes: [],
  };
}
