const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Zero-width, bidirectional and other invisible format characters, variation and tag characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** All that plus controls, unassigned and private characters, lone surrogates, separators, and spaces other than U+0020. */
const ODD = /[\p{C}\p{Default_Ignorable_Code_Point}]|[^\S ]/gu;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const LINK_SCHEME = /\b(javascript|data|vbscript|file|mailto):/gi;

/** Text from outside on one line, without control, zero-width and bidirectional characters; lone surrogates become U+FFFD. */
export function oneLine(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Addresses that Markdown readers turn into links by themselves, even when their signs are escaped. */
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'`“”)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/**
 * Text from outside as inert inline Markdown: nothing in it can become a tag, an entity, a link, an image, emphasis, a
 * table cell border or a heading; addresses stand as code, which no reader follows. Punctuation that cannot act is left as
 * it is, so that quotations can be found again.
 */
export function md(text: string): string {
  const line = oneLine(text);
  let safe = '';
  let from = 0;
  for (const address of line.matchAll(ADDRESS)) {
    safe += escaped(line.slice(from, address.index), from === 0) + code(address[0]);
    from = address.index + address[0].length;
  }
  return safe + escaped(line.slice(from), from === 0);
}

function escaped(text: string, opens: boolean): string {
  const inert = text
    .replace(/[\\`*~]|\](?=[([:])|(?<=!)\[|^\[|\[(?=[\^ xX]\]|\^|\d+(?:[,\s–-]+\d+)*\])/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w{1,40};)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(LINK_SCHEME, (_, scheme: string) => `${scheme}\\:`);
  if (!opens) return inert;
  return inert.replace(/^(?:#{1,6}|[-+>=]|\d{1,9}(?=[.)]))/, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** The same inside a table cell, where a bar would end it. */
export function cell(text: string): string {
  return md(text).replace(/\|/g, '\\|');
}

/** A code span whose fence is longer than any run of backticks inside. */
export function code(text: string): string {
  const body = oneLine(text);
  if (body === '') return '` `';
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$/.test(body) ? ' ' : '';
  return `${fence}${pad}${body}${pad}${fence}`;
}

/** An address as it may stand in a document: only http and https, no credentials; null for anything else. */
export function safeUrl(url: string): string | null {
  const text = oneLine(url);
  if (!/^https?:\/\//i.test(text) || /\s/.test(text) || !URL.canParse(text)) return null;
  const parsed = new URL(text);
  if (parsed.username !== '' || parsed.password !== '') return null;
  return parsed.href.replace(/[<>()[\]"'`|\\*_]/g, (c) =>
    c === '_' ? c : `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** An autolink to `url`, or the inert text when it is no web address. */
export function link(url: string): string {
  const safe = safeUrl(url);
  return safe === null ? md(url) : `<${safe}>`;
}

/** JSON that is inert inside a fenced block and keeps every character: invisible ones and `<` are escaped. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .split('\n')
    .map((line) => line.replace(ODD, unicodeEscape).replace(/[<`]/g, unicodeEscape))
    .join('\n');
}

/** Whether `text` holds a character a reader cannot see or that turns the text around (backticks and `<` aside). */
export function hasOddCharacter(text: string): boolean {
  return text.search(ODD) >= 0;
}

function unicodeEscape(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}
