import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack } from '../../../shared/models/pack.ts';
import { denseTokens, expectedTokens } from '../../../shared/models/tokens.ts';

const block = (id: string, weight: number, words: number) => ({
  id,
  title: id,
  weight,
  text: 'word '.repeat(words).trim(),
});

describe('packing documents', () => {
  it('leaves out the lowest weights, keeps the order, and counts', () => {
    const blocks = [block('a', 0.2, 400), block('b', 0.9, 400), block('c', 0.5, 400)];
    const packed = pack(blocks, denseTokens(blocks[0]!.text) * 2 + 10);
    expect(packed.documents.map((document) => document.id)).toEqual(['b', 'c']);
    expect(packed.leftOut).toBe(1);
  });

  it('takes a lighter document that still fits after one that does not', () => {
    const packed = pack([block('a', 1, 100), block('b', 0.9, 9000), block('c', 0.1, 50)], 1000);
    expect(packed.documents.map((document) => document.id)).toEqual(['a', 'c']);
  });

  it('takes passages out of the middle of a text that is too long by itself, never its end', () => {
    const lines = Array.from({ length: 300 }, (_, n) => `Sentence ${n} of the paper says something.`);
    const packed = pack([{ id: 'p', title: 'p', weight: 1, text: lines.join('\n') }], 1500);
    const text = packed.documents[0]!.text;
    expect(text.startsWith('Sentence 0 ')).toBe(true);
    expect(text.endsWith('Sentence 299 of the paper says something.')).toBe(true);
    expect(text).toContain('\n[…]\n');
    expect(packed.leftOut).toBeGreaterThan(100);
  });

  it('shows the title of a record that has no text', () => {
    expect(pack([{ id: 'x', title: 'A title', weight: 1, text: ' ' }], 100).documents[0]!.text).toBe('A title');
  });

  it('never passes the limit, whatever comes in', () => {
    const blocks = fc.array(
      fc.record({
        id: fc.string(),
        title: fc.string(),
        weight: fc.double({ min: 0, max: 1, noNaN: true }),
        text: fc.string({ maxLength: 400 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(blocks, fc.integer({ min: 0, max: 300 }), (given, limit) => {
        const { documents } = pack(given, limit);
        const size = documents.reduce((sum, document) => sum + denseTokens(document.text), 0);
        expect(size).toBeLessThanOrEqual(limit + 12); // the mark of a gap
      }),
    );
  });
});

describe('counting tokens', () => {
  it('counts what is not ASCII as a token each, and dense text higher than expected text', () => {
    expect(expectedTokens('a'.repeat(300))).toBe(100);
    expect(expectedTokens('注意力机制')).toBe(5);
    expect(denseTokens('a'.repeat(300))).toBeGreaterThan(expectedTokens('a'.repeat(300)));
  });
});
