import * as z from 'zod';
import type { Calibration } from './calibration.ts';
import { toUnit } from './cosine.ts';
import { EmbeddingRejected, EmbeddingUnavailable } from './errors.ts';
import { measuredCalibration } from './measured.ts';
import type { Embedder } from './port.ts';

/** One call of Bedrock's InvokeModel: JSON in, JSON out. The SDK's errors keep their names. */
export type InvokeModel = (modelId: string, body: string) => Promise<string>;

export interface BedrockOptions {
  readonly invoke: InvokeModel;
  readonly model?: string;
  readonly dimensions?: number;
  /** Absent: the one stored for this model, else the raw cosine is taken to be on the seeds' scale. */
  readonly calibration?: Calibration;
}

/** In UTF-16 units; the model takes 8,192 tokens. */
const LONGEST_TEXT = 20_000;
/** The model takes one text a call. */
const AT_ONCE = 8;
const BUSY = new Set([
  'ThrottlingException',
  'ServiceUnavailableException',
  'ModelTimeoutException',
  'InternalServerException',
]);

const Answer = z.object({ embedding: z.array(z.number()) });

/** Embeddings of Amazon Titan on Bedrock. */
export class BedrockEmbedder implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly calibration: Calibration;
  readonly #options: BedrockOptions;
  readonly #model: string;

  constructor(options: BedrockOptions) {
    this.#options = options;
    this.#model = options.model ?? 'amazon.titan-embed-text-v2:0';
    this.dimensions = options.dimensions ?? 512;
    this.id = `bedrock/${this.#model}/${this.dimensions}`;
    this.calibration = options.calibration ?? measuredCalibration(this.id);
  }

  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += AT_ONCE) {
      vectors.push(...(await Promise.all(texts.slice(from, from + AT_ONCE).map((text) => this.#one(text)))));
    }
    return vectors;
  }

  async #one(text: string): Promise<Float32Array> {
    // The service refuses empty texts: they keep the zero vector.
    if (text.trim() === '') return new Float32Array(this.dimensions);
    const body = JSON.stringify({
      inputText: text.slice(0, LONGEST_TEXT),
      dimensions: this.dimensions,
      normalize: true,
    });
    let answer: string;
    try {
      answer = await this.#options.invoke(this.#model, body);
    } catch (cause) {
      const name = cause instanceof Error ? cause.name : '';
      if (BUSY.has(name)) {
        throw new EmbeddingUnavailable(`${this.id} is busy (${name}): try again later, or use the static embedder`, {
          cause,
        });
      }
      throw new EmbeddingRejected(`${this.id} refused a text (${name}): check the model's access in this region`, {
        cause,
      });
    }
    const parsed = Answer.safeParse(json(answer));
    if (!parsed.success || parsed.data.embedding.length !== this.dimensions) {
      throw new EmbeddingRejected(
        `${this.id} answered no vector of ${this.dimensions} numbers: check the model and its dimensions`,
      );
    }
    return toUnit(Float32Array.from(parsed.data.embedding));
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null; // the schema names it
  }
}
