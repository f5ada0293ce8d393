import type { ParsedDocument, Unreadable } from './parsed.ts';
import { bodySize, joinLines, sectionsOfPdf, type Vocabulary, vocabularyOf, withoutFurniture } from './pdf-flow.ts';
import { refusePdf } from './pdf-guard.ts';
import { type PdfCaps, readPages } from './pdf-items.ts';
import { type Line, linesOfPage } from './pdf-layout.ts';
import { oneLine, paragraphs, sanitise } from './sanitise.ts';
import { arrange, isKnownSection } from './sections.ts';

export const PDF_CAPS: PdfCaps = { maxPages: 80, maxItemsPerPage: 30_000, maxMs: 20_000, now: () => performance.now() };

/**
 * Reads a PDF's text in reading order: columns one after the other, running heads and page numbers gone, hyphens at line
 * ends undone, ligatures resolved, sections by their headings, references left out. Never throws for bad content.
 */
export async function readPdf(bytes: Uint8Array, caps: Partial<PdfCaps> = {}): Promise<ParsedDocument | Unreadable> {
  const refused = refusePdf(bytes);
  if (refused) return refused;
  const read = await readPages(bytes, { ...PDF_CAPS, ...caps });
  if ('problem' in read) return read;
  const raw = read.pages.map((page, i) =>
    linesOfPage(page, i)
      .map(clean)
      .filter((line) => line.text !== ''),
  );
  const pages = withoutFurniture(
    raw,
    read.pages.map((page) => page.height),
  );
  const lines = pages.flat();
  const words = vocabularyOf(lines);
  const titleLines = titleLinesOf(pages[0] ?? [], bodySize(lines));
  const title = titleText(titleLines, words) ?? plausible(read.title);
  const rest = title === null ? lines : lines.filter((line) => !titleLines.includes(line));
  const sections = sectionsOfPdf(rest, words).map((section) => ({ ...section, text: paragraphs(section.text) }));
  const arranged = arrange(sections);
  const length = arranged.sections.reduce((sum, section) => sum + section.text.length, 0);
  if (length === 0) return { problem: 'no_full_text', reason: 'the PDF holds no text: its pages are pictures' };
  return {
    title,
    authors: (read.author ?? '')
      .split(/\s*[;,]\s*|\s+and\s+/)
      .map(oneLine)
      .filter((name) => name !== '' && name.length < 80),
    year: null,
    abstract: arranged.abstract,
    sections: arranged.sections,
    truncated: read.cut !== null,
    notes: read.cut === null ? [] : [read.cut],
  };
}

function clean(line: Line): Line {
  return { ...line, text: oneLine(sanitise(line.text.replace(/\u00ad$/, '-'))) };
}

/** The block of lines in the largest type of the upper half of the first page; section names are none. */
function titleLinesOf(lines: readonly Line[], body: number): Line[] {
  const upper = lines.filter((line) => line.y < 420 && /\p{L}{2}/u.test(line.text));
  const candidates = upper.filter(
    (line) => line.text.length > 5 && !isKnownSection(line.text) && !/^\d+\.?\s/.test(line.text),
  );
  const largest = Math.max(0, ...candidates.map((line) => line.size));
  if (largest < body * 1.15) return [];
  const first = candidates.findIndex((line) => line.size > largest - 0.6);
  const block = [candidates[first]!];
  for (const line of candidates.slice(first + 1, first + 6)) {
    if (line.size < largest - 0.6 || line.y - block.at(-1)!.y > line.size * 2) break;
    block.push(line);
  }
  return block;
}

function titleText(lines: readonly Line[], words: Vocabulary): string | null {
  const text = lines.reduce((all, line) => (all === '' ? line.text : joinLines(all, line.text, words)), '');
  return text.length >= 8 && text.length <= 400 ? text : null;
}

/** Titles in the metadata are often file names. */
function plausible(title: string | null): string | null {
  return title !== null && /\s/.test(title) && !/\.(?:docx?|tex|dvi|pdf)\b|untitled|microsoft word/i.test(title)
    ? oneLine(title)
    : null;
}
