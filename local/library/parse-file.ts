import { gunzipSync } from 'node:zlib';
import { UsageError } from '../../shared/contracts/errors.ts';
import { formatOf, parseRecords } from '../../shared/sources/library/formats.ts';
import { decodeText } from '../../shared/text/decode.ts';
import { documentRecord } from './document.ts';
import { bytesOf, type LibraryFile } from './files.ts';
import type { ParsedFile } from './parsed-files.ts';

/** The longest text that the runtime can hold in one piece, roughly. */
const MAX_TEXT = 500 * 1024 ** 2;

/**
 * Records of one file. A broken entry is left out and reported.
 * @param lenient one of many files: when it is broken as a whole it is reported too
 * @throws {UsageError} when it is broken as a whole and not lenient
 */
export async function parseFile(file: LibraryFile, lenient: boolean): Promise<ParsedFile> {
  try {
    const bytes = await bytesOf(file);
    const format = formatOf(file.name);
    if (format !== null) return parseRecords(textOfFile(bytes, file.path), format, file.name);
    const found = await documentRecord(file.path, bytes);
    if ('record' in found) {
      const problems = found.cut === null ? [] : [{ line: 1, reason: found.cut, kept: true as const }];
      return { records: [found.record], problems, entries: 1 };
    }
    return { records: [], problems: [{ line: 1, reason: found.reason }], entries: 1 };
  } catch (error) {
    if (!lenient || !(error instanceof UsageError)) throw error;
    return { records: [], problems: [{ line: 1, reason: error.message.split('\n')[0]! }], entries: 1 };
  }
}

/** @throws {UsageError} for a file that is no text */
function textOfFile(bytes: Uint8Array, path: string): string {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      plain = gunzipSync(bytes, { maxOutputLength: MAX_TEXT });
    } catch (cause) {
      const isLong = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new UsageError(
        isLong
          ? `The library ${path} unpacks to more than 500 MB of text; split it into files of 500 MB.`
          : `The library ${path} looks compressed and cannot be unpacked; it may be cut off.`,
        { cause },
      );
    }
  }
  if (plain.length > MAX_TEXT) {
    throw new UsageError(`The library ${path} has ${plain.length} bytes of text; split it into files of 500 MB.`);
  }
  const text = decodeText(plain);
  if (text.slice(0, 4096).includes('\0')) {
    throw new UsageError(`The library ${path} is a binary file. Give JSONL, CSL-JSON, BibTeX or RIS.`);
  }
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
