/** Characters that take two columns of a terminal: East Asian scripts, full-width forms, pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;

const columnsOf = (character: string): number => (NONE.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

/** Columns that a text takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}

/** A line of at most `width` columns; what is cut off leaves an ellipsis. */
export function cut(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let out = '';
  let used = 0;
  for (const character of line) {
    used += columnsOf(character);
    if (used > width - 1) break;
    out += character;
  }
  return `${out.trimEnd()}\u2026`;
}

/** Parts in as many lines as they need, none wider than `width`; the first line has `first` columns left. */
export function wrap(parts: readonly string[], gap: string, first: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    const room = lines.length === 0 ? first : width;
    const longer = line === '' ? part : `${line}${gap}${part}`;
    if (line !== '' && widthOf(longer) > room) {
      lines.push(line);
      line = cut(part, width);
    } else line = cut(longer, room);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** A line broken between words, later lines indented below its text; a word that is too long stays whole. */
export function wrapWords(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  const indent = /^\s*(?:\d+\.|-)?\s*/.exec(line)![0].length;
  const out: string[] = [];
  let current = '';
  for (const word of line.trimEnd().split(/(?<=\S) +/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current.trim() === '' || widthOf(longer) <= width) current = longer;
    else {
      out.push(current);
      current = `${' '.repeat(indent)}${word}`;
    }
  }
  return [...out, current].join('\n');
}
