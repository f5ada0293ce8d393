import type { Calibration } from '../collate/embed/calibration.ts';
import type { Embedder } from '../collate/embed/port.ts';

/** An embedder that is loaded by whoever asks it first: most steps never do, and their bundles carry no model. */
export class LazyEmbedder implements Embedder {
  readonly #load: () => Embedder;
  #loaded: Embedder | undefined;

  constructor(load: () => Embedder) {
    this.#load = load;
  }

  get id(): string {
    return this.#open().id;
  }

  get dimensions(): number {
    return this.#open().dimensions;
  }

  get calibration(): Calibration {
    return this.#open().calibration;
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return this.#open().embed(texts);
  }

  #open(): Embedder {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }
}
