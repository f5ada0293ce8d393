import * as z from 'zod';
import { NodeId } from './ids.ts';

/** A verbatim span of a stored text: `text.slice(start, end) === quote` in UTF-16 units. */
export const Anchor = z.object({
  quote: z.string().min(1),
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  section: z.string().nullable(),
});
export type Anchor = z.infer<typeof Anchor>;

/** What the reader says, and the span it rests on. Without a model `statement` is null: the quote speaks. */
export const Claim = z.object({
  id: z.string(),
  statement: z.string().nullable(),
  anchor: Anchor,
  sq: z.array(NodeId),
});
export type Claim = z.infer<typeof Claim>;

/** A cell of the comparison table: anchored or empty. */
export const Cell = z.object({ text: z.string(), anchor: Anchor }).nullable();
export type Cell = z.infer<typeof Cell>;

/** `papers/<id>.md`: frontmatter first, then the sections below it. */
export const PaperNote = z.object({
  id: z.string(),
  ids: z.array(z.string()),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.number().int().nullable(),
  venue: z.string().nullable(),
  url: z.string(),
  access: z.enum(['full', 'abstract']),
  text_sha256: z.string(),
  reader: z.string(),
  sq: z.array(NodeId),
  preprint: z.boolean(),
  retracted: z.boolean(),
  tldr: z.string(),
  claims: z.array(Claim),
  method: z.array(Anchor),
  evaluation: z.array(Anchor),
  limitations: z.array(Anchor),
  related_work: z.array(Anchor),
  /** The reader's own remarks, not quotes. */
  concerns: z.array(z.string()),
  table: z.object({ method: Cell, data: Cell, measure: Cell, result: Cell }),
  /** Quotes that could not be anchored: dropped and counted. */
  dropped_quotes: z.number().int().nonnegative(),
});
export type PaperNote = z.infer<typeof PaperNote>;
