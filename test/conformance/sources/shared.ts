import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The read-only material beside the project. */
export const SHARED = resolve(process.env.PLUMBLINE_SHARED ?? '../shared');
export const FIXTURES = join(SHARED, 'fixtures');

/** What is known about one recording. */
export interface Recording {
  readonly url?: string;
  readonly method?: string;
  readonly status?: number | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  readonly kind?: string;
}

/** True when the material is there; otherwise says so once. */
export function isAt(path: string): boolean {
  const there = existsSync(path);
  if (!there) console.warn(`skipped: ${path} is not there; set PLUMBLINE_SHARED`);
  return there;
}

export function recordings(): [string, Recording][] {
  return Object.entries(JSON.parse(readFileSync(join(FIXTURES, 'META.json'), 'utf8')) as Record<string, Recording>);
}
