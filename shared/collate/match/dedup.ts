import type { LibraryRecord } from '../../contracts/record.ts';
import { visitCandidates } from './blocking.ts';
import { asPaper, canonicalOf, libraryId } from './canonical.ts';
import type { AnyRecord } from './fields.ts';
import { sharedGrams } from './grams.ts';
import { compareIds } from './identity.ts';
import { fieldText } from './normalise.ts';
import { compareText } from './order.ts';
import { type Prepared, prepare } from './prepare.ts';
import { MATCH_THRESHOLD, scorePrepared } from './score.ts';
import { cluster, type Link } from './union.ts';

/** One paper: the input ids that name it, and its one record. */
export interface Group {
  readonly cluster: string[];
  readonly canonical: LibraryRecord;
}

export interface DedupResult {
  readonly groups: Group[];
  /** What could not be taken at its word: repeated ids with other titles, refused chains, records without id or title. */
  readonly notes: string[];
}

/** All records that came under one id. */
interface Unit {
  readonly id: string;
  readonly first: AnyRecord;
  readonly prepared: Prepared;
  readonly papers: LibraryRecord[];
}

/** Below this share of the shorter title's grams two records are not even scored, unless they share an id. */
const WORTH_SCORING = 0.4;

function worthScoring(a: Prepared, b: Prepared): boolean {
  const short = Math.min(a.grams.length, b.grams.length);
  if (short === 0 || sharedGrams(a.grams, b.grams) >= WORTH_SCORING * short) return true;
  return compareIds(a.identity, b.identity) === 'same';
}

const idOf = (record: AnyRecord) => {
  const id = typeof record === 'object' && record !== null ? fieldText(record.id, 2000) : '';
  return id === '' ? libraryId(record) : id;
};

/** Groups the input by id, in an order that depends on content only. */
export function unitsOf(records: readonly AnyRecord[], notes: string[]): Unit[] {
  const byId = new Map<string, { record: AnyRecord; text: string }[]>();
  let without = 0;
  for (const record of records) {
    const id = idOf(record);
    if (typeof record !== 'object' || record === null || fieldText(record.id, 2000) === '') without++;
    const entry = { record, text: JSON.stringify(record) ?? '' };
    const same = byId.get(id);
    if (same === undefined) byId.set(id, [entry]);
    else same.push(entry);
  }
  if (without > 0) notes.push(`${without} record(s) without an id were given one from a hash of their content.`);
  return [...byId.keys()].sort(compareText).map((id) => unitOf(id, byId.get(id)!, notes));
}

function unitOf(id: string, entries: { record: AnyRecord; text: string }[], notes: string[]): Unit {
  const [head, ...others] =
    entries.length === 1
      ? entries
      : [...entries].sort((a, b) => b.text.length - a.text.length || compareText(a.text, b.text));
  const first = head!.record;
  const prepared = prepare(first);
  const papers = [asPaper(first, id)];
  if (prepared.words.length === 0) notes.push(`${id}: no title; only its ids can tell what it is.`);
  let strangers = 0;
  for (const { record, text } of others) {
    if (text === head!.text) continue;
    const other = prepare(record);
    const alike = sharedGrams(prepared.grams, other.grams) >= 0.6 * Math.min(prepared.grams.length, other.grams.length);
    if (alike || scorePrepared(prepared, withoutIds(other)) >= MATCH_THRESHOLD) papers.push(asPaper(record, id));
    else strangers++;
  }
  if (strangers > 0)
    notes.push(`${id}: ${strangers} other record(s) have this id and another title; the fullest was kept.`);
  return { id, first, prepared, papers };
}

function withoutIds(record: Prepared): Prepared {
  const none = { ...record.identity, dois: [], arxiv: [], acl: [], dblp: [], openalex: [], s2: [] };
  return { ...record, identity: none };
}

/**
 * Finds the records that describe one paper. Identity by id first, then the learned matcher over blocked candidates,
 * then clusters without contradictions. The result does not depend on the order of the input; every input id is in
 * exactly one cluster. Cost grows near-linearly with the number of records.
 */
export function dedupWithNotes(records: readonly AnyRecord[]): DedupResult {
  const notes: string[] = [];
  const units = unitsOf(records, notes);
  const prepared = units.map((unit) => unit.prepared);
  const links: Link[] = [];
  visitCandidates(prepared, (a, b) => {
    const left = prepared[a]!;
    const right = prepared[b]!;
    if (!worthScoring(left, right)) return;
    const score = scorePrepared(left, right);
    if (score >= MATCH_THRESHOLD) links.push({ a, b, score });
  });
  const { clusters, refused } = cluster(units.length, links, (a, b) => scorePrepared(prepared[a]!, prepared[b]!));
  for (const { a, b } of refused.slice(0, 20))
    notes.push(`${units[a]!.id} and ${units[b]!.id} look alike but contradict others of their groups; kept apart.`);
  if (refused.length > 20) notes.push(`${refused.length - 20} more pairs kept apart for the same reason.`);
  return { groups: groupsOf(units, clusters), notes };
}

/** Clusters of units as groups, in order of the canonical id. */
export function groupsOf(units: readonly Unit[], clusters: readonly (readonly number[])[]): Group[] {
  const groups = clusters.map((members) => ({
    cluster: members.map((at) => units[at]!.id).sort(compareText),
    canonical: canonicalOf(members.flatMap((at) => units[at]!.papers)),
  }));
  return groups.sort(
    (a, b) => compareText(a.canonical.id, b.canonical.id) || compareText(a.cluster[0]!, b.cluster[0]!),
  );
}

/** As `dedupWithNotes`, without the notes. */
export function dedup(records: readonly AnyRecord[]): Group[] {
  return dedupWithNotes(records).groups;
}
