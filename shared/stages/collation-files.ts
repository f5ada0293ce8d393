import * as z from 'zod';
import { PaperRecord } from '../contracts/record.ts';
import type { RunHandle } from '../run/handle.ts';

/** A canonical record of the run: which sub-questions it informs, and how well. */
export const CanonicalRecord = z.object({
  record: PaperRecord,
  /** Ids of the records merged into it. */
  members: z.array(z.string()),
  sq: z.array(z.string()),
  /** Best self-score over its findings. */
  relevance: z.number(),
  round: z.number(),
  /** Merged from the preprint's and the publisher's record. */
  abstract_missing: z.boolean(),
});
export type CanonicalRecord = z.infer<typeof CanonicalRecord>;

/** `candidates.json`: best first. */
export const Candidate = z.object({
  id: z.string(),
  title: z.string(),
  score: z.number(),
  similarity: z.number(),
  centrality: z.number(),
  sq: z.array(z.string()),
  pinned: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

/** `collation.json`: what stage 3 counted. */
export const Collation = z.object({
  round: z.number(),
  found: z.number(),
  duplicates: z.number(),
  canonical: z.number(),
  newInRound: z.number(),
  coverage: z.record(z.string(), z.object({ papers: z.number(), community: z.number() })),
  clusters: z.array(z.object({ label: z.string(), papers: z.array(z.string()) })),
  notes: z.array(z.string()),
});
export type Collation = z.infer<typeof Collation>;

export const FILES = {
  records: 'records.json',
  candidates: 'candidates.json',
  graph: 'citation-graph.json',
  embeddings: 'embeddings.json',
  collation: 'collation.json',
} as const;

export const readRecords = (run: RunHandle): Promise<CanonicalRecord[]> =>
  run.readJson(FILES.records, z.array(CanonicalRecord));
export const readCandidates = (run: RunHandle): Promise<Candidate[]> =>
  run.readJson(FILES.candidates, z.array(Candidate));
export const readCollation = (run: RunHandle): Promise<Collation> => run.readJson(FILES.collation, Collation);
