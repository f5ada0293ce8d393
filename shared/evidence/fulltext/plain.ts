import type { ParsedDocument, Unreadable } from './parsed.ts';
import { paragraphs, sanitise } from './sanitise.ts';
import { arrange, isAbstract, isKnownSection, sectionsOfLines } from './sections.ts';

const FRONT_MATTER = /^---\n([\s\S]{0,20000}?)\n---\n/;

/** Reads plain text or Markdown: title from the first heading or line, sections at headings. */
export function readPlain(source: string): ParsedDocument | Unreadable {
  const raw = sanitise(source).replace(/^\ufeff/, '');
  const front = FRONT_MATTER.exec(raw);
  const body = front ? raw.slice(front[0].length) : raw;
  const found = sectionsOfLines(body);
  const field = (name: string) =>
    new RegExp(`^${name}:\\s*["']?(.+?)["']?\\s*$`, 'im').exec(front?.[1] ?? '')?.[1] ?? null;
  const lead = found[0]!;
  const first = /^[^\n]*(?:\n[ \t]*\p{Ll}[^\n]*){0,2}/u.exec(lead.text)?.[0] ?? '';
  let title = field('title');
  let sections = found;
  if (title === null && first !== '' && first.length <= 200 && !/[.!?]\s*$/.test(first)) {
    title = first.replace(/\s+/g, ' ').trim();
    sections = [{ title: '', text: lead.text.slice(first.length) }, ...found.slice(1)];
  } else if (title === null && found[1] && lead.text === '' && !isKnownSection(found[1].title)) {
    title = found[1].title;
    sections = [{ title: '', text: found[1].text }, ...found.slice(2)];
  }
  const arranged = arrange(sections.map((section) => ({ ...section, text: paragraphs(section.text) })));
  if (arranged.sections.length === 0 && arranged.abstract === null)
    return { problem: 'too_short', reason: 'the file holds no text' };
  const year = /\b(?:19|20)\d{2}\b/.exec(field('date') ?? field('year') ?? '');
  const author = field('authors?');
  return {
    title,
    authors:
      author === null
        ? []
        : author
            .replace(/^\[|\]$/g, '')
            .split(/\s*[;,]\s*|\s+and\s+/)
            .filter(Boolean),
    year: year ? Number(year[0]) : null,
    abstract: arranged.abstract ?? firstParagraph(arranged.sections),
    sections: arranged.sections.filter((section) => !isAbstract(section.title)),
    truncated: false,
    notes: [],
  };
}

/** The first paragraph with some length stands in for an abstract in a document that has none. */
function firstParagraph(sections: readonly { text: string }[]): string | null {
  for (const section of sections) {
    const hit = section.text.split('\n\n').find((part) => part.length >= 200);
    if (hit) return hit.replace(/\n/g, ' ');
  }
  return null;
}
