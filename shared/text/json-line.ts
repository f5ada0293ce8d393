import { UsageError } from '../contracts/errors.ts';

const LONGEST_REASON = 120;
/** No JSON, but some exports write it. */
const NOT_A_NUMBER = /(?<=[:[,]\s*)-?(?:NaN|Infinity)(?=\s*[,}\]])/g;

/**
 * The value of one line of JSON; `NaN` and `Infinity`, which some exports write, are null.
 * @throws {UsageError} saying where the JSON ends to be any
 */
export function jsonLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    const mended = line.replace(NOT_A_NUMBER, 'null');
    if (mended !== line) return jsonLine(mended);
    throw new UsageError(
      `it is not JSON (${(cause as Error).message.slice(0, LONGEST_REASON)}); give one JSON value a line`,
      { cause },
    );
  }
}
