import { describe, expect, it } from 'vitest';
import { BedrockEmbedder } from '../../../shared/collate/embed/bedrock.ts';
import { EmbeddingRejected, EmbeddingUnavailable } from '../../../shared/collate/embed/errors.ts';

const answer = (...embedding: number[]) => JSON.stringify({ embedding, inputTextTokenCount: 3 });
const named = (name: string) => Object.assign(new Error('no'), { name });

describe('the Bedrock embedder', () => {
  it('asks once a text, in order, and gives unit vectors; empty texts are not asked for', async () => {
    const asked: string[] = [];
    const embedder = new BedrockEmbedder({
      dimensions: 2,
      invoke: async (model, body) => {
        asked.push(`${model} ${(JSON.parse(body) as { inputText: string }).inputText}`);
        return body.includes('one') ? answer(3, 4) : answer(0, 2);
      },
    });
    const vectors = await embedder.embed(['one', ' ', 'two']);
    expect(asked).toEqual(['amazon.titan-embed-text-v2:0 one', 'amazon.titan-embed-text-v2:0 two']);
    expect(vectors.map((vector) => [...vector].map((x) => Math.round(x * 10) / 10))).toEqual([
      [0.6, 0.8],
      [0, 0],
      [0, 1],
    ]);
  });

  it.each([
    ['ThrottlingException', EmbeddingUnavailable],
    ['AccessDeniedException', EmbeddingRejected],
  ])('names %s', async (name, kind) => {
    const embedder = new BedrockEmbedder({ dimensions: 2, invoke: () => Promise.reject(named(name)) });
    await expect(embedder.embed(['x'])).rejects.toBeInstanceOf(kind);
  });

  it.each(['<html>', '{}', answer(1, 2, 3)])('refuses the answer %s', async (text) => {
    const embedder = new BedrockEmbedder({ dimensions: 2, invoke: async () => text });
    await expect(embedder.embed(['x'])).rejects.toBeInstanceOf(EmbeddingRejected);
  });
});
