import type { PaperRecord } from '../../contracts/record.ts';
import { type Entry, entriesOf } from './entry.ts';
import { latex, latexTitle } from './latex.ts';
import type { Person } from './person.ts';
import type { EntryType } from './venue.ts';

const TYPES: Readonly<Record<EntryType, string>> = {
  article: 'article',
  conference: 'inproceedings',
  preprint: 'misc',
  thesis: 'phdthesis',
  report: 'techreport',
  webpage: 'misc',
  other: 'misc',
};
/** The field that names where a work appeared. */
const VENUES: Readonly<Record<EntryType, string>> = {
  article: 'journal',
  conference: 'booktitle',
  preprint: 'howpublished',
  thesis: 'school',
  report: 'institution',
  webpage: 'howpublished',
  other: 'howpublished',
};
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** BibTeX of the records, in their order. UTF-8; absent facts are absent fields; `recordid` carries the ids of the run. */
export function toBibtex(records: readonly PaperRecord[]): string {
  return entriesOf(records).map(bibtexEntry).join('\n');
}

function bibtexEntry(entry: Entry): string {
  const [year, month] = entry.date;
  const fields: [string, string | null][] = [
    ['title', entry.title === null ? null : braced(latexTitle(entry.title))],
    ['author', authorsOf(entry)],
    [VENUES[entry.type], entry.venue === null ? null : braced(latex(entry.venue))],
    ['year', year === undefined ? null : braced(String(year))],
    ['month', month === undefined ? null : MONTHS[month - 1]!],
    ['doi', entry.doi === null ? null : braced(entry.doi)],
    ['eprint', entry.arxiv === null ? null : braced(entry.arxiv)],
    ['archivePrefix', entry.arxiv === null ? null : braced('arXiv')],
    ['url', entry.url === null ? null : braced(entry.url)],
    ['note', entry.retracted ? braced('Retracted or withdrawn') : null],
    ['recordid', braced(latex(entry.ids.join(' ')))],
  ];
  const lines = fields.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(13)} = ${value}`]));
  return `@${TYPES[entry.type]}{${entry.key},\n${lines.join(',\n')}\n}\n`;
}

function braced(value: string): string {
  return `{${value}}`;
}

function authorsOf({ persons, more }: Entry): string | null {
  const names = [...persons.map(bibtexName), ...(more && persons.length > 0 ? ['others'] : [])];
  return names.length === 0 ? null : braced(names.join(' and '));
}

function bibtexName(one: Person): string {
  if ('literal' in one) return braced(latex(one.literal));
  return [one.family, one.suffix, one.given]
    .filter((part) => part !== null)
    .map(latex)
    .join(', ');
}
