/** Quotes and lists inside each other, and emphasis: nobody writes more, and parsers go down one call for each. */
const DEEPEST = 50;
const MARK = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,200}\]:)/y;

/** The Markdown with marks beyond any sane nesting blanked out, character for character: every offset holds. */
export function shallow(markdown: string): string {
  return markdown
    .replace(/^[^\n]*/gm, shallowLine)
    .split(/(\n[ \t]*\n)/)
    .map(calm)
    .join('');
}

function shallowLine(line: string): string {
  let at = 0;
  for (let depth = 0; ; depth++) {
    MARK.lastIndex = at;
    const hit = MARK.exec(line);
    if (hit === null) return line;
    const end = at + hit[0].length;
    if (depth >= DEEPEST)
      return line.slice(0, at) + line.slice(at).replace(/^[^\p{L}]+/u, (marks) => 'x'.repeat(marks.length));
    at = end;
  }
}

const EMPHASIS = /\*+|_+|~+/g;
/** Marks of emphasis in one paragraph or row: a parser moves all that comes behind each pair. */
const MOST = 400;
const TABLE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/m;

/** A paragraph, or the rows of a table one by one, without marks of emphasis that nobody writes. */
function calm(paragraph: string): string {
  return TABLE.test(paragraph) ? paragraph.replace(/[^\n]+/g, calmLine) : calmLine(paragraph);
}

/**
 * Without those that open deeper than anybody writes, that close what was never opened, and beyond the most: a parser
 * looks for the partner of each among all that came before.
 */
function calmLine(text: string): string {
  const open = new Map<string, number>();
  let count = 0;
  return text.replace(EMPHASIS, (marks, at: number) => {
    const before = open.get(marks[0]!) ?? 0;
    const [closes, opens] = [/\S/.test(text[at - 1] ?? ' '), /\S/.test(text[at + marks.length] ?? ' ')];
    const pairs = closes && before > 0;
    if (!closes && !opens) return marks;
    if (++count > MOST || !(pairs || (opens && before < DEEPEST))) return 'x'.repeat(marks.length);
    open.set(marks[0]!, before + (pairs ? -1 : 1));
    return marks;
  });
}
