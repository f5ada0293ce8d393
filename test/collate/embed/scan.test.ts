import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramBuckets } from '../../../shared/collate/embed/grams.ts';
import { newScan, type Scan, scanWords } from '../../../shared/collate/embed/scan.ts';

const scan = newScan();
const wordsOf = ({ count, units, starts, ends }: Scan) =>
  Array.from({ length: count }, (_, i) => String.fromCharCode(...units.subarray(starts[i], ends[i])));
const words = (text: string) => wordsOf(scanWords(text, scan));

describe('scanWords', () => {
  it.each([
    ['runs of letters and digits', 'Graph-based GPT-4, v2.1', ['graph', 'based', 'gpt', '4', 'v2', '1']],
    ['language names', 'C++ and C# beat a+b', ['c++', 'and', 'c#', 'beat', 'a', 'b']],
    ['accents', 'Erdős naïve', ['erdos', 'naive']],
    ['other scripts', 'белок 深度学習。次', ['белок', '深度学習', '次']],
    ['typographic punctuation', '“fast”—cheap…', ['fast', 'cheap']],
    ['nothing', '', []],
  ])('finds %s', (_, text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('cuts endless words and endless texts', () => {
    expect(Math.max(...words('x'.repeat(1000)).map((word) => word.length))).toBe(48);
    expect(words('ab '.repeat(50_000))).toHaveLength(13_334);
    expect(words('é '.repeat(50_000)).length).toBeLessThanOrEqual(20_000);
  });

  it('never gives an empty word, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => words(text).every((word) => word !== '')),
    );
  });
});

/** Computed by bench/embedder/hashing.py: the model is written by that, and read by this. */
describe('hashes', () => {
  it.each([
    ['cache', 643687262, 560646800, [3074, 1558, 3097, 6938, 3123, 3242, 6436, 5673, 2530]],
    ['c++', 1277246387, 1171987038, [7627, 2218, 3150, 81, 2858]],
    ['深度', -162315861, -1538394557, [3685, 7534, 480]],
  ])('of %s are those of the training script', (word, first, second, buckets) => {
    scanWords(word, scan);
    const into = new Int32Array(100);
    const count = gramBuckets(scan.units, scan.starts[0]!, scan.ends[0]!, 8192, into);
    expect([scan.first[0], scan.second[0]]).toEqual([first, second]);
    expect([...into.subarray(0, count)]).toEqual(buckets);
  });
});
