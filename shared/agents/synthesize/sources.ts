import type { PaperNote } from '../../contracts/note.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { StoredText } from '../../contracts/text.ts';
import { people } from '../../present/names.ts';
import { isPreprint } from '../../present/reference.ts';
import type { SynthesizeInput } from '../inputs.ts';

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
    };
  });
  return sources.sort((a, b) => b.rank - a.rank || (a.id < b.id ? -1 : 1));
}

/** Ranked works that were not read, by their abstracts: evidence of the second rank for thin sub-questions. */
export function abstractSources(input: SynthesizeInput, most: number): Source[] {
  const read = new Set(input.papers.flatMap(({ note }) => [...note.ids, note.id]));
  const records = recordsById(input.records);
  return input.ranking
    .filter((r) => !read.has(r.id))
    .slice(0, most)
    .flatMap((r) => {
      const record = records.get(r.id);
      if (
        record === undefined ||
        record.title === null ||
        record.abstract === null ||
        record.abstract.trim().length < 80
      )
        return [];
      if (record.retracted || record.withdrawn) return [];
      return [fromAbstract(record, record.title, record.abstract, r.score, r.sq)];
    });
}

function fromAbstract(
  record: PaperRecord,
  title: string,
  abstract: string,
  rank: number,
  sq: readonly string[],
): Source {
  const text: StoredText = {
    id: record.id,
    title,
    access: 'abstract',
    origin: 'abstract',
    url: record.url,
    sha256: '',
    text: abstract,
    sections: [],
    truncated: false,
    notes: [],
  };
  return {
    id: record.id,
    ids: record.ids,
    title,
    authors: record.authors,
    year: record.year,
    cites: record.cites,
    note: null,
    text,
    access: 'abstract',
    preprint: isPreprint(record),
    retracted: false,
    rank,
    strength: null,
    sq,
  };
}

export function recordsById(records: readonly PaperRecord[]): ReadonlyMap<string, PaperRecord> {
  return new Map(records.flatMap((record) => [...record.ids, record.id].map((id) => [id, record] as const)));
}

/** `Collins et al. (2005)`, or without the year where it was given already. */
export function nameOf(source: Source, withYear: boolean): string {
  const who = people(source.authors, source.title);
  return withYear && source.year !== null ? `${who} (${source.year})` : who;
}

/** `Collins et al. 2005` inside brackets. */
export function inBrackets(source: Source): string {
  const who = people(source.authors, source.title);
  return source.year === null ? who : `${who} ${source.year}`;
}
