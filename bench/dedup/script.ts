import { readable } from '../../shared/collate/match/normalise.ts';
import type { Row } from './corrupt.ts';
import type { Rng } from './rng.ts';

const CYRILLIC = 'абцдефгхийклмнопярстувшхыз';
const GREEK = 'αβχδεφγηιξκλμνοπθρστυωψχυζ';

const spelt = (text: string, alphabet: string) =>
  readable(text)
    .toLowerCase()
    .replace(/[a-z]/g, (letter) => alphabet[letter.charCodeAt(0) - 97]!);

/** Two letters become one sign, and blanks go: as much text in as many signs as a Han title has. */
const han = (text: string) =>
  readable(text)
    .toLowerCase()
    .replace(/[a-z]{1,2}/g, (pair) => {
      const code = (pair.charCodeAt(0) - 97) * 27 + (pair.length === 2 ? pair.charCodeAt(1) - 96 : 0);
      return String.fromCharCode(0x4e00 + ((code * 37) % 5000));
    })
    .replace(/[\s-]+/g, '');

export type Script = 'cyrillic' | 'greek' | 'han';

/** The record in letters of another script: its words are as unknown to a table of English words as a foreign paper's. */
export function inScript(row: Row, script: Script): Row {
  const write = (text: string) => (script === 'han' ? han(text) : spelt(text, script === 'greek' ? GREEK : CYRILLIC));
  const names = row.authors.split(',').map((name) => write(name.trim()));
  return { title: write(row.title), authors: names.join(', '), venue: write(row.venue), year: row.year };
}

/** What differs between two catalogues of one foreign paper: capitals, marks, initials, a lost year or venue. */
export function retold(row: Row, rng: Rng): Row {
  const out = { ...row };
  if (rng.chance(0.3)) out.title = out.title.toUpperCase();
  if (rng.chance(0.3)) out.title = `${out.title}${rng.pick(['.', '。', ' ', ' *'])}`;
  if (rng.chance(0.15) && out.title.length > 12) {
    const at = 2 + rng.int(out.title.length - 4);
    out.title = out.title.slice(0, at) + out.title.slice(at + 1);
  }
  if (rng.chance(0.4))
    out.authors = out.authors
      .split(', ')
      .map((name) => name.replace(/^(\p{L})\p{L}* /u, '$1. '))
      .join(', ');
  if (rng.chance(0.3)) out.venue = '';
  if (rng.chance(0.3)) out.year = '';
  return out;
}
