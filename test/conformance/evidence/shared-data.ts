import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '../../..');
const SHARED = resolve(ROOT, process.env.PLUMBLINE_SHARED ?? '../shared');

/** Path of a shared file, or null (said once on stderr) when it is not on this machine. */
export function sharedFile(path: string): string | null {
  const full = resolve(SHARED, path);
  if (existsSync(full)) return full;
  console.error(`skipped: ${path} is not below ${process.env.PLUMBLINE_SHARED ?? '../shared'}`);
  return null;
}

export function gunzipText(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8');
}
