import * as z from 'zod';
import type { Blobs } from '../../store/ports.ts';

/** Grows when the stored form changes: an older index is made again. */
export const VERSION = 2;

/** An entry that was left out, or with `kept` one of which a part is missing. */
export const Problem = z.object({
  file: z.string(),
  line: z.number(),
  reason: z.string(),
  kept: z.literal(true).optional(),
});

export const Manifest = z.object({
  version: z.number(),
  id: z.string(),
  name: z.string(),
  /** SHA-256 of each source file by name: what is unchanged is not read again. */
  files: z.record(z.string(), z.string()),
  records: z.number(),
  /** SHA-256 of each stored text by record id. */
  texts: z.record(z.string(), z.string()),
  problems: z.array(Problem),
});
export type Manifest = z.infer<typeof Manifest>;

/** Where a part of an indexed library lies. */
export const at = (prefix: string, id: string, name: string): string => `${prefix}library/${id}/${name}`;

/** The manifest of an indexed library; undefined when there is none, or only one of an older form. */
export async function readManifest(blobs: Blobs, prefix: string, id: string): Promise<Manifest | undefined> {
  const bytes = await blobs.get(at(prefix, id, 'manifest.json'));
  if (!bytes) return undefined;
  const parsed = Manifest.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return parsed.success && parsed.data.version === VERSION ? parsed.data : undefined;
}

/** Whether a library of that id is indexed, in a form that is read. */
export async function hasLibrary(blobs: Blobs, prefix: string, id: string): Promise<boolean> {
  return (await readManifest(blobs, prefix, id)) !== undefined;
}
