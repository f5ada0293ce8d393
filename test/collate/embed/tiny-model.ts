import { EMPTY_SLOT } from '../../../shared/collate/embed/model-file.ts';
import { newScan, scanWords } from '../../../shared/collate/embed/scan.ts';

export interface TinyModel {
  /** Rows of the known words, of 8 integers each. */
  readonly words: Readonly<Record<string, readonly number[]>>;
  readonly header?: Readonly<Record<string, unknown>>;
}

/** The bytes of a model with the given words, scale 1/127, and 4 n-gram buckets that point along the last 4 dimensions. */
export function tinyModel({ words, header = {} }: TinyModel): Uint8Array {
  const names = Object.keys(words);
  const [slots, buckets, dimensions] = [16, 4, 8];
  const rows = names.length + buckets;
  const keys = new Int32Array(slots);
  const slotRows = new Uint16Array(slots).fill(EMPTY_SLOT);
  const scan = newScan();
  for (const [row, name] of names.entries()) {
    scanWords(name, scan);
    let slot = scan.first[0]! & (slots - 1);
    while (slotRows[slot] !== EMPTY_SLOT) slot = (slot + 1) & (slots - 1);
    keys[slot] = scan.second[0]!;
    slotRows[slot] = row;
  }
  const matrix = new Int8Array(rows * dimensions);
  for (const [row, name] of names.entries()) matrix.set(words[name]!, row * dimensions);
  for (let bucket = 0; bucket < buckets; bucket++) matrix[(names.length + bucket) * dimensions + 4 + bucket] = 127;
  const scales = new Float32Array(rows).fill(1 / 127);
  const head = {
    format: 'plumbline-static-1',
    id: 'static/tiny',
    dimensions,
    rows,
    words: names.length,
    buckets,
    slots,
    unknownWeight: 1,
    repeatPower: 0.5,
    calibration: [{ raw: 0.2, seed: 0.55 }],
    ...header,
  };
  const text = Buffer.from(JSON.stringify(head));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(text.length);
  const parts = [Buffer.concat([Buffer.from('PLSE'), size, text]), keys, slotRows, scales, matrix].map((part) => {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    return Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
  });
  return new Uint8Array(Buffer.concat(parts));
}
