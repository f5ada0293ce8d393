import { readable } from '../../shared/collate/match/normalise.ts';
import { debris, scanned } from './debris.ts';
import { harvest } from './harvest.ts';
import { reference } from './reference.ts';
import type { Rng } from './rng.ts';
import { inScript, retold } from './script.ts';

/** A row of the pairs' benchmark. */
export interface Row {
  title: string;
  authors: string;
  venue: string;
  year: string;
}

export const PROFILES = [
  'clean',
  'moved',
  'scattered',
  'sparse',
  'web',
  'reference',
  'debris',
  'scanned',
  'script',
  'undated',
  'harvest',
] as const;
export type Profile = (typeof PROFILES)[number];

/** Values other than the title move to its end, each with probability one half. */
export function moved(row: Row, rng: Rng): Row {
  const out = { ...row };
  for (const field of ['authors', 'venue', 'year'] as const) {
    if (out[field] === '' || !rng.chance(0.5)) continue;
    out.title = `${out.title} ${out[field]}`;
    out[field] = '';
  }
  return out;
}

const undated = (row: Row, rng: Rng): Row => (rng.chance(0.3) ? { ...row, year: '' } : row);

/** Values move to any other field, or two fields are exchanged, or one is lost. */
export function scattered(row: Row, rng: Rng): Row {
  const out = { ...row };
  const fields = ['title', 'authors', 'venue', 'year'] as const;
  for (const field of rng.shuffle(['authors', 'venue', 'year'] as const)) {
    if (!rng.chance(0.4) || out[field] === '') continue;
    const target = rng.pick(fields.filter((name) => name !== field));
    out[target] = rng.chance(0.5) ? `${out[target]} ${out[field]}`.trim() : `${out[field]} ${out[target]}`.trim();
    out[field] = '';
  }
  if (rng.chance(0.15)) {
    const [x, y] = rng.shuffle(['title', 'authors', 'venue'] as const) as ['title', 'authors'];
    [out[x], out[y]] = [out[y], out[x]];
  }
  if (rng.chance(0.15)) out[rng.pick(['authors', 'venue', 'year'] as const)] = '';
  return out;
}

/** Facts are missing or nearly right: no year, year off by one, no venue, no authors. */
export function sparse(row: Row, rng: Rng): Row {
  const out = { ...row };
  if (rng.chance(0.4)) out.year = '';
  else if (rng.chance(0.15) && out.year !== '') out.year = String(Number(out.year) + (rng.chance(0.5) ? 1 : -1));
  if (rng.chance(0.4)) out.venue = '';
  if (rng.chance(0.25)) out.authors = '';
  if (rng.chance(0.15)) out.title = typos(out.title, rng);
  return out;
}

export function typos(text: string, rng: Rng): string {
  let out = text;
  for (let round = 0; round <= rng.int(2); round++) {
    const at = rng.int(Math.max(1, out.length));
    const letter = String.fromCharCode(97 + rng.int(26));
    switch (rng.int(4)) {
      case 0:
        out = out.slice(0, at) + out.slice(at + 1);
        break;
      case 1:
        out = out.slice(0, at) + letter + out.slice(at);
        break;
      case 2:
        out = out.slice(0, at) + letter + out.slice(at + 1);
        break;
      default:
        out = out.slice(0, at) + (out[at + 1] ?? '') + (out[at] ?? '') + out.slice(at + 2);
    }
  }
  return out;
}

function initialled(name: string, rng: Rng): string {
  const words = readable(name).split(' ');
  if (words.length < 2) return name;
  const family = words.at(-1)!;
  const initials = words
    .slice(0, -1)
    .map((word) => word[0])
    .join('');
  const style = rng.int(5);
  if (style <= 2) return `${initials} ${family}`;
  if (style === 3) return `${initials[0]} ${family}`;
  return `${family} ${initials}`;
}

function webAuthors(authors: string, rng: Rng): string {
  let names = authors
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return '';
  if (rng.chance(0.85)) names = names.map((name) => initialled(name, rng));
  if (rng.chance(0.25)) names = rng.shuffle(names);
  if (names.length > 2 && rng.chance(0.25)) {
    names = names.slice(0, 1 + rng.int(names.length - 1));
    if (rng.chance(0.5)) names.push(rng.pick(['et al', 'et al.', '&hellip;', '...']));
  }
  if (rng.chance(0.05))
    names.push(rng.pick(['d of computer', 'uc berkeley', 'i systems', 'm inc', 'cs dept', 't report']));
  if (rng.chance(0.06)) names[rng.int(names.length)] = typos(rng.pick(names), rng);
  if (rng.chance(0.04)) names = names.slice(1);
  return names.join(', ');
}

const FORMS: readonly (readonly [pattern: RegExp, forms: readonly string[]])[] = [
  [
    /sigmod record/,
    [
      'sigmod record',
      'acm sigmod record',
      'sigmod rec.',
      'acm sigmod record,',
      'sigmod record (acm special interest group on management of ...)',
    ],
  ],
  [
    /vldb j|vldb journal/,
    [
      'the vldb journal the international journal on very large data ...',
      'vldb journal',
      'vldb j.',
      'the vldb journal',
      'journal on very large data bases',
      'vldb journal: very large data bases',
    ],
  ],
  [
    /tods|trans/,
    [
      'acm trans. database syst.',
      'acm transactions on database systems',
      'acm transactions on database systems (tods)',
      'tods',
      'acm tods',
      'transactions on database systems',
    ],
  ],
  [
    /sigmod|management of data/,
    [
      'sigmod conference',
      'proc. acm sigmod',
      'acm sigmod',
      'sigmod',
      'proceedings of the acm sigmod international conference on ...',
      'in proc. sigmod',
      'proceedings of the 1998 acm sigmod international conference',
      'international conference on management of data',
      'acm sigmod record',
      'sigmod conf.',
      'proc. of the acm sigmod conf. on management of data,',
    ],
  ],
  [
    /vldb|very large/,
    [
      'vldb',
      'proc. vldb',
      'very large data bases',
      'proceedings of the international conference on very large data ...',
      'proceedings of the 24th vldb conference',
      'proc. 21st int. conf. on very large data bases',
      'in vldb',
      'the vldb journal',
    ],
  ],
];
const ODD = [
  '',
  'technical report',
  'lecture notes in computer science',
  'ieee data engineering bulletin',
  'univ. of wisconsin',
  'submitted for publication',
  'data engineering',
  'arxiv',
  'computer',
  'ph.d. thesis, stanford university',
  'informatik berichte',
  'available at',
  'ieee transactions on knowledge and data engineering',
  'www',
];

function webVenue(venue: string, rng: Rng): string {
  if (rng.chance(0.22)) return '';
  if (rng.chance(0.12)) return rng.pick(ODD);
  for (const [pattern, forms] of FORMS) if (pattern.test(venue)) return rng.pick(forms);
  return venue;
}

function webTitle(title: string, rng: Rng): string {
  let out = title;
  const words = () => out.split(' ');
  if (rng.chance(0.1)) out = out.replace(/^(.{6,}?) : .*$/, '$1');
  else if (rng.chance(0.05)) out = out.replace(/^.{3,}? : (.{12,})$/, '$1');
  if (rng.chance(0.12) && words().length > 4) {
    const keep = Math.max(3, Math.floor(words().length * (0.4 + rng.next() * 0.5)));
    out = words().slice(0, keep).join(' ') + rng.pick(['', ' ...', ' &hellip;', '']);
  }
  if (rng.chance(0.08)) out = typos(out, rng);
  if (rng.chance(0.08))
    out = words()
      .filter((word) => !/^(?:a|an|the|of|for|in|on|and)$/.test(word) || rng.chance(0.4))
      .join(' ');
  if (rng.chance(0.1)) out = out.replace(/-/g, rng.pick([' ', '']));
  if (rng.chance(0.08))
    out += rng.pick([
      ' *',
      ' (extended abstract)',
      ' +',
      ', ',
      '. ',
      ' (abstract)',
      ' demo',
      '. technical report',
      ' (demonstration)',
    ]);
  if (rng.chance(0.03)) out = rng.pick(['chapter 1. ', 'the ', 'invited talk: ', '', 'p.: ', 'pdf ']) + out;
  return out;
}

/** A record as a crawler of the web finds it: initials, cut lists, cut titles, odd venues, years that are missing or wrong. */
export function web(row: Row, rng: Rng): Row {
  const out = {
    title: webTitle(row.title, rng),
    authors: webAuthors(row.authors, rng),
    venue: webVenue(row.venue, rng),
    year: row.year,
  };
  if (rng.chance(0.4)) out.year = '';
  else if (rng.chance(0.12) && out.year !== '') out.year = String(Number(out.year) + rng.pick([-2, -1, -1, 1, 1, 2]));
  if (rng.chance(0.03)) out.authors = '';
  if (rng.chance(0.04)) {
    out.title = `${out.authors}. ${out.title}. ${out.venue}`;
    if (rng.chance(0.6)) out.authors = '';
    if (rng.chance(0.6)) out.venue = '';
  }
  return out;
}

/** Corrupts both records of a pair as one kind of source would; web noise falls on one side more often than on both. */
export function corruptPair(a: Row, b: Row, profile: Profile, rng: Rng): [Row, Row] {
  switch (profile) {
    case 'clean':
      return [a, b];
    case 'moved':
      return [moved(a, rng), moved(b, rng)];
    case 'scattered':
      return [scattered(a, rng), scattered(b, rng)];
    case 'sparse':
      return rng.chance(0.5) ? [sparse(a, rng), sparse(b, rng)] : [a, sparse(b, rng)];
    case 'web': {
      const harvested = rng.chance(0.25);
      const left = harvested ? web(a, rng) : { ...a };
      if (!harvested && rng.chance(0.7))
        left.authors = left.authors
          .split(',')
          .map((name) => initialled(name.trim(), rng))
          .join(', ');
      let pair: [Row, Row] = [left, web(b, rng)];
      if (rng.chance(0.3)) pair = [moved(pair[0], rng), moved(pair[1], rng)];
      return rng.chance(0.5) ? pair : [pair[1], pair[0]];
    }
    case 'reference':
      return rng.chance(0.4) ? [reference(a, rng), reference(b, rng)] : [a, reference(b, rng)];
    case 'debris':
      return rng.chance(0.3) ? [debris(a, rng), debris(b, rng)] : [a, debris(b, rng)];
    case 'scanned':
      return rng.chance(0.3) ? [scanned(a, rng), scanned(b, rng)] : [a, scanned(b, rng)];
    case 'undated':
      return [undated(moved(a, rng), rng), undated(moved(b, rng), rng)];
    case 'harvest': {
      const left = rng.chance(0.15) ? harvest(a, rng) : a;
      const right = harvest(b, rng);
      return rng.chance(0.5) ? [left, right] : [right, left];
    }
    case 'script': {
      const script = rng.pick(['cyrillic', 'greek', 'han'] as const);
      return [inScript(a, script), retold(inScript(b, script), rng)];
    }
  }
}
