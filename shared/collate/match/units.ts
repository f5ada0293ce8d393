import type { LibraryRecord } from '../../contracts/record.ts';
import { asPaper, canonicalOf, libraryId } from './canonical.ts';
import type { AnyRecord } from './fields.ts';
import { sharedGrams } from './grams.ts';
import { fieldText } from './normalise.ts';
import { compareText } from './order.ts';
import { type Prepared, prepare } from './prepare.ts';
import { MATCH_THRESHOLD, scorePrepared } from './score.ts';

/** One paper: the input ids that name it, and its one record. */
export interface Group {
  readonly cluster: string[];
  readonly canonical: LibraryRecord;
}

/** All records that came under one id. */
export interface Unit {
  readonly id: string;
  readonly prepared: Prepared;
  /** The records that agree with the first. */
  readonly records: readonly AnyRecord[];
}

const ownId = (record: AnyRecord) => (typeof record === 'object' && record !== null ? fieldText(record.id, 2000) : '');

/** Groups the input by id, in an order that depends on content only. */
export function unitsOf(records: readonly AnyRecord[], notes: string[]): Unit[] {
  const byId = new Map<string, AnyRecord[]>();
  let without = 0;
  for (const record of records) {
    const own = ownId(record);
    if (own === '') without++;
    const id = own === '' ? libraryId(record) : own;
    const same = byId.get(id);
    if (same === undefined) byId.set(id, [record]);
    else same.push(record);
  }
  if (without > 0) notes.push(`${without} record(s) without an id were given one from a hash of their content.`);
  const units = [...byId.keys()].sort(compareText).map((id) => unitOf(id, byId.get(id)!, notes));
  const bare = units.filter((unit) => unit.prepared.words.length === 0).map((unit) => unit.id);
  if (bare.length > 0) {
    const some = bare.slice(0, 10).join(', ');
    notes.push(
      `${bare.length} record(s) have no title and are known by their ids alone: ${some}${bare.length > 10 ? ', …' : ''}.`,
    );
  }
  return units;
}

/** The same record twice gives the same text, whatever the order of its fields. */
function textOf(record: AnyRecord): string {
  return JSON.stringify(record ?? null, sortedKeys);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)));
}

/** Longest first: the fullest record speaks for its id. */
function byFullness(records: readonly AnyRecord[]): AnyRecord[] {
  const texts = new Map(records.map((record) => [textOf(record), record]));
  return [...texts.keys()].sort((a, b) => b.length - a.length || compareText(a, b)).map((text) => texts.get(text)!);
}

function unitOf(id: string, records: readonly AnyRecord[], notes: string[]): Unit {
  const [first, ...others] = records.length === 1 ? records : byFullness(records);
  const prepared = prepare(first);
  const kept = [first];
  let strangers = 0;
  for (const record of others) {
    const other = prepare(record, { withoutIds: true });
    const short = Math.min(prepared.grams.length, other.grams.length);
    const alike = sharedGrams(prepared.grams, other.grams) >= 0.6 * short;
    if (alike || scorePrepared(prepared, other) >= MATCH_THRESHOLD) kept.push(record);
    else strangers++;
  }
  if (strangers > 0) {
    notes.push(`${id}: ${strangers} other record(s) have this id and another title; the fullest was kept.`);
  }
  return { id, prepared, records: kept };
}

/** Clusters of units as groups, in order of the canonical id. */
export function groupsOf(
  units: readonly Pick<Unit, 'id' | 'records'>[],
  clusters: readonly (readonly number[])[],
): Group[] {
  const groups = clusters.map((members) => {
    const own = members.map((at) => units[at]!);
    return {
      cluster: own.map(({ id }) => id).sort(compareText),
      canonical: canonicalOf(own.flatMap(({ id, records }) => records.map((record) => asPaper(record, id)))),
    };
  });
  return groups.sort(
    (a, b) => compareText(a.canonical.id, b.canonical.id) || compareText(a.cluster[0]!, b.cluster[0]!),
  );
}
