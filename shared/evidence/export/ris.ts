import type { PaperRecord } from '../../contracts/record.ts';
import { type Entry, entriesOf } from './entry.ts';
import type { Person } from './person.ts';
import type { EntryType } from './venue.ts';

const TYPES: Readonly<Record<EntryType, string>> = {
  article: 'JOUR',
  conference: 'CONF',
  preprint: 'UNPB',
  thesis: 'THES',
  report: 'RPRT',
  webpage: 'ELEC',
  other: 'GEN',
};

/** RIS of the records, in their order: one value a line, lines end as the format asks (CR LF). `AN` is the record's id. */
export function toRis(records: readonly PaperRecord[]): string {
  return entriesOf(records).map(risEntry).join('');
}

function risEntry(entry: Entry): string {
  const [year, month, day] = entry.date;
  const two = (n: number | undefined) => (n === undefined ? '' : String(n).padStart(2, '0'));
  const lines: [string, string | null][] = [
    ['TY', TYPES[entry.type]],
    ['ID', entry.key],
    ['TI', entry.title],
    ...entry.persons.map((one): [string, string] => ['AU', risName(one)]),
    ['T2', entry.venue],
    ['PY', year === undefined ? null : String(year)],
    ['DA', month === undefined ? null : `${year}/${two(month)}/${two(day)}`],
    ['DO', entry.doi],
    ['UR', entry.url],
    ['AN', entry.id],
    ...entry.ids.slice(1).map((id): [string, string] => ['C1', id]),
    ['N1', entry.retracted ? 'Retracted or withdrawn' : null],
    ['ER', ''],
  ];
  return `${lines.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${value}`])).join('\r\n')}\r\n`;
}

function risName(one: Person): string {
  if ('literal' in one) return one.literal;
  const name = one.given === null ? one.family : `${one.family}, ${one.given}`;
  return one.suffix === null ? name : `${name}, ${one.suffix}`;
}
