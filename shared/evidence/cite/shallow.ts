/** Quotes and lists inside each other: nobody writes more, and parsers go down one call for each. */
const DEEPEST = 50;
const MARK = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])|\[\^[^\]\n]{1,200}\]:)/y;

/** The Markdown with marks beyond any sane nesting blanked out, character for character: every offset holds. */
export function shallow(markdown: string): string {
  return markdown.replace(/^[^\n]*/gm, shallowLine);
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
