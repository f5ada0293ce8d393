const MARKDOWN = /^\s{0,3}#{1,6}\s+\S/;
const NUMBERED = /^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.\d{0,2})\s+\p{Lu}[^.!?]{0,80}$/u;
const CAPITALS = /^\s*(?=.*\p{Lu}{3})[\p{Lu}\d\s&,:/()-]{4,80}$/u;
const SECTION =
  /^\s*(?:abstract|introduction|background|related work|preliminar(?:y|ies)|motivation|method(?:s|ology)?|materials and methods|approach|experiments?|experimental (?:setup|results)|evaluation|results?|results and discussion|discussion|limitations?|threats to validity|conclusions?|conclusions? and future work|future work|acknowledge?ments?|references|bibliography|appendix)\s*:?\s*$/i;
const LIST_ITEM = /^\s*(?:[-*•‣▪◦–]\s+\S|\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})\)\s+\S)/;
const NUMBERED_ITEM = /^\s*\d{1,2}\.\s+\S/;
const SMALL_WORD = /^(?:\p{Ll}{1,3}|from|with|into|over|under|via|without|between)$/u;
const CLOSED = /[.!?:;…]["'”’)\]]*\s*$/;

/**
 * Whether a line that more text follows stands for itself as a heading: Markdown, numbered, in capitals, a usual section
 * name, or a short line in title case. `previous` is the line before it in its block, '' when it opens the block.
 */
export function isHeading(line: string, previous: string, next: string): boolean {
  if (MARKDOWN.test(line)) return true;
  if (line.length > 100) return false;
  if (previous !== '' && !CLOSED.test(previous) && !LIST_ITEM.test(previous)) return false;
  if (CLOSED.test(line) && !SECTION.test(line)) return false;
  if (!/^\s*[\p{Lu}\d"“(]/u.test(next)) return false;
  return SECTION.test(line) || NUMBERED.test(line) || CAPITALS.test(line) || isTitleCase(line);
}

/** Whether `line` opens a list item. A bare number counts only after a closed line: a wrapped "Figure\n3. …" is none. */
export function startsListItem(line: string, previous: string): boolean {
  return LIST_ITEM.test(line) || (NUMBERED_ITEM.test(line) && CLOSED.test(previous));
}

function isTitleCase(line: string): boolean {
  const words = line.trim().split(/\s+/);
  if (words.length < 2 || words.length > 9) return false;
  return words.every((word, i) => /^[\p{Lu}\d(&]/u.test(word) || (i > 0 && SMALL_WORD.test(word)));
}
