import { describe, expect, test } from 'vitest';
import type { Understanding } from '../../../shared/agents/inputs.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { Goal, RunRequest } from '../../../shared/contracts/run.ts';
import { parseFlags } from '../../../shared/run/flags.ts';
import { buildGoal, channelsInUse } from '../../../shared/run/goal.ts';

const UNDERSTOOD: Understanding = {
  restatement: 'Survey approaches to X.',
  shape: 'survey',
  subfield: 'ml',
  subjects: [],
  axes: [],
  language: 'en',
};

describe('flags in the topic', () => {
  test('are stripped wherever they stand, the rest is the topic', () => {
    expect(
      parseFlags(
        '  FlashAttention --depth=deep algorithmic\n improvements --time-horizon=2022-2026 --budget=500k-tokens --confirm-plan',
      ),
    ).toEqual({
      topic: 'FlashAttention algorithmic improvements',
      depth: 'deep',
      timeHorizon: { from: 2022, to: 2026 },
      budget: 500_000,
      confirmPlan: true,
    });
  });

  test('a topic without flags is left as it is', () => {
    expect(parseFlags('git rebase --onto vs merge --no-ff')).toEqual({ topic: 'git rebase --onto vs merge --no-ff' });
    expect(parseFlags('gcc --std=c++20 modules').topic).toBe('gcc --std=c++20 modules');
  });

  test.each([
    ['x --time-horizon=2025-2020', /ends before it begins.*2020-2025/],
    ['x --time-horizon=2025', /not two years/],
    ['x --time-horizon', /not two years/],
    ['x --time-horizon=20-25', /not two years/],
    ['x --budget=0k-tokens', /buys nothing/],
    ['x --budget=000k-tokens', /buys nothing/],
    ['x --budget=500', /not understood/],
    ['x --budget=-5k-tokens', /not understood/],
    ['x --budget=9999999999k-tokens', /over the most/],
    ['x --depth=shallow', /quick.*standard.*deep/],
    ['x --depth', /unknown/],
    ['x --confirm-plan=maybe', /takes no value/],
    ['', /empty/],
    ['   ', /empty/],
    ['?!', /empty/],
    ['\u200b\u202e', /empty/],
    ['--depth=quick', /empty/],
    ['x'.repeat(2001), /2001 characters/],
    ['long '.repeat(2000), /9999 characters/],
  ])('%s is refused', (text, message) => {
    expect(() => parseFlags(text)).toThrow(UsageError);
    expect(() => parseFlags(text)).toThrow(message);
  });

  test('2,000 characters are taken', () => {
    expect(parseFlags('x'.repeat(2000)).topic).toHaveLength(2000);
  });
});

describe('buildGoal', () => {
  const now = new Date('2026-04-17T10:00:00Z');

  test('fits its contract and takes the default horizon of the shape', () => {
    const goal = buildGoal(RunRequest.parse({ topic: 'FlashAttention algorithmic improvements' }), UNDERSTOOD, {
      now,
      configured: ['library', 'arxiv'],
      reading: null,
    });
    expect(Goal.parse(goal)).toEqual(goal);
    expect(goal.topic_slug).toBe('flashattention-algorithmic-improvements-2026-04-17');
    expect(goal.time_horizon).toEqual({ from: '2021', to: '2026', rule: 'preferred' });
    expect(goal.sources).toEqual(['arxiv', 'library']);
  });

  test('an explicit horizon is hard', () => {
    const request = RunRequest.parse({ topic: 'x', timeHorizon: { from: 2000, to: 2010 } });
    const goal = buildGoal(request, UNDERSTOOD, { now, configured: [], reading: null, slug: 'x-2026-04-17-2' });
    expect(goal.time_horizon).toEqual({ from: '2000', to: '2010', rule: 'hard' });
    expect(goal.topic_slug).toBe('x-2026-04-17-2');
  });

  test('channels: offline leaves the library, a choice leaves what was chosen and a library that was named', () => {
    const all = ['arxiv', 'scholarly', 'web', 'library'] as const;
    expect(channelsInUse({ offline: true, sources: ['arxiv'], library: null }, all)).toEqual(['library']);
    expect(channelsInUse({ offline: false, sources: ['web', 'arxiv'], library: null }, all)).toEqual(['arxiv', 'web']);
    expect(channelsInUse({ offline: false, sources: ['arxiv'], library: 'mine' }, all)).toEqual(['arxiv', 'library']);
    expect(channelsInUse({ offline: false, sources: null, library: null }, all)).toEqual([...all]);
    expect(channelsInUse({ offline: false, sources: ['github'], library: null }, all)).toEqual([]);
  });
});
