import { describe, expect, it } from 'vitest';
import { EmbeddingRejected, EmbeddingUnavailable } from '../../../shared/collate/embed/errors.ts';
import { type HttpPost, VoyageEmbedder } from '../../../shared/collate/embed/voyage.ts';

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly input: readonly string[]; readonly model: string; readonly output_dimension: number };
}

function service(answer: (input: readonly string[]) => { status: number; body: unknown }) {
  const sent: Sent[] = [];
  const post: HttpPost = async (url, { headers, body }) => {
    const parsed = JSON.parse(body) as Sent['body'];
    sent.push({ url, headers, body: parsed });
    const { status, body: reply } = answer(parsed.input);
    return { status, text: async () => (typeof reply === 'string' ? reply : JSON.stringify(reply)) };
  };
  return {
    sent,
    embedder: new VoyageEmbedder({ apiKey: 'key', post, dimensions: 2, baseUrl: 'https://voyage.test/v1' }),
  };
}

/** The length of a text and 1, in reverse order: `index` tells them apart. */
const lengths = (input: readonly string[]) => ({
  status: 200,
  body: { data: input.map((text, index) => ({ index, embedding: [text.length, 1] })).reverse() },
});

describe('VoyageEmbedder', () => {
  it('asks for all texts, keeps their order, and gives unit vectors', async () => {
    const { sent, embedder } = service(lengths);
    const vectors = await embedder.embed(['ab', 'abcd']);
    expect([...vectors[0]!]).toEqual([...Float32Array.of(2 / Math.sqrt(5), 1 / Math.sqrt(5))]);
    expect(vectors[1]![0]).toBeCloseTo(4 / Math.sqrt(17), 6);
    expect(sent[0]?.url).toBe('https://voyage.test/v1/embeddings');
    expect(sent[0]?.headers.authorization).toBe('Bearer key');
    expect(sent[0]?.body.output_dimension).toBe(2);
    expect(embedder.id).toBe('voyage/voyage-3.5/2');
  });

  it('asks in parts, leaves empty texts out and cuts long ones', async () => {
    const { sent, embedder } = service(lengths);
    const vectors = await embedder.embed(['', ...Array.from({ length: 100 }, () => 'x'.repeat(20_000)), ' ']);
    expect(sent.map((request) => request.body.input.length)).toEqual([96, 4]);
    expect(sent[0]?.body.input[0]).toHaveLength(8000);
    expect([[...vectors[0]!], [...vectors[101]!]]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(vectors).toHaveLength(102);
  });

  it.each([429, 500, 503])('calls status %i unavailable: worth another try', async (status) => {
    const { embedder } = service(() => ({ status, body: '' }));
    const failure = await embedder.embed(['a']).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddingUnavailable);
    expect((failure as EmbeddingUnavailable).retryable).toBe(true);
  });

  it('calls a broken connection unavailable and keeps its cause', async () => {
    const cause = new Error('socket closed');
    const embedder = new VoyageEmbedder({ apiKey: 'key', post: () => Promise.reject(cause) });
    await expect(embedder.embed(['a'])).rejects.toMatchObject({ name: 'EmbeddingUnavailable', cause });
  });

  it.each([
    ['a refusal', { status: 401, body: { detail: 'no such key' } }],
    ['an answer that is no JSON', { status: 200, body: '<html>' }],
    ['an answer of another shape', { status: 200, body: { vectors: [] } }],
    ['a missing vector', { status: 200, body: { data: [] } }],
    ['a vector of another length', { status: 200, body: { data: [{ index: 0, embedding: [1, 2, 3] }] } }],
  ])('rejects %s', async (_, answer) => {
    const { embedder } = service(() => answer);
    await expect(embedder.embed(['a'])).rejects.toBeInstanceOf(EmbeddingRejected);
  });
});
