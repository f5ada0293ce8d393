import { readFileSync, readSync } from 'node:fs';
import type { SimilarityMode } from '../../shared/collate/rank/hybrid.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { userPath } from './typed.ts';
import { visible } from './visible.ts';

/** One JSON object a line. */
export const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** What a tool gives: its lines, and notes for the standard error. */
export function write(output: { readonly lines: readonly string[]; readonly notes?: readonly string[] }): void {
  for (const line of output.lines) process.stdout.write(`${line}\n`);
  for (const note of output.notes ?? []) process.stderr.write(`${visible(note)}\n`);
}

export function json(path: string): unknown {
  try {
    return JSON.parse(readInput(path));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new UsageError(`${path} is not JSON: ${cause.message}.`, { cause });
  }
}

export function modeOf(value: string): SimilarityMode {
  if (value === 'hybrid' || value === 'bm25' || value === 'dense') return value;
  throw new UsageError(`--similarity: "${value}" is unknown. Use hybrid, bm25 or dense.`);
}

export function countOf(option: string, value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`${option}: "${value}" is no number of lines.`);
  return count;
}

/**
 * A text file of the user's, or the standard input for `-`.
 *
 * @throws UsageError when it is no text
 */
export function readInput(path: string): string {
  const bytes = readBytes(path);
  const at = bytes.indexOf(0);
  if (at >= 0) {
    throw new UsageError(
      `${path} is not a text file: byte ${at + 1} is NUL. Give UTF-8 text; of a PDF or an archive, the text taken out of it.`,
    );
  }
  return new TextDecoder().decode(bytes);
}

/** JSON lines: a file that ends its lines with a carriage return alone is read too. */
export function readLines(path: string): string {
  return readInput(path).replace(/\r\n?/g, '\n');
}

export function readBytes(path: string): Uint8Array {
  try {
    return path === '-' ? readStandardInput() : readFileSync(userPath(path));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(`${path} cannot be read (${code}). Check the path; - is the standard input.`, { cause });
  }
}

const CHUNK = 1 << 16;
const PAUSE_MS = 10;

/** To its end: a pipe that others have set not to block says `EAGAIN` while its writer is slower than this reader. */
function readStandardInput(): Uint8Array {
  const chunks: Uint8Array[] = [];
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    try {
      const length = readSync(0, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, length));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return Buffer.concat(chunks);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
    }
  }
}
