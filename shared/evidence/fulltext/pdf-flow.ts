import type { Section } from '../../contracts/record.ts';
import { isHeading } from '../../text/headings.ts';
import type { Line } from './pdf-layout.ts';
import { isKnownSection } from './sections.ts';

/** Words of the document, to tell a typesetter's hyphen from a compound's. */
export interface Vocabulary {
  has(word: string): boolean;
}

/** Removes page numbers and the lines that stand at the top or bottom of several pages. */
export function withoutFurniture(pages: readonly (readonly Line[])[], heights: readonly number[]): Line[][] {
  const seen = new Map<string, Set<number>>();
  const isEdge = (line: Line, page: number) => line.y < heights[page]! * 0.09 || line.y > heights[page]! * 0.91;
  pages.forEach((lines, page) => {
    for (const line of lines) {
      if (!isEdge(line, page)) continue;
      const key = furnitureKey(line.text);
      seen.set(key, (seen.get(key) ?? new Set()).add(page));
    }
  });
  const often = Math.max(2, Math.min(4, Math.ceil(pages.length * 0.3)));
  return pages.map((lines, page) =>
    lines.filter((line) => {
      if (!isEdge(line, page)) return true;
      return (
        !/^\W*(?:page\s*)?(?:\d{1,4}|[ivxl]{1,6})(?:\s*(?:of|\/)\s*\d{1,4})?\W*$/i.test(line.text) &&
        (seen.get(furnitureKey(line.text))?.size ?? 0) < often
      );
    }),
  );
}

function furnitureKey(text: string): string {
  return text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}

/** Font size of most of the text. */
export function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2;
    counts.set(size, (counts.get(size) ?? 0) + line.text.length);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 10;
}

export function vocabularyOf(lines: readonly Line[]): Vocabulary {
  const words = new Set<string>();
  for (const line of lines) {
    // The last word of a line may be half a word.
    for (const [word] of line.text.replace(/\S+[-\u2010\u00ad]$/, '').matchAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu)) {
      words.add(word.toLowerCase());
    }
  }
  return words;
}

/**
 * Joins two lines. A hyphen at the end goes when the next line goes on in lower case and the document writes the word
 * without it, or knows neither form; it stays in compounds the document writes with it, and in front of capitals and digits.
 */
export function joinLines(before: string, after: string, words: Vocabulary): string {
  const hyphen = /(\p{L}[\p{L}\p{N}]*)[-\u2010\u00ad]$/u.exec(before);
  if (!hyphen) return `${before} ${after}`;
  const next = /^\p{L}+/u.exec(after)?.[0];
  if (next === undefined || !/^\p{Ll}/u.test(next))
    return before.endsWith('\u00ad') ? before.slice(0, -1) + after : before + after;
  const [joined, kept] = [`${hyphen[1]}${next}`.toLowerCase(), `${hyphen[1]}-${next}`.toLowerCase()];
  const compound = /[\p{L}\p{N}]+-$/u.test(before.slice(0, -hyphen[1]!.length - 1));
  if (!words.has(joined) && (words.has(kept) || compound)) return before + after;
  return before.slice(0, -1) + after;
}

/** Turns lines into sections of paragraphs: headings by size, face and wording, paragraphs by distance and indent. */
export function sectionsOfPdf(lines: readonly Line[], words: Vocabulary): Section[] {
  const body = bodySize(lines);
  const bodyFont = commonFont(lines, body);
  const sections: { title: string; paragraphs: string[] }[] = [{ title: '', paragraphs: [] }];
  let paragraph = '';
  const flush = () => {
    if (paragraph !== '') sections.at(-1)!.paragraphs.push(paragraph);
    paragraph = '';
  };
  lines.forEach((line, i) => {
    const previous = lines[i - 1];
    const next = lines[i + 1];
    if (isHeadingLine(line, previous, next, body, bodyFont)) {
      flush();
      const open = sections.at(-1)!;
      const goesOn =
        previous &&
        open.paragraphs.length === 0 &&
        open.title !== '' &&
        line.size > body + 0.7 &&
        Math.abs(previous.size - line.size) < 0.5 &&
        follows(previous, line) &&
        previous.font === line.font &&
        !/^\d/.test(line.text);
      if (goesOn) open.title = joinLines(open.title, line.text, words);
      else sections.push({ title: line.text, paragraphs: [] });
      return;
    }
    if (paragraph !== '' && previous && startsParagraph(previous, line, paragraph)) flush();
    paragraph = paragraph === '' ? line.text : joinLines(paragraph, line.text, words);
  });
  flush();
  return sections.map((section) => ({ title: cleanTitle(section.title), text: section.paragraphs.join('\n\n') }));
}

function commonFont(lines: readonly Line[], body: number): string {
  const counts = new Map<string, number>();
  for (const line of lines) {
    if (Math.abs(line.size - body) < 0.6) counts.set(line.font, (counts.get(line.font) ?? 0) + line.text.length);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
}

function isHeadingLine(
  line: Line,
  previous: Line | undefined,
  next: Line | undefined,
  body: number,
  bodyFont: string,
): boolean {
  const { text } = line;
  if (text.length > 110 || !/\p{L}{3}/u.test(text) || next === undefined) return false;
  const apart = previous === undefined || !follows(previous, line) || isShort(previous, line);
  if (isKnownSection(text)) return apart || line.font !== bodyFont;
  if (/[.,;]$/.test(text) || !/^[\p{Lu}\d]/u.test(text)) return false;
  if (line.size < body - 0.3) return false;
  if (line.size > body * 1.12 && text.split(' ').length <= 14) return true;
  const face = line.uniform && line.font !== bodyFont && next.font === bodyFont && text.split(' ').length <= 10;
  if (
    face &&
    !/[:]$/.test(text) &&
    /\s|\p{Ll}{4}/u.test(text) &&
    (previous === undefined || !follows(previous, line) || /[.!?]$/.test(previous.text) || previous.font === line.font)
  )
    return true;
  const numbered = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|[IVX]{1,4}\.)\s+\p{Lu}/u.test(text);
  return (
    apart && numbered && (line.font !== bodyFont || isHeading(text, '', next.text)) && text.split(' ').length <= 12
  );
}

function isShort(previous: Line, line: Line): boolean {
  return previous.right < line.x + (line.right - line.x) * 0.8 || /[.!?:]$/.test(previous.text);
}

/** Whether a line stands right below the one before it, in the same column. */
function follows(previous: Line, line: Line): boolean {
  const gap = line.y - previous.y;
  return previous.page === line.page && gap > 0 && gap < Math.max(previous.size, line.size) * 1.75;
}

function startsParagraph(previous: Line, line: Line, paragraph: string): boolean {
  const ended = /[.!?:]["'”’)\]]*$/.test(paragraph);
  const indented = line.x - line.column > 6 && line.x - line.column < 40;
  if (previous.page !== line.page || line.y < previous.y)
    return ended && (indented || /^[\p{Lu}]/u.test(line.text)) && previous.right < line.right - 30;
  if (/^(?:[•▪◦–-]\s|\(?\d{1,2}[.)]\s)/.test(line.text) && ended) return true;
  const gap = line.y - previous.y;
  if (gap > Math.max(previous.size, line.size) * 1.9) return true;
  return ended && indented;
}

function cleanTitle(title: string): string {
  return title.replace(/\s+/g, ' ').trim().slice(0, 200);
}
