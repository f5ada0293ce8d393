import { describe, expect, test } from 'vitest';
import type { Horizon } from '../../../shared/contracts/run.ts';
import { defaultHorizon, explicitHorizon, positionInHorizon, withinHorizon } from '../../../shared/run/horizon.ts';

const NOW = new Date('2026-11-30T23:59:00Z');
const at = (date: string | null, year: number | null = null) => ({ date, year });

describe('default horizons', () => {
  test('sota: the last 18 months by month, hard for live sources', () => {
    expect(defaultHorizon('sota', NOW)).toEqual({ from: '2025-05', to: '2026-11', rule: 'hard_live' });
    expect(defaultHorizon('sota', new Date('2026-01-01T00:00:00Z'))).toEqual({
      from: '2024-07',
      to: '2026-01',
      rule: 'hard_live',
    });
    expect(defaultHorizon('sota', new Date('2026-07-01T00:00:00Z')).from).toBe('2025-01');
  });

  test('historical: unbounded; all others: the last five years as a preference', () => {
    expect(defaultHorizon('historical', NOW)).toEqual({ from: null, to: null, rule: 'preferred' });
    for (const shape of ['survey', 'comparative', 'practitioner', 'mechanism'] as const) {
      expect(defaultHorizon(shape, NOW)).toEqual({ from: '2021', to: '2026', rule: 'preferred' });
    }
  });
});

describe('what a horizon does with a record', () => {
  const sota = defaultHorizon('sota', NOW);
  const explicit = explicitHorizon({ from: 2000, to: 2010 });

  test.each([
    ['2025-05-01', 'in'],
    ['2025-04-30', 'out'],
    ['2026-11-30', 'in'],
    ['2026-12-01', 'out'],
    ['2025', 'in'],
    ['2024', 'out'],
    ['2025-04', 'out'],
    ['2026-11-02T10:00:00Z', 'in'],
  ])('sota, %s is %s', (date, expected) => {
    expect(withinHorizon(at(date), sota, 'arxiv')).toBe(expected);
    expect(withinHorizon(at(date), sota, 'library')).toBe('in');
  });

  test.each([
    [at('2000'), 'in'],
    [at('2010-12-31'), 'in'],
    [at('1999-12-31'), 'out'],
    [at('2011-01-01'), 'out'],
    [at(null, 2005), 'in'],
    [at(null, 2011), 'out'],
    [at(null), 'undated'],
    [at('no date', null), 'undated'],
    [at('2005-13', null), 'undated'],
    [at('spring 2005', 2005), 'in'],
    [at(null, Number.NaN), 'undated'],
  ] as const)('explicit 2000–2010, %j is %s, the library included', (record, expected) => {
    expect(withinHorizon(record, explicit, 'scholarly')).toBe(expected);
    expect(withinHorizon(record, explicit, 'library')).toBe(expected);
  });

  test('a preference leaves nothing out, but its position can be asked', () => {
    const preferred = defaultHorizon('survey', NOW);
    expect(withinHorizon(at('1975'), preferred, 'arxiv')).toBe('in');
    expect(withinHorizon(at(null), preferred, 'arxiv')).toBe('in');
    expect(positionInHorizon(at('1975'), preferred)).toBe('out');
    expect(positionInHorizon(at(null), preferred)).toBe('undated');
  });

  test('an open end is open', () => {
    const since: Horizon = { from: '2020', to: null, rule: 'hard' };
    expect(withinHorizon(at('2031'), since, 'web')).toBe('in');
    expect(withinHorizon(at('2019-12'), since, 'web')).toBe('out');
    expect(withinHorizon(at(null), { from: null, to: null, rule: 'hard' }, 'web')).toBe('in');
  });
});
