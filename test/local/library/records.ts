import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { starterPath } from '../../../local/library/starter.ts';

/** A line of the starter library as it is written in `local/library/data`. */
export const StarterRecord = z.strictObject({
  id: z.string(),
  ids: z.array(z.string()).optional(),
  title: z.string().min(2),
  authors: z.array(z.string().min(2)).min(1),
  year: z.number().int().min(1936).max(2026),
  venue: z.string().min(3),
  url: z.url({ protocol: /^https$/ }),
  abstract: z.string(),
  references: z.array(z.string()),
  topic: z.string(),
  checked: z.string(),
});
export type StarterRecord = z.infer<typeof StarterRecord>;

export interface Line {
  /** `topic.jsonl:7`, for messages. */
  readonly at: string;
  readonly topic: string;
  readonly raw: unknown;
}

/** Every line of every topic file, files in the order of their names. */
export function starterLines(): Line[] {
  const folder = starterPath();
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .map((text, at) => ({ text, at: `${name}:${at + 1}` }))
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, at }) => ({ at, topic: name.replace(/\.jsonl$/, ''), raw: JSON.parse(text) as unknown })),
    );
}

/** The records of the starter library, parsed. */
export function starterRecords(): StarterRecord[] {
  return starterLines().map(({ raw }) => StarterRecord.parse(raw));
}

/** A title reduced to its letters and digits, for comparing. */
export function plainTitle(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
