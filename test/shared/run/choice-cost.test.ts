import { describe, expect, it } from 'vitest';
import { choiceCost } from '../../../shared/run/choice-cost.ts';

describe('what a choice costs', () => {
  it('is told in searches and deep reads, and in tokens with a model only', () => {
    const wider = { questions: 2, searches: 4, reads: 3 };
    expect(choiceCost(wider, 'standard', 'extractive')).toBe('4 searches, up to 3 deep reads, no tokens');
    expect(choiceCost(wider, 'standard', 'anthropic: m')).toMatch(
      /^4 searches, up to 3 deep reads, about \d+k tokens$/,
    );
    expect(choiceCost({ questions: 0, searches: 0, reads: 1 }, 'deep', 'extractive')).toBe('1 deep read, no tokens');
    expect(choiceCost({ questions: 0, searches: 0, reads: 0 }, 'deep', 'anthropic: m')).toBe('nothing more');
  });

  it('grows with the work', () => {
    const tokens = (reads: number) =>
      Number(/about (\d+)k/.exec(choiceCost({ questions: 0, searches: 0, reads }, 'standard', 'anthropic: m'))![1]);
    expect(tokens(10)).toBeGreaterThan(2 * tokens(2));
  });
});
