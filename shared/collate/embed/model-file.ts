import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { EmbedderModelInvalid } from './errors.ts';

/** The JSON head of a model file; the arrays follow, each aligned to 8 bytes, in the order of `layout`. */
const Header = z.object({
  format: z.literal('plumbline-static-1'),
  id: z.string().min(1),
  dimensions: z.number().int().min(8).max(1024),
  /** Rows of the matrix: words first, then the buckets of hashed character n-grams. */
  rows: z.number().int().positive(),
  words: z.number().int().nonnegative(),
  buckets: z.number().int().positive(),
  /** Slots of the open-addressing word table: a power of two. */
  slots: z.number().int().positive(),
  /** Factor on the mean of an unknown word's n-gram rows. */
  unknownWeight: z.number().positive(),
  /** A word that occurs n times counts n to this power. */
  repeatPower: z.number().positive().max(1),
  calibration: z.array(z.object({ raw: z.number(), seed: z.number() })),
});
export type ModelHeader = z.infer<typeof Header>;

/** A model file's parts as views on its bytes: nothing is copied. */
export interface StaticModel {
  readonly header: ModelHeader;
  /** Second hash of the word in each slot. */
  readonly keys: Int32Array;
  /** Row of the word in each slot; `EMPTY_SLOT` where there is none. */
  readonly slotRows: Uint16Array;
  /** Factor from a row's integers to its vector, the word's learned weight included. */
  readonly scales: Float32Array;
  readonly matrix: Int8Array;
}

export const EMPTY_SLOT = 0xffff;
const MAGIC = 'PLSE';

/**
 * Reads a model file: 4 bytes magic, header length (uint32, little-endian), header, padding to 8, then keys (int32),
 * slot rows (uint16), scales (float32) and the matrix (int8), each padded to 8.
 *
 * @throws EmbedderModelInvalid when the file is missing, cut, or of another format.
 */
export function readStaticModel(path: string | URL): StaticModel {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new EmbedderModelInvalid(
      `embedder model ${String(path)} cannot be read: set PLUMBLINE_EMBEDDER_MODEL to its place`,
      {
        cause,
      },
    );
  }
  return parseStaticModel(bytes, String(path));
}

/** As `readStaticModel`, from bytes in memory; `name` is for messages. */
export function parseStaticModel(bytes: Uint8Array, name: string): StaticModel {
  const invalid = (why: string, cause?: unknown) =>
    new EmbedderModelInvalid(`embedder model ${name} ${why}: train it again with bench/embedder, or restore the file`, {
      cause,
    });
  if (bytes.length < 8 || Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== MAGIC)
    throw invalid('is not a model file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerEnd = 8 + view.getUint32(4, true);
  let header: ModelHeader;
  try {
    header = Header.parse(JSON.parse(Buffer.from(bytes.subarray(8, headerEnd)).toString('utf8')));
  } catch (cause) {
    throw invalid('has a header of another format', cause);
  }
  const { slots, rows, words, buckets, dimensions } = header;
  if (rows !== words + buckets || rows > EMPTY_SLOT || (slots & (slots - 1)) !== 0)
    throw invalid('has a header that contradicts itself');
  // Typed arrays need aligned offsets: a view that starts askew is copied once.
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  let at = align(headerEnd);
  const take = (size: number) => {
    const start = aligned.byteOffset + at;
    at = align(at + size);
    return start;
  };
  const total = [slots * 4, slots * 2, rows * 4, rows * dimensions].reduce((sum, size) => align(sum + size), at);
  if (aligned.byteLength < total - 7) throw invalid(`is cut short (${aligned.byteLength} of ${total} bytes)`);
  const buffer = aligned.buffer as ArrayBuffer;
  const keys = new Int32Array(buffer, take(slots * 4), slots);
  const slotRows = new Uint16Array(buffer, take(slots * 2), slots);
  // A full table would never end a search, and a row behind the last one would read the next array.
  if (!slotRows.includes(EMPTY_SLOT) || slotRows.some((row) => row !== EMPTY_SLOT && row >= words)) {
    throw invalid('has a word table that cannot be searched');
  }
  return {
    header,
    keys,
    slotRows,
    scales: new Float32Array(buffer, take(rows * 4), rows),
    matrix: new Int8Array(buffer, take(rows * dimensions), rows * dimensions),
  };
}

function align(offset: number): number {
  return (offset + 7) & ~7;
}

/** The bytes of `model` with another calibration: the inverse of `parseStaticModel`, for the calibration script. */
export function withCalibration(bytes: Uint8Array, calibration: ModelHeader['calibration']): Uint8Array {
  parseStaticModel(bytes, 'in memory');
  const oldEnd = 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  const raw = JSON.parse(Buffer.from(bytes.subarray(8, oldEnd)).toString('utf8')) as object;
  const text = Buffer.from(JSON.stringify({ ...raw, calibration }), 'utf8');
  const arrays = bytes.subarray(align(oldEnd));
  const result = new Uint8Array(align(8 + text.length) + arrays.length);
  result.set(bytes.subarray(0, 4));
  new DataView(result.buffer).setUint32(4, text.length, true);
  result.set(text, 8);
  result.set(arrays, align(8 + text.length));
  return result;
}
