import type { Row } from './corrupt.ts';
import type { Rng } from './rng.ts';

const BEFORE = ['[PDF] ', '[HTML] ', '<b>Title:</b> ', 'Abstract: ', 'Full text: ', '&laquo; ', 'Citation: ', 'PDF: '];
const AFTER = [
  ' - ACM Digital Library',
  ' | IEEE Xplore',
  ' | Semantic Scholar',
  ' - Google Books',
  ' | Request PDF',
  ' - Cited by 41',
  ' [abstract] [pdf]',
  ' (PDF)',
  ' - dblp',
  ' | SpringerLink',
  ' &raquo;',
  ' Download PDF',
  ' | Proceedings',
  ' - Related articles - All 7 versions',
];

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/-/g, '&#45;').replace(/'/g, '&#39;');

function markedUp(text: string, rng: Rng): string {
  const words = text.split(' ');
  const at = rng.int(words.length);
  const [open, close] = rng.pick([
    ['<i>', '</i>'],
    ['<b>', '</b>'],
    ['<span class="hit">', '</span>'],
    ['<em>', '</em>'],
    ['$', '$'],
    ['\\emph{', '}'],
    ['{', '}'],
  ] as const);
  words[at] = `${open}${words[at]}${close}`;
  return words.join(rng.pick([' ', ' ', '  ', '&nbsp;', '\n']));
}

/** Names with what pages print beside them: marks of affiliation, addresses, `by`, degrees, the rest behind a link. */
function signed(authors: string, rng: Rng): string {
  const names = authors.split(',').map((name) => name.trim());
  switch (rng.int(6)) {
    case 0:
      return names.map((name, at) => `${name}${1 + (at % 3)}`).join(', ');
    case 1:
      return `by ${names.join(', ')}`;
    case 2:
      return names.map((name) => `${name}${rng.pick(['*', '\u2020', ' (author)', ', PhD'])}`).join(', ');
    case 3:
      return `${names.join('; ')}; View all authors`;
    case 4:
      return `Authors: ${names.join(', ')} - ${rng.pick(['Stanford University', 'IBM Research', 'University of Athens'])}`;
    default:
      return names.map((name) => `${name} &lt;${name.split(' ').at(-1)}@example.org&gt;`).join(', ');
  }
}

/** A record scraped off a page: markup, entities, words of the page around the title, marks beside the names. */
export function debris(row: Row, rng: Rng): Row {
  const out = { ...row };
  if (rng.chance(0.5)) out.title = markedUp(out.title, rng);
  if (rng.chance(0.3)) out.title = escaped(out.title);
  if (rng.chance(0.25)) out.title = rng.pick(BEFORE) + out.title;
  if (rng.chance(0.5)) out.title += rng.pick(AFTER);
  if (out.authors !== '' && rng.chance(0.5)) out.authors = signed(out.authors, rng);
  if (rng.chance(0.3))
    out.venue = rng.pick([
      `Published in: ${out.venue}`,
      `${out.venue} ; Volume 12`,
      `${out.venue}, ISBN 1-58113-000-0`,
      '',
    ]);
  if (rng.chance(0.4)) out.year = '';
  return out;
}

const LOOKALIKES: readonly (readonly [letter: RegExp, seen: string])[] = [
  [/rn/, 'm'],
  [/m/, 'rn'],
  [/l/, '1'],
  [/o/, '0'],
  [/e/, 'c'],
  [/h/, 'b'],
  [/ff/, '\ufb00'],
  [/fi/, '\ufb01'],
  [/cl/, 'd'],
  [/i/, 'l'],
];

/** A text read off a scan: letters taken for others, words cut at the line's end, blanks lost or added. */
function scannedText(text: string, rng: Rng): string {
  let out = text;
  for (let round = 0; round <= rng.int(3); round++) {
    const [letter, seen] = rng.pick(LOOKALIKES);
    const words = out.split(' ');
    const at = rng.int(words.length);
    words[at] = words[at]!.replace(letter, seen);
    out = words.join(' ');
  }
  if (rng.chance(0.3)) out = out.replace(/(\p{L}{4})(\p{L}{4})/u, '$1- $2');
  if (rng.chance(0.25)) out = out.replace(/ (?=\S*$)/, '');
  if (rng.chance(0.15)) out = out.replace(/(\p{L}{5})(\p{L}{3})/u, '$1 $2');
  return rng.chance(0.2) ? out.toUpperCase() : out;
}

/** A record read by machine off a scanned page. */
export function scanned(row: Row, rng: Rng): Row {
  const out = { ...row, title: scannedText(row.title, rng) };
  if (rng.chance(0.5)) out.authors = scannedText(out.authors, rng);
  if (rng.chance(0.4)) out.venue = '';
  if (rng.chance(0.4)) out.year = '';
  return out;
}
