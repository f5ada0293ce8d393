import * as z from 'zod';
import { Outcome, Source } from './enums.ts';
import { RecordId } from './ids.ts';

/** One bibliographic record, as every source client returns it. Absent facts are null, never missing, never "". */
export const PaperRecord = z.object({
  id: RecordId,
  ids: z.array(RecordId),
  title: z.string().nullable(),
  authors: z.array(z.string()),
  year: z.number().int().nullable(),
  /** ISO date; only as precise as the source is: `2023`, `2023-04`, `2023-04-11`. */
  date: z.string().nullable(),
  abstract: z.string().nullable(),
  url: z.string().nullable(),
  doi: z.string().nullable(),
  arxivId: z.string().nullable(),
  venue: z.string().nullable(),
  /** Ids of the records this one cites, in canonical spelling. */
  cites: z.array(z.string()),
  citedByCount: z.number().int().nullable(),
  retracted: z.boolean(),
  withdrawn: z.boolean(),
  openAccessUrl: z.string().nullable(),
  source: Source,
});
export type PaperRecord = z.infer<typeof PaperRecord>;

/** A full-text section that came with a record of the user's library. */
export const Section = z.object({ title: z.string(), text: z.string() });
export type Section = z.infer<typeof Section>;

/** A record of the library: sections when the full text came with it. */
export const LibraryRecord = PaperRecord.extend({ sections: z.array(Section).optional() });
export type LibraryRecord = z.infer<typeof LibraryRecord>;

/** A post: web page, discussion, issue or repository. */
export const Post = z.object({
  id: z.string(),
  title: z.string().min(1),
  url: z.string().min(1),
  author: z.string().nullable(),
  date: z.string().nullable(),
  site: z.string(),
  score: z.number().nullable(),
  text: z.string(),
  relevance_self_score: z.number().min(0).max(1).nullable(),
});
export type Post = z.infer<typeof Post>;

/** What a source client returns: empty is never confused with failed. */
export const SourceResult = z.object({
  outcome: Outcome,
  total: z.number().nullable(),
  next: z.record(z.string(), z.unknown()).nullable(),
  papers: z.array(PaperRecord),
  posts: z.array(Post),
  notes: z.array(z.string()),
});
export type SourceResult = z.infer<typeof SourceResult>;

/** An empty record to fill in: every absent fact null. */
export function blankRecord(id: string, source: Source): PaperRecord {
  return {
    id,
    ids: [id],
    title: null,
    authors: [],
    year: null,
    date: null,
    abstract: null,
    url: null,
    doi: null,
    arxivId: null,
    venue: null,
    cites: [],
    citedByCount: null,
    retracted: false,
    withdrawn: false,
    openAccessUrl: null,
    source,
  };
}
