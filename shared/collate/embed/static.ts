import { type Calibration, piecewiseCalibration } from './calibration.ts';
import { toUnit } from './cosine.ts';
import { EMPTY_SLOT, readStaticModel, type StaticModel } from './model-file.ts';
import type { Embedder } from './port.ts';
import { newScan, type Scan, scanWords } from './scan.ts';

/** An unknown word is read by its character n-grams of these lengths, with `<` and `>` as its ends. */
const SHORTEST_GRAM = 3;
const LONGEST_GRAM = 4;

/**
 * Our own word vectors: a text is the weighted sum of its words' rows, scaled to unit length. Needs no service and no
 * native code. Not for use by several threads at once: each thread loads its own.
 */
export class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly #model: StaticModel;
  readonly #scan: Scan = newScan();
  readonly #sum: Float32Array;

  constructor(model: StaticModel) {
    this.#model = model;
    this.id = model.header.id;
    this.dimensions = model.header.dimensions;
    this.calibration = piecewiseCalibration(model.header.calibration);
    this.#sum = new Float32Array(this.dimensions);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.map((text) => this.embedOne(text));
  }

  /** The unit vector of `text`; the zero vector when it holds no word. */
  embedOne(text: string): Float32Array {
    const scan = scanWords(text, this.#scan);
    this.#sum.fill(0);
    for (let i = 0; i < scan.count; i++) {
      const row = this.#rowOf(scan.first[i]!, scan.second[i]!);
      if (row === EMPTY_SLOT) this.#addUnknown(scan.units, scan.starts[i]!, scan.ends[i]!);
      else this.#addRow(row, 1);
    }
    return toUnit(this.#sum.slice());
  }

  #rowOf(first: number, second: number): number {
    const { keys, slotRows } = this.#model;
    const mask = slotRows.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const row = slotRows[slot]!;
      if (row === EMPTY_SLOT || keys[slot] === second) return row;
    }
  }

  #addRow(row: number, weight: number): void {
    const factor = this.#model.scales[row]! * weight;
    if (factor === 0) return;
    const sum = this.#sum;
    const matrix = this.#model.matrix;
    const length = sum.length;
    let at = row * length;
    for (let d = 0; d < length; d++, at++) sum[d] = sum[d]! + factor * matrix[at]!;
  }

  #addUnknown(units: Uint16Array, start: number, end: number): void {
    const { words, buckets, unknownWeight } = this.#model.header;
    const grams = gramCount(end - start);
    const weight = unknownWeight / grams;
    for (let size = SHORTEST_GRAM; size <= LONGEST_GRAM; size++) {
      for (let from = start - 1; from + size <= end + 1; from++) {
        let hash = 0x811c9dc5 ^ size;
        for (let i = from; i < from + size; i++) {
          const unit = i < start ? 60 : i >= end ? 62 : units[i]!;
          hash = Math.imul(hash ^ unit, 0x01000193);
        }
        hash ^= hash >>> 15;
        this.#addRow(words + ((hash >>> 0) % buckets), weight);
      }
    }
  }
}

/** How many n-grams a word of `length` letters has, its two end marks counted. */
function gramCount(length: number): number {
  let count = 0;
  for (let size = SHORTEST_GRAM; size <= LONGEST_GRAM; size++) count += Math.max(0, length + 2 - size + 1);
  return count;
}

/**
 * Loads the project's static model, or the one at `path`, or at `PLUMBLINE_EMBEDDER_MODEL`. Synchronous: one file is read.
 *
 * @throws EmbedderModelInvalid when the file is missing or of another format.
 */
export function loadStaticEmbedder(path?: string): StaticEmbedder {
  const place = path ?? process.env.PLUMBLINE_EMBEDDER_MODEL ?? new URL('./model/static.bin', import.meta.url);
  return new StaticEmbedder(readStaticModel(place));
}
