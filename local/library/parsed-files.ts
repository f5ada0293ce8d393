import * as z from 'zod';
import { LibraryRecord } from '../../shared/contracts/record.ts';
import { Problem } from '../../shared/sources/library/manifest.ts';
import type { Blobs } from '../../shared/store/ports.ts';

/** Grows when files are read differently: what was kept is read again. */
const VERSION = 2;

/** What one file gave. */
export const ParsedFile = z.object({
  records: z.array(LibraryRecord),
  problems: z.array(Problem.omit({ file: true })),
  entries: z.number(),
});
export type ParsedFile = z.infer<typeof ParsedFile>;

const Kept = ParsedFile.extend({ version: z.literal(VERSION) });

/** What the files of a folder gave, kept by the hash of their content: reading a PDF costs more than all the rest. */
export class ParsedFiles {
  private readonly blobs: Blobs;
  private readonly prefix: string;

  constructor(blobs: Blobs, prefix: string) {
    this.blobs = blobs;
    this.prefix = prefix;
  }

  async get(hash: string): Promise<ParsedFile | undefined> {
    const bytes = await this.blobs.get(this.key(hash));
    if (!bytes) return undefined;
    const parsed = Kept.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : undefined;
  }

  async put(hash: string, parsed: ParsedFile): Promise<void> {
    await this.blobs.put(this.key(hash), JSON.stringify({ version: VERSION, ...parsed }));
  }

  /** Lets go of files that are no longer there. */
  async keepOnly(hashes: readonly string[]): Promise<void> {
    const wanted = new Set(hashes.map((hash) => this.key(hash)));
    for (const key of await this.blobs.list(this.prefix)) if (!wanted.has(key)) await this.blobs.delete(key);
  }

  private key(hash: string): string {
    return `${this.prefix}${hash}.json`;
  }
}
