import type { PaperNote } from '../../contracts/note.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { StoredText } from '../../contracts/text.ts';
import { people } from '../../present/names.ts';
import { systemsOf } from '../contradictions/named.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { BLANK, unreadPaper } from '../reader/abstract-note.ts';

/** A work the writer may quote: read in depth, or known by its abstract alone. */
export interface Source {
  readonly id: string;
  readonly ids: readonly string[];
  readonly title: string;
  readonly authors: readonly string[];
  readonly year: number | null;
  /** Ids of the works it cites. */
  readonly cites: readonly string[];
  readonly note: PaperNote | null;
  readonly text: StoredText;
  readonly access: 'full' | 'abstract';
  readonly preprint: boolean;
  readonly retracted: boolean;
  /** Candidate score of the ranking, 0 to 1; 0 when it was not ranked. */
  readonly rank: number;
  readonly strength: 'strong' | 'moderate' | 'weak' | null;
  readonly sq: readonly string[];
  /** The system it introduced and is known by, such as `Reformer`. */
  readonly system: string | null;
}

/** The papers that were read, in the order of the ranking. */
export function readSources(input: SynthesizeInput): Source[] {
  const records = recordsById(input.records);
  const rank = new Map(input.ranking.map((r) => [r.id, r.score]));
  const strength = new Map(input.methodology.papers.map((p) => [p.id, p.strength]));
  const sources = input.papers.map(({ note, text }): Source => {
    const record = records.get(note.id);
    return {
      id: note.id,
      ids: note.ids,
      title: note.title,
      authors: note.authors,
      year: note.year,
      cites: record?.cites ?? [],
      note,
      text,
      access: note.access,
      preprint: note.preprint,
      retracted: note.retracted || (record?.retracted ?? false),
      rank: rank.get(note.id) ?? 0,
      strength: strength.get(note.id) ?? null,
      sq: note.sq,
      system: null,
    };
  });
  return sources.sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1));
}

/**
 * Works that were not read, by their abstracts: evidence of the second rank for sub-questions that the papers read leave
 * thin, and for the sides of tensions. Ranked ones first, at most `most` of them; those in `wanted` always.
 */
export function abstractSources(input: SynthesizeInput, most: number, wanted: ReadonlySet<string>): Source[] {
  const read = new Set(input.papers.flatMap(({ note }) => [...note.ids, note.id]));
  const ranked = new Map(input.ranking.map((r) => [r.id, r]));
  const rankOf = (record: PaperRecord) => ranked.get(record.id)?.score ?? 0;
  const unread = input.records
    .filter((record) => !read.has(record.id))
    .sort((a, b) => rankOf(b) - rankOf(a) || (a.id < b.id ? -1 : 1))
    .filter((record, at) => at < most || wanted.has(record.id));
  return unread.flatMap((record) => {
    const paper = unreadPaper(record);
    if (paper === null) return [];
    const { note, text } = paper;
    return [
      {
        id: record.id,
        ids: record.ids,
        title: note.title,
        authors: record.authors,
        year: record.year,
        cites: record.cites,
        note: null,
        text,
        access: 'abstract' as const,
        preprint: note.preprint,
        retracted: false,
        rank: rankOf(record),
        strength: null,
        sq: ranked.get(record.id)?.sq ?? [],
        system: null,
      },
    ];
  });
}

/** The sources with the name of the system that each introduced, where it is known by one. */
export function withSystems(sources: readonly Source[], topic: string): Source[] {
  const papers = sources.map(({ note, text, id, title, authors, year }) => ({
    text,
    note: note ?? { ...BLANK, id, title, authors: [...authors], year },
  }));
  const systems = systemsOf(papers, topic);
  return sources.map((source) => ({ ...source, system: systems.get(source.id) ?? null }));
}

export function recordsById(records: readonly PaperRecord[]): ReadonlyMap<string, PaperRecord> {
  return new Map(records.flatMap((record) => [...record.ids, record.id].map((id) => [id, record] as const)));
}

/** `Collins et al. (2005)`, or without the year where it was given already. */
export function nameOf(source: Source, withYear: boolean): string {
  const who = people(source.authors, source.title);
  return withYear && source.year !== null ? `${who} (${source.year})` : who;
}
