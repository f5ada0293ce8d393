import { describe, expect, it } from 'vitest';
import { LazyEmbedder } from '../../../shared/aws/lazy-embedder.ts';
import { Rotating } from '../../../shared/aws/rotating.ts';
import { parseKeys, SecretInvalid } from '../../../shared/aws/secrets.ts';
import type { Embedder } from '../../../shared/collate/embed/port.ts';

describe('keys from the secret', () => {
  it('are a flat object of texts', () => {
    expect(parseKeys('s', '{"ANTHROPIC_API_KEY":"k"}')).toEqual({ ANTHROPIC_API_KEY: 'k' });
    expect(parseKeys('s', '{}')).toEqual({});
  });

  it.each(['', 'sk-secret-value', '["sk-secret-value"]', '{"a":{"b":"sk-secret-value"}}', '{"a":7}', 'null'])(
    'are refused as %s, without showing what they are',
    (text) => {
      const parse = () => parseKeys('arn:keys', text);
      expect(parse).toThrow(SecretInvalid);
      expect(parse).toThrow(/arn:keys/);
      expect(parse).not.toThrow(/sk-secret-value/);
    },
  );

  it('make what depends on them anew when they change, and only then', async () => {
    let key = 'old';
    let made = 0;
    const rotating = new Rotating(
      async () => ({ key }),
      ({ key: given }) => `${given} ${++made}`,
    );
    expect([await rotating.get(), await rotating.get()]).toEqual(['old 1', 'old 1']);
    key = 'new';
    expect([await rotating.get(), await rotating.get()]).toEqual(['new 2', 'new 2']);
  });

  it('are tried again after a failure', async () => {
    let tries = 0;
    const rotating = new Rotating(
      async () => ({}),
      () => {
        if (++tries === 1) throw new Error('not yet');
        return 'made';
      },
    );
    await expect(rotating.get()).rejects.toThrow('not yet');
    expect(await rotating.get()).toBe('made');
  });
});

describe('the embedder of a step', () => {
  it('is loaded by whoever asks it first', async () => {
    let loaded = 0;
    const real = { id: 'x', dimensions: 2, calibration: {}, embed: async () => [new Float32Array(2)] };
    const lazy = new LazyEmbedder(() => {
      loaded++;
      return real as unknown as Embedder;
    });
    expect(loaded).toBe(0);
    expect([lazy.id, lazy.dimensions, (await lazy.embed(['a'])).length, loaded]).toEqual(['x', 2, 1, 1]);
  });
});
