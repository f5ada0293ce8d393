import { inflateSync } from 'node:zlib';
import type { Unreadable } from './parsed.ts';

export const MAX_PDF_BYTES = 40 * 1024 * 1024;
/** Unpacked bytes of one stream other than an image, and of all of them: real papers stay far below. */
const MAX_STREAM = 48 * 1024 * 1024;
const MAX_STREAMS = 160 * 1024 * 1024;
const SNIFF_BYTES = 1024;

/** Whether the first 1,024 bytes hold the mark of a PDF; web servers put other things in front of it. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFF_BYTES)).includes('%PDF-');
}

/**
 * Refuses what is no PDF, what is too large, and what unfolds to far more than its size: streams are unpacked with a cap
 * before the parser sees them, and streams packed twice are not touched at all.
 */
export function refusePdf(bytes: Uint8Array): Unreadable | null {
  if (!isPdf(bytes)) return { problem: 'not_a_pdf', reason: 'the document does not begin with %PDF-' };
  if (bytes.length > MAX_PDF_BYTES) {
    return { problem: 'too_large', reason: `the PDF has ${bytes.length} bytes, more than ${MAX_PDF_BYTES}` };
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let total = 0;
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', at + 6)) {
    if (buffer.toString('latin1', Math.max(0, at - 3), at) === 'end') continue;
    const dictionary = dictionaryBefore(buffer, at);
    const filters = dictionary.match(/\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL)\b/g)?.length ?? 0;
    if (filters > 1) return { problem: 'too_large', reason: 'a stream of the PDF is packed more than once' };
    if (filters === 0 || !/Flate|\/Fl\b/.test(dictionary) || isBitmap(dictionary)) continue;
    const from = at + 6 + (buffer[at + 6] === 13 ? 1 : 0) + 1;
    const end = buffer.indexOf('endstream', from);
    const size = unpackedSize(buffer.subarray(from, end < 0 ? buffer.length : end));
    total += size;
    if (size > MAX_STREAM || total > MAX_STREAMS) {
      return {
        problem: 'too_large',
        reason: `the PDF unfolds to more than ${size > MAX_STREAM ? MAX_STREAM : MAX_STREAMS} bytes`,
      };
    }
  }
  return null;
}

function dictionaryBefore(buffer: Buffer, at: number): string {
  const head = buffer.toString('latin1', Math.max(0, at - 2048), at);
  const open = Math.max(head.lastIndexOf(' obj'), head.lastIndexOf('endobj'));
  return open < 0 ? head : head.slice(open);
}

/** Pictures are never unpacked for text. */
function isBitmap(dictionary: string): boolean {
  return /\/Subtype\s*\/Image\b/.test(dictionary);
}

/** Unpacked size; one more than the cap when it is greater, 0 when the stream is not readable. */
function unpackedSize(packed: Uint8Array): number {
  // Deflate gains at most a factor of about 1,032: small streams cannot pass the cap.
  if (packed.length * 1032 <= MAX_STREAM / 64) return packed.length * 4;
  try {
    return inflateSync(packed, { maxOutputLength: MAX_STREAM, finishFlush: 2 }).length;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') return MAX_STREAM + 1;
    return 0; // Damaged streams are the parser's concern; they hold nothing to count.
  }
}
