import { describe, expect, it } from 'vitest';
import { prepareSource, supportAmong, supportSentence, verdictOf } from '../../../shared/evidence/support.ts';

const TEXT =
  'We study caches in web servers. Our adaptive eviction policy reduces tail latency by 23% on the Zipf trace compared with LRU. However, it does not help when the working set fits in memory. The policy needs 2 MB of metadata. We compare against LRU and ARC on five traces.';
const SOURCE = prepareSource(TEXT);
const verdict = (sentence: string) => verdictOf(supportSentence(sentence, SOURCE).score);

describe('supportSentence', () => {
  it('finds the passage a paraphrase rests on', () => {
    const result = supportSentence('Tail latency falls by 23% with adaptive eviction, compared with LRU [P1].', SOURCE);
    expect(verdictOf(result.score)).toBe('supported');
    expect(TEXT.slice(result.best[0]!.start, result.best[0]!.end)).toContain('tail latency by 23%');
  });

  it.each([
    ['another number', 'Adaptive eviction reduces tail latency by 32% compared with LRU.'],
    ['the opposite direction', 'Adaptive eviction increases tail latency compared with LRU on Zipf traces.'],
    ['a lost negation', 'The policy does help when the working set fits in memory.'],
    ['another subject', 'Transformers need quadratic attention memory.'],
  ])('does not back %s', (_, sentence) => {
    expect(verdict(sentence)).toBe('unsupported');
  });

  it('rests nothing on a numbered heading', () => {
    const text = '2 Adaptive Eviction Policies\n\nWe describe how adaptive eviction policies work in caches.\n\n';
    const { best } = supportSentence('This is work on adaptive eviction policies.', prepareSource(text));
    expect(best.map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'We describe how adaptive eviction policies work in caches.',
    ]);
  });

  it('holds a name the source does not have against a sentence', () => {
    const known = supportSentence('The policy needs 2 MB of metadata.', SOURCE).score;
    expect(supportSentence('The BERT policy needs 2 MB of metadata.', SOURCE).score).toBeLessThan(known - 0.2);
  });

  it('reads percent and share as one number', () => {
    const source = prepareSource('The classifier has an accuracy of 0.85 on held-out commits of all projects.');
    expect(verdictOf(supportSentence('The classifier has an accuracy of 85% on held-out commits.', source).score)).toBe(
      'supported',
    );
  });

  it('picks the right one of several sources', () => {
    const other = prepareSource('Interviews with nurses show that remote meetings tire people.');
    expect(supportAmong('Caches in web servers gain from adaptive eviction.', [other, SOURCE])?.source).toBe(1);
    expect(supportAmong('Anything.', [])).toBeNull();
  });

  it('scores empty sources and sentences 0', () => {
    expect(supportSentence('Caches help.', prepareSource(''))).toEqual({ score: 0, best: [] });
    expect(supportSentence('', SOURCE)).toEqual({ score: 0, best: [] });
  });
});
