import * as z from 'zod';

/** The text of one record as stored: every quote's offsets point into `text` (UTF-16 units). */
export const StoredText = z.object({
  id: z.string(),
  title: z.string(),
  access: z.enum(['full', 'abstract']),
  /** Where it came from: `arxiv-html`, `ar5iv`, `pdf`, `library`, `abstract`. */
  origin: z.string(),
  url: z.string().nullable(),
  sha256: z.string(),
  text: z.string(),
  sections: z.array(
    z.object({ title: z.string(), start: z.number().int().nonnegative(), end: z.number().int().nonnegative() }),
  ),
  /** True when the conversion was cut: quotable, but not whole. */
  truncated: z.boolean(),
  notes: z.array(z.string()),
});
export type StoredText = z.infer<typeof StoredText>;
