import type { Anchor } from '../../contracts/note.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { terms } from '../../text/tokenise.ts';
import { isFurniture, midSentence, phrases } from '../reader/phrases.ts';
import type { Source } from './sources.ts';
import type { Unit } from './units.ts';

/** A thing several of the sources write about, with the sentence of each that names it. */
export interface Theme {
  readonly key: string;
  /** As it reads in the middle of a sentence. */
  readonly phrase: string;
  /** Members whose title or summary names it. */
  readonly named: number;
  readonly members: readonly { readonly source: Source; readonly anchor: Anchor }[];
}

/** In how many of the run's records each name stands: what all of them say tells none of them apart. */
export function phraseFrequencies(records: readonly PaperRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const keys = new Set(phrases(`${record.title ?? ''}. ${record.abstract ?? ''}`).map((p) => p.key));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export interface ThemeQuery {
  readonly units: readonly Unit[];
  readonly topic: string;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly records: number;
  readonly used: ReadonlySet<string>;
  readonly most: number;
}

/**
 * Names shared by at least two of the sources and by no more than two thirds, chosen greedily so that each further one
 * brings in sources that the ones before left out.
 */
export function themes(query: ThemeQuery): Theme[] {
  const table = tabulate(query.units);
  const sources = new Set(query.units.map((u) => u.source.id)).size;
  const topic = new Set([...terms(query.topic), ...acronyms(query.topic)]);
  const chosen: Theme[] = [];
  const covered = new Set<string>();
  const candidates = [...table.values()].filter((entry) => isTelling(entry, sources, topic, query));
  while (chosen.length < query.most) {
    let best: { entry: Entry; score: number } | null = null;
    for (const entry of candidates) {
      if (chosen.some((theme) => sharesWord(theme.key, entry.key))) continue;
      const fresh = [...entry.members.keys()].filter((id) => !covered.has(id)).length;
      if (fresh < (chosen.length === 0 ? 2 : 1) || entry.members.size - fresh > fresh) continue;
      const score = (fresh + 0.3 * (entry.members.size - fresh)) * weightOf(entry, query);
      if (
        best === null ||
        score > best.score + 1e-9 ||
        (Math.abs(score - best.score) <= 1e-9 && entry.key < best.entry.key)
      ) {
        best = { entry, score };
      }
    }
    if (best === null) break;
    for (const id of best.entry.members.keys()) covered.add(id);
    chosen.push(toTheme(best.entry));
  }
  return chosen;
}

interface Entry {
  readonly key: string;
  readonly spellings: Map<string, number>;
  readonly members: Map<string, Unit>;
}

function tabulate(units: readonly Unit[]): Map<string, Entry> {
  const table = new Map<string, Entry>();
  for (const unit of units) {
    if (
      unit.source.retracted ||
      (!unit.kinds.has('claim') && !unit.kinds.has('method') && !unit.kinds.has('limitation'))
    )
      continue;
    for (const { key, text } of phrases(unit.text)) {
      const entry = table.get(key) ?? { key, spellings: new Map<string, number>(), members: new Map<string, Unit>() };
      table.set(key, entry);
      const spelling = midSentence(text.replace(/\s+/g, ' '));
      entry.spellings.set(spelling, (entry.spellings.get(spelling) ?? 0) + 1);
      const known = entry.members.get(unit.source.id);
      if (known === undefined || unit.quality > known.quality) entry.members.set(unit.source.id, unit);
    }
  }
  return table;
}

function isTelling(entry: Entry, sources: number, topic: ReadonlySet<string>, query: ThemeQuery): boolean {
  const size = entry.members.size;
  if (size < 2 || size > Math.max(2, Math.ceil((2 * sources) / 3)) || query.used.has(entry.key)) return false;
  if (isFurniture([...entry.spellings.keys()][0]!)) return false;
  return entry.key.split(' ').some((word) => !topic.has(word) && !GENERIC_HEADS.has(word));
}

/** Stems of words that any topic can be followed by. */
const GENERIC_HEADS = new Set(
  'system evalu model approach method task framework pipelin techniqu applic problem research algorithm architectur process perform'.split(
    ' ',
  ),
);

/** `rag` of `retrieval augmented generation`. */
function acronyms(topic: string): string[] {
  const words = topic
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word.length > 2);
  const found: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 2; to <= Math.min(words.length, from + 5); to++)
      found.push(
        words
          .slice(from, to)
          .map((word) => word[0])
          .join(''),
      );
  }
  return found;
}

function weightOf(entry: Entry, query: ThemeQuery): number {
  const frequency = Math.max(entry.members.size, query.frequencies.get(entry.key) ?? 0);
  const rare = Math.log(1 + query.records / frequency);
  const words = entry.key.split(' ').length;
  const named = namedBy(entry);
  return (
    rare *
    (1 + named / entry.members.size) *
    (words === 3 ? 1.25 : 1) *
    (/^(?:train|test|experi|base|evalu)/.test(entry.key) ? 0.6 : 1)
  );
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.split(' '));
  return b.split(' ').filter((word) => words.has(word)).length >= Math.min(2, b.split(' ').length);
}

function namedBy(entry: Entry): number {
  const names = (u: Unit) =>
    phrases(`${u.source.title}. ${u.source.note?.tldr ?? ''}`).some((p) => p.key === entry.key);
  return [...entry.members.values()].filter(names).length;
}

function toTheme(entry: Entry): Theme {
  const [phrase] = [...entry.spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!;
  const members = [...entry.members.values()]
    .map((unit) => ({ source: unit.source, anchor: unit.anchor }))
    .sort((a, b) => (a.source.year ?? 9999) - (b.source.year ?? 9999) || (a.source.id < b.source.id ? -1 : 1));
  return { key: entry.key, phrase, named: namedBy(entry), members };
}
