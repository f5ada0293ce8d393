import { isHeading, startsListItem } from './headings.ts';
import { endsSentence } from './sentence-end.ts';

/** A sentence and where it stands: `text === source.slice(start, end)`, offsets in UTF-16 units. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const BLANK_LINE = /\r?\n[^\S\n]*\r?\n\s*/g;
/** A closing mark with the quotes, brackets and numeric citation marks that belong to it, then white space or the end. */
const CLOSING =
  /[.!?\u2026]+["'”’»)\]]*(?:\[\d[\d,;\s\u2013-]{0,40}\]|[\u00b9\u00b2\u00b3\u2070-\u2079]+)*(?=\s|$)|[。！？][」』）”]*/g;

/**
 * Splits `text` into sentences with exact offsets. Blank lines, headings and list items end a sentence too; abbreviations,
 * decimals, initials, enumerations and citations do not. White space around a sentence belongs to none.
 */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let from = 0;
  for (const gap of text.matchAll(BLANK_LINE)) {
    splitParagraph(text, from, gap.index, found);
    from = gap.index + gap[0].length;
  }
  splitParagraph(text, from, text.length, found);
  return found;
}

function splitParagraph(text: string, start: number, end: number, found: Sentence[]): void {
  for (const [from, to] of blocks(text, start, end)) splitBlock(text, from, to, found);
}

/** Lines that stand for themselves (headings, list items) are cut off before punctuation is looked at. */
function blocks(text: string, start: number, end: number): [number, number][] {
  const cuts: [number, number][] = [];
  let blockStart = start;
  let lineStart = start;
  let previous = '';
  while (lineStart < end) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline === -1 || newline > end ? end : newline;
    const line = text.slice(lineStart, lineEnd);
    const next = text.slice(lineEnd + 1, Math.min(end, lineEnd + 200));
    if (lineStart > blockStart && startsListItem(line, previous)) {
      cuts.push([blockStart, lineStart]);
      blockStart = lineStart;
    }
    if (lineEnd < end && isHeading(line, lineStart === blockStart ? '' : previous, next)) {
      if (lineStart > blockStart) cuts.push([blockStart, lineStart]);
      cuts.push([lineStart, lineEnd]);
      blockStart = lineEnd + 1;
    }
    previous = line;
    lineStart = lineEnd + 1;
  }
  if (blockStart < end) cuts.push([blockStart, end]);
  return cuts;
}

function splitBlock(text: string, start: number, end: number, found: Sentence[]): void {
  const block = text.slice(start, end);
  let from = 0;
  for (const mark of block.matchAll(CLOSING)) {
    const after = mark.index + mark[0].length;
    if (!endsSentence(block, from, mark.index, mark[0], after)) continue;
    add(text, start + from, start + after, found);
    from = after;
  }
  add(text, start + from, end, found);
}

function add(text: string, start: number, end: number, found: Sentence[]): void {
  let from = start;
  let to = end;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  if (from < to) found.push({ text: text.slice(from, to), start: from, end: to });
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200b) || code === 0xfeff;
}
