import { readable } from '../../shared/collate/match/normalise.ts';
import type { Row } from './corrupt.ts';
import type { Rng } from './rng.ts';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface Person {
  readonly family: string;
  readonly initials: string;
  readonly full: string;
}

function peopleOf(authors: string): Person[] {
  return authors
    .split(',')
    .map((name) => readable(name).split(' ').filter(Boolean).map(capital))
    .filter((words) => words.length > 0)
    .map((words) => ({
      family: words.at(-1)!,
      initials: words
        .slice(0, -1)
        .map((word) => `${word[0]}.`)
        .join(' '),
      full: words.join(' '),
    }));
}

function joined(names: readonly string[], last: string): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')}${last}${names.at(-1)}`;
}

/** A list of authors in one of the styles of bibliographies, long ones cut now and then. */
function written(authors: string, style: number, rng: Rng): string {
  let people = peopleOf(authors);
  const cut = people.length > 3 && rng.chance(0.3);
  if (cut) people = people.slice(0, 1 + rng.int(2));
  const inverted = people.map(({ family, initials }) => (initials === '' ? family : `${family}, ${initials}`));
  const list = [
    joined(
      people.map(({ initials, family }) => `${initials} ${family}`.trim()),
      ' and ',
    ),
    joined(inverted, ', & '),
    inverted.join('; '),
    joined(
      people.map(({ full }) => full),
      ', and ',
    ),
    people.map(({ family, initials }) => `${family} ${initials.replace(/[. ]/g, '')}`.trim()).join(', '),
  ][style]!;
  return cut ? `${list} ${rng.pick(['et al.', 'et al', 'and others'])}` : list;
}

/**
 * The whole record as one line of a list of references, in the title's field, as catalogues made from papers' texts hold
 * them; the other fields are empty, or the year is left.
 */
export function reference(row: Row, rng: Rng): Row {
  const style = rng.int(5);
  const authors = rng.chance(0.06) ? '' : written(row.authors, style, rng);
  const title = capital(row.title.replace(/ : /g, ': '));
  const venue = rng.chance(0.12)
    ? ''
    : `${rng.pick(['In ', '', 'In: ', 'In Proc. ', 'In Proceedings of the '])}${row.venue}`;
  const year = rng.chance(0.12) ? '' : row.year;
  const first = 1 + rng.int(500);
  const pages = rng.chance(0.5)
    ? rng.pick([`pages ${first}-${first + 11}`, `pp. ${first}--${first + 9}`, `${first}:${first + 7}`])
    : '';
  const place = rng.chance(0.2)
    ? rng.pick(['San Jose, CA', 'Athens, Greece', 'ACM Press', 'Morgan Kaufmann', 'Tokyo'])
    : '';
  const rest = (parts: readonly string[], gap = ', ') => parts.filter((part) => part !== '').join(gap);
  const line = [
    () => rest([authors, title, rest([venue, pages, place, year])], '. '),
    () =>
      `${rest([authors, year === '' ? '' : `(${year})`], ' ')}. ${rest([title, rest([venue, pages, place])], '. ')}`,
    () => `${authors === '' ? '' : `${authors}: `}${rest([title, rest([venue, place, year, pages])], '. ')}`,
    () => rest([authors, `\u201c${title},\u201d ${rest([venue, place, pages, year])}`]),
    () =>
      `${authors === '' ? '' : `${authors}. `}${rest([title, rest([venue, year === '' ? '' : `${year};`, pages], ' ')], '. ')}`,
  ][style]!();
  const label = rng.chance(0.2) ? rng.pick([`[${1 + rng.int(60)}] `, `${1 + rng.int(40)}. `, '[KL97] ']) : '';
  return { title: `${label}${line}.`, authors: '', venue: '', year: rng.chance(0.2) ? row.year : '' };
}
