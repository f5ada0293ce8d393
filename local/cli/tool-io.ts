import type { SimilarityMode } from '../../shared/collate/rank/hybrid.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { jsonLine } from '../../shared/text/json-line.ts';
import { outputGone } from './output.ts';
import { linesOf } from './tool-input.ts';
import { visible } from './visible.ts';

/** One JSON object a line. */
export const print = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** A remark for the standard error. */
export const note = (text: string): void => {
  process.stderr.write(`${visible(text)}\n`);
};

/** Lines that are told of one by one; of more, how many there are. */
const TOLD = 20;

/** JSON lines, of which those that cannot be used are told of and left out: what is right is answered all the same. */
export class JsonLines {
  #lines = 0;
  #wrong = 0;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Takes each value as it comes, until nobody reads the answers any more.
   * @param take may throw a UsageError that says what is wrong with the value
   */
  async each(take: (value: unknown, number: number) => void): Promise<void> {
    for await (const { text, number } of linesOf(this.#path)) {
      if (outputGone()) return;
      if (text.trim() === '') continue;
      this.#lines++;
      try {
        take(jsonLine(text), number);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        if (++this.#wrong <= TOLD) note(`! line ${number} left out: ${error.message}`);
      }
    }
  }

  /** @throws {UsageError} when some were left out */
  check(): void {
    if (this.#wrong === 0) return;
    throw new UsageError(
      `${this.#wrong} of ${this.#lines} lines of ${this.#path} cannot be used${this.#wrong > TOLD ? `; the first ${TOLD} are named` : ''}.${this.#wrong < this.#lines ? ' The others are answered.' : ''}`,
    );
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
