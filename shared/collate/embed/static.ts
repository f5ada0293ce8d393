import { type Calibration, piecewiseCalibration } from './calibration.ts';
import { gramBuckets } from './grams.ts';
import { EMPTY_SLOT, readStaticModel, type StaticModel } from './model-file.ts';
import type { Embedder } from './port.ts';
import { RowSum } from './row-sum.ts';
import { MAX_WORD, newScan, type Scan, scanWords } from './scan.ts';

/** Powers of small counts, which are nearly all counts, are looked up. */
const POWERS = 64;

/**
 * Our own word vectors: a text is the weighted sum of its words' rows, scaled to unit length. Needs no service and no
 * native code. One instance serves one thread.
 */
export class StaticEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly #model: StaticModel;
  readonly #scan: Scan = newScan();
  readonly #grams = new Int32Array(2 * MAX_WORD + 4);
  readonly #sum: RowSum;
  /** Occurrences in the current text, by row: all zero between texts. */
  readonly #counts: Uint16Array;
  readonly #rows: Uint16Array;
  readonly #powers: Float64Array;

  constructor(model: StaticModel) {
    const { header } = model;
    this.#model = model;
    this.id = header.id;
    this.dimensions = header.dimensions;
    this.calibration = piecewiseCalibration(header.calibration);
    this.#sum = new RowSum(model.matrix, header.dimensions);
    this.#counts = new Uint16Array(header.rows);
    this.#rows = new Uint16Array(header.rows);
    this.#powers = Float64Array.from({ length: POWERS }, (_, count) => count ** header.repeatPower);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return texts.map((text) => this.embedOne(text));
  }

  /** The unit vector of `text`; the zero vector when it holds no word that says anything. */
  embedOne(text: string): Float32Array {
    const scan = scanWords(text, this.#scan);
    const sum = this.#sum.clear();
    const known = this.#countWords(scan);
    for (let i = 0; i < known; i++) {
      const row = this.#rows[i]!;
      sum.add(row, this.#model.scales[row]! * this.#power(this.#counts[row]!));
      this.#counts[row] = 0;
    }
    return sum.unit();
  }

  /** Counts the rows of the known words; unknown ones are added to the sum at once. Returns how many rows there are. */
  #countWords(scan: Scan): number {
    let distinct = 0;
    let unknown: Map<number, number[]> | undefined;
    for (let i = 0; i < scan.count; i++) {
      const row = this.#rowOf(scan.first[i]!, scan.second[i]!);
      if (row === EMPTY_SLOT) {
        unknown ??= new Map();
        const key = scan.first[i]! * 4294967296 + scan.second[i]!;
        const seen = unknown.get(key);
        if (seen === undefined) unknown.set(key, [i, 1]);
        else seen[1]!++;
      } else if (this.#model.scales[row] !== 0) {
        if (this.#counts[row]!++ === 0) this.#rows[distinct++] = row;
      }
    }
    if (unknown !== undefined) {
      for (const [at, count] of unknown.values()) this.#addUnknown(scan, at!, this.#power(count!));
    }
    return distinct;
  }

  #rowOf(first: number, second: number): number {
    const { keys, slotRows } = this.#model;
    const mask = slotRows.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const row = slotRows[slot]!;
      if (row === EMPTY_SLOT || keys[slot] === second) return row;
    }
  }

  #power(count: number): number {
    return count < POWERS ? this.#powers[count]! : count ** this.#model.header.repeatPower;
  }

  #addUnknown(scan: Scan, word: number, weight: number): void {
    const { words, buckets, unknownWeight } = this.#model.header;
    const grams = this.#grams;
    const count = gramBuckets(scan.units, scan.starts[word]!, scan.ends[word]!, buckets, grams);
    for (let i = 0; i < count; i++) {
      const row = words + grams[i]!;
      this.#sum.add(row, (this.#model.scales[row]! * weight * unknownWeight) / count);
    }
  }
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
