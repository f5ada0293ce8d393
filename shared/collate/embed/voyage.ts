import * as z from 'zod';
import type { Calibration } from './calibration.ts';
import { toUnit } from './cosine.ts';
import { EmbeddingRejected, EmbeddingUnavailable } from './errors.ts';
import { measuredCalibration } from './measured.ts';
import type { Embedder } from './port.ts';

/** What the adapter needs of an HTTP client; `fetch` fits, and so does the project's guarded client behind a thin shim. */
export type HttpPost = (
  url: string,
  init: { readonly method: 'POST'; readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

export interface VoyageOptions {
  readonly apiKey: string;
  readonly post: HttpPost;
  /** Without a trailing slash. */
  readonly baseUrl?: string;
  readonly model?: string;
  readonly dimensions?: number;
  /** Absent: the one stored for this model, else the raw cosine is taken to be on the seeds' scale. */
  readonly calibration?: Calibration;
}

/** Well below the service's limits of 1,000 texts and 320,000 tokens a request. */
const TEXTS_PER_REQUEST = 96;
/** In UTF-16 units: an abstract fits, a whole article does not. */
const LONGEST_TEXT = 8000;

const Answer = z.object({
  data: z.array(z.object({ index: z.number().int().nonnegative(), embedding: z.array(z.number()) })),
});

/** Embeddings of Voyage AI over HTTP. */
export class VoyageEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly #options: VoyageOptions;
  readonly #model: string;

  constructor(options: VoyageOptions) {
    this.#options = options;
    this.#model = options.model ?? 'voyage-3.5';
    this.dimensions = options.dimensions ?? 1024;
    this.id = `voyage/${this.#model}/${this.dimensions}`;
    this.calibration = options.calibration ?? measuredCalibration(this.id);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    // The service refuses empty texts: they keep the zero vector.
    const asked = [...texts.keys()].filter((i) => texts[i]!.trim() !== '');
    for (let from = 0; from < asked.length; from += TEXTS_PER_REQUEST) {
      const part = asked.slice(from, from + TEXTS_PER_REQUEST);
      const found = await this.#request(part.map((i) => texts[i]!.slice(0, LONGEST_TEXT)));
      for (const [at, i] of part.entries()) vectors[i] = found[at]!;
    }
    return vectors;
  }

  async #request(input: readonly string[]): Promise<Float32Array[]> {
    const { apiKey, post, baseUrl = 'https://api.voyageai.com/v1' } = this.#options;
    const body = JSON.stringify({ input, model: this.#model, output_dimension: this.dimensions, truncation: true });
    let status: number;
    let text: string;
    try {
      const response = await post(`${baseUrl}/embeddings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body,
      });
      status = response.status;
      text = await response.text();
    } catch (cause) {
      throw new EmbeddingUnavailable(`${this.id} cannot be reached: try again, or use the static embedder`, { cause });
    }
    if (status === 429 || status >= 500) {
      throw new EmbeddingUnavailable(`${this.id} answered ${status}: try again later, or use the static embedder`);
    }
    if (status !== 200) {
      throw new EmbeddingRejected(`${this.id} answered ${status}: check the key and the model (${text.slice(0, 200)})`);
    }
    return this.#read(text, input.length);
  }

  #read(text: string, expected: number): Float32Array[] {
    const useless = (why: string, cause?: unknown) =>
      new EmbeddingRejected(`${this.id} ${why}: check the model and its dimensions`, { cause });
    let answer: z.infer<typeof Answer>;
    try {
      answer = Answer.parse(JSON.parse(text));
    } catch (cause) {
      throw useless('answered no list of vectors', cause);
    }
    const found: Float32Array[] = [];
    for (const { index, embedding } of answer.data) {
      if (embedding.length !== this.dimensions)
        throw useless(`answered ${embedding.length} dimensions, not ${this.dimensions}`);
      found[index] = toUnit(Float32Array.from(embedding));
    }
    for (let i = 0; i < expected; i++)
      if (found[i] === undefined) throw useless(`answered no vector for text ${i + 1}`);
    return found;
  }
}
