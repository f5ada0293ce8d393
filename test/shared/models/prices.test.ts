import { describe, expect, it } from 'vitest';
import type { TranscriptRow } from '../../../shared/contracts/run.ts';
import { costTable } from '../../../shared/models/cost-table.ts';
import { baseModel, cost, isPriced, PRICES_DATE } from '../../../shared/models/prices.ts';

const usage = (input: number, output = 0, cacheWrite = 0, cacheRead = 0) => ({ input, output, cacheWrite, cacheRead });

describe('prices', () => {
  it('charges all four kinds of tokens at their own price', () => {
    expect(cost(usage(1e6, 1e6, 1e6, 1e6), 'claude-sonnet-5-5')).toBeCloseTo(2 + 10 + 2.5 + 0.1, 10);
    expect(cost(usage(1e6, 1e6, 1e6, 1e6), 'claude-opus-5-5')).toBeCloseTo(4 + 20 + 5 + 0.2, 10);
  });

  it('charges Haiku by the length of the prompt, cached tokens included', () => {
    expect(cost(usage(100_000, 1000), 'claude-haiku-5-5')).toBeCloseTo(0.01 + 0.0005, 10);
    expect(cost(usage(100_001, 1000), 'claude-haiku-5-5')).toBeCloseTo(0.0500005 + 0.0025, 10);
    expect(cost(usage(60_000, 0, 0, 40_000), 'claude-haiku-5-5')).toBeCloseTo(0.006 + 0.0004, 10);
    expect(cost(usage(60_000, 0, 0, 40_001), 'claude-haiku-5-5')).toBeCloseTo(0.03 + 0.0200005, 10);
  });

  it('halves input and output of a batch', () => {
    expect(cost(usage(1e6, 1e6), 'claude-opus-5-5', true)).toBeCloseTo(12, 10);
  });

  it('adds a tenth for a Bedrock profile that keeps to one geography', () => {
    const usage = { input: 1_000_000, output: 0, cacheWrite: 0, cacheRead: 0 };
    for (const model of ['claude-sonnet-5-5', 'global.anthropic.claude-sonnet-5-5']) expect(cost(usage, model)).toBe(2);
    for (const model of [
      'eu.anthropic.claude-sonnet-5-5',
      'us-gov.anthropic.claude-sonnet-5-5',
      'anthropic.claude-sonnet-5-5',
    ])
      expect(cost(usage, model)).toBeCloseTo(2.2, 10);
  });

  it('knows a model by the names that clouds give it, and charges an unknown one as the dearest', () => {
    expect(baseModel('global.anthropic.claude-haiku-5-5')).toBe('claude-haiku-5-5');
    expect(baseModel('us.anthropic.claude-sonnet-5-5-20260901-v1:0')).toBe('claude-sonnet-5-5');
    expect(isPriced('claude-next')).toBe(false);
    expect(cost(usage(1e6), 'claude-next')).toBe(cost(usage(1e6), 'claude-opus-5-5'));
  });
});

describe('the cost table', () => {
  const row = (seq: number, more: object): TranscriptRow => ({
    seq,
    ts: '2026-11-30T12:00:00Z',
    stage: 4,
    round: 1,
    attempt: 1,
    event: 'charged',
    ...more,
  });
  const charge = (stage: number, role: string, model: string, input: number, c: number) => ({
    stage,
    role,
    model,
    input,
    output: 10,
    cache_write: 0,
    cache_read: 5,
    cost: c,
    batch: false,
  });

  it('sums calls by stage, role and model, failed ones included, and passes over the rest', () => {
    const table = costTable([
      row(1, charge(4, 'reader', 'claude-sonnet-5-5', 100, 0.1)),
      row(2, { event: 'returned', role: 'reader' }),
      row(3, { ...charge(4, 'reader', 'claude-sonnet-5-5', 0, 0), status: 'ModelThrottled' }),
      row(4, charge(5, 'domain', 'claude-opus-5-5', 300, 0.3)),
    ]);
    expect(table.byStage.map((line) => [line.name, line.calls, line.input])).toEqual([
      ['4', 2, 100],
      ['5', 1, 300],
    ]);
    expect(table.byRole.map((line) => line.name)).toEqual(['domain', 'reader']);
    expect(table.byModel.map((line) => [line.name, line.tokens])).toEqual([
      ['claude-opus-5-5', 315],
      ['claude-sonnet-5-5', 130],
    ]);
    expect(table.total).toMatchObject({ calls: 3, cost: 0.4 });
    expect(table.pricesOf).toBe(PRICES_DATE);
  });
});
