import { readable } from '../../shared/collate/match/normalise.ts';
import type { Row } from './corrupt.ts';
import type { Rng } from './rng.ts';

const GARBAGE = [
  'springer',
  'citeseer.nj.nec.com',
  'unpublished manuscript',
  'acm press',
  'ieee computer society',
  'pp. 23-45',
  'tech. rep. cs-tr-3478, university of maryland',
  'lecture notes in computer science',
  'proceedings of the',
  'advances in',
  'edbt',
  'icde',
  'stanford university',
  'portal.acm.org',
  'ibm almaden research center',
  'ieee data eng. bull',
  'books.google.com',
  'ph d thesis',
  'dagstuhl seminar report',
];

type Written = (issue: number, year: string) => string;

const VENUES: readonly (readonly [name: RegExp, forms: readonly Written[]])[] = [
  [
    /sigmod record/,
    [
      () => 'SIGMOD Record',
      () => 'ACM SIGMOD Rec.',
      (issue) => `SIGMOD Record 28(${issue})`,
      () => 'ACM SIGMOD Record',
      () => 'Sigmod Record (ACM Special Interest Group on Management of &hellip;',
    ],
  ],
  [
    /vldb j/,
    [
      () => 'VLDB Journal',
      () => 'The VLDB Journal The International Journal on Very Large &hellip;',
      () => 'VLDB J.',
      (issue) => `VLDB Journal 7(${issue})`,
      () => 'Int. J. on Very Large Data Bases',
    ],
  ],
  [
    /tods|transactions on database|trans\b.*database/,
    [
      () => 'ACM Transactions on Database Systems',
      () => 'ACM TODS',
      () => 'ACM Trans. Database Syst.,',
      () => 'ACM Transactions on Database Systems (TODS)',
    ],
  ],
  [
    /sigmod|management of data/,
    [
      () => 'SIGMOD Conference',
      (_, year) => `SIGMOD ${year}`,
      () => 'Proceedings of the ACM SIGMOD International Conference on &hellip;',
      () => 'ACM SIGMOD Record',
      () => "Proc. ACM SIGMOD Int'l Conf. Management of Data",
      (_, year) => `Proceedings of the ${year} ACM SIGMOD`,
      () => 'In SIGMOD',
    ],
  ],
  [
    /vldb|very large/,
    [
      () => 'VLDB',
      () => 'PROCEEDINGS OF THE INTERNATIONAL CONFERENCE ON VERY LARGE DATA &hellip;',
      () => 'Very Large Data Bases',
      (_, year) => `VLDB'${year.slice(2)}`,
      () => 'In Proc. of the 25th Int. Conf. on Very Large Databases',
      () => 'Proc. 21st VLDB Conf.',
      () => 'The VLDB Journal',
    ],
  ],
];

function venueOf({ venue, year }: Row, rng: Rng): string {
  const forms = VENUES.find(([name]) => name.test(venue.toLowerCase()))?.[1];
  return forms === undefined ? venue : rng.pick(forms)(1 + rng.int(4), year === '' ? '1999' : year);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** One name in one of the styles of a list: `HP Kriegel`, `H Kriegel`, `H. P. Kriegel`, `Kriegel HP`, `Kriegel`, in full. */
function styled(name: string, style: number): string {
  const words = readable(name).split(' ').filter(Boolean);
  const family = capital(words.at(-1) ?? '');
  const initials = words.slice(0, -1).map((word) => word[0]!.toUpperCase());
  if (initials.length === 0 || style === 5) return name;
  const forms = [
    `${initials.join('')} ${family}`,
    `${initials[0]} ${family}`,
    `${initials.join('. ')}. ${family}`,
    `${family} ${initials.join('')}`,
    family,
  ];
  return forms[style]!;
}

function listed(authors: string, rng: Rng): string[] {
  const style = rng.pick([0, 0, 0, 1, 1, 2, 3, 4, 5, 5]);
  let names = authors
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => styled(name, style));
  if (names.length > 1 && rng.chance(0.25)) {
    names = names.slice(0, 1 + rng.int(names.length - 1));
    if (rng.chance(0.75)) names.push(rng.pick(['&hellip;', '…', '...', 'et al.', 'and others']));
  }
  if (rng.chance(0.06)) names = names.slice(rng.int(2), 1 + rng.int(2));
  if (rng.chance(0.04)) names.push(rng.pick(['M Systems', 'D Base', 'U Wisconsin', 'T Report']));
  return names;
}

/** What happens to the title alone, each with its probability. */
const TITLE: readonly (readonly [share: number, change: (title: string, rng: Rng) => string])[] = [
  [0.08, (title) => title.replace(/\s*[:.-]\s.{10,}$/, '')],
  [0.1, cut],
  [
    0.08,
    (title, rng) =>
      rng.pick([
        title.replace(/(\w{5,})/, '<b>$1</b>'),
        title.replace(/-/g, '&#45;').replace(/'/g, '&#39;'),
        `${title}&nbsp;`,
        `&lt;i&gt;${title}&lt;/i&gt;`,
        title.replace(/ /, '<br>'),
      ]),
  ],
  [
    0.06,
    (title, rng) =>
      rng.pick([
        `12. ${title}`,
        `[CITATION] ${title}`,
        `${title} (demo)`,
        `${title} *`,
        `${title}, pp. 217`,
        `${title} [J]`,
      ]),
  ],
  [
    0.05,
    (title, rng) => title.replace(/\b(?:a|an|the|of|for|in|on|and|with) /g, (word) => (rng.chance(0.6) ? '' : word)),
  ],
  [0.06, (title, rng) => title.replace(/[-:,]/g, rng.pick(['', ' ']))],
  [0.05, (title) => title.toUpperCase()],
];

function cut(title: string, rng: Rng): string {
  const words = title.split(' ');
  if (words.length < 5) return title;
  const kept = Math.max(3, Math.floor(words.length * (0.45 + 0.45 * rng.next())));
  return `${words.slice(0, kept).join(' ')}${rng.pick([' &hellip;', ' ...', '...', '…'])}`;
}

/** Names before or behind the title, which then often are in no other field. */
function withPeople(out: Row, names: readonly string[], rng: Rng): void {
  const list = names.join(', ');
  out.title = rng.pick([`${list}. ${out.title}`, `${out.title}. ${list}`, `${out.title}, by ${list}`]);
  if (rng.chance(0.6)) out.authors = '';
}

/**
 * A record as a search engine for papers shows it: cut titles, venue or year behind the title, initials and cut lists,
 * venues abbreviated or not venues at all, wrong years, what is left of markup. Made apart from `web`, so that what is
 * trained on one can be judged on the other.
 */
export function harvest(row: Row, rng: Rng): Row {
  const names = listed(row.authors, rng);
  const out: Row = {
    title: row.title,
    authors: rng.chance(0.06) ? '' : names.join(rng.pick([', ', ', ', ' and ', '; '])),
    venue: rng.chance(0.2) ? '' : rng.chance(0.14) ? rng.pick(GARBAGE) : venueOf(row, rng),
    year: rng.chance(0.35) ? '' : row.year,
  };
  if (out.venue !== '' && rng.chance(0.3)) out.venue += rng.pick([' ,', ', Seattle, WA, June', ' - portal.acm.org']);
  if (out.year !== '' && rng.chance(0.12)) out.year = String(Number(out.year) + rng.pick([1, 1, -1, -1, 2, -2, 3, 5]));
  for (const [share, change] of TITLE) if (rng.chance(share)) out.title = change(out.title, rng);
  if (rng.chance(0.07)) out.title += `${rng.pick([', ', ' - ', ' in ', '. '])}${venueOf(row, rng)}`;
  if (row.year !== '' && rng.chance(0.06))
    out.title = rng.pick([`${out.title} (${row.year})`, `${out.title}, ${row.year}`, `${row.year}. ${out.title}`]);
  if (names.length > 0 && rng.chance(0.05)) withPeople(out, names, rng);
  return out;
}
