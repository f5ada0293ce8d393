import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';

/** A file of the user's, or the standard input for `-`. */
export function readInput(path: string): string {
  return new TextDecoder().decode(readBytes(path));
}

export function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (cause) {
    throw new UsageError(
      `${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}). Check the path; - is the standard input.`,
      { cause },
    );
  }
}
