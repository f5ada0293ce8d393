import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunRequest } from '../../../shared/contracts/run.ts';
import { estimate, estimatorOf } from '../../../shared/models/estimate.ts';
import { openProviders } from '../../../shared/models/open.ts';

const request = (more: Partial<RunRequest> = {}) => RunRequest.parse({ topic: 'efficient attention', ...more });
const priced = { model: 'anthropic' as const };

describe('an estimate', () => {
  it('is zero without a model, offline, and for an extractive run', () => {
    const nothing = {
      calls: { expected: 0, worst: 0 },
      tokens: { expected: 0, worst: 0 },
      byStage: [],
      pricesOf: null,
    };
    expect(estimate(request(), { model: 'extractive' })).toMatchObject(nothing);
    expect(estimate(request({ offline: true }), priced)).toMatchObject(nothing);
    const estimator = estimatorOf(openProviders({ ANTHROPIC_API_KEY: 'k' }));
    expect(estimator(request({ model: 'extractive' }))).toMatchObject(nothing);
    expect(estimator(request()).pricesOf).not.toBeNull();
  });

  it('grows with the depth, and stays within the budget', () => {
    const [quick, standard, deep] = (['quick', 'standard', 'deep'] as const).map((depth) =>
      estimate(request({ depth }), priced),
    );
    expect(quick!.tokens.expected).toBeLessThan(standard!.tokens.expected);
    expect(standard!.tokens.expected).toBeLessThan(deep!.tokens.expected);
    expect(standard!.tokens.expected).toBeLessThan(400_000);
    expect(standard!.tokens.worst).toBeLessThanOrEqual(1_500_000);
    expect(quick!.byStage.map((line) => line.stage)).toEqual([0, 1, 2]);
    expect(standard!.byStage.map((line) => line.name)).toEqual([
      'intake',
      'plan',
      'discovery',
      'deep-read',
      'critique',
      'synthesis',
    ]);
  });

  it('is halved where economy batches, and dearer with more channels', () => {
    const usual = estimate(request(), priced);
    const cheap = estimate(request({ economy: true }), priced);
    const reading = (of: typeof usual) => of.byStage.find((line) => line.stage === 4)!.cost.expected;
    expect(reading(cheap)).toBeCloseTo(reading(usual) / 2, 10);
    const live = estimate(request(), { ...priced, channels: ['arxiv', 'scholarly', 'web', 'community', 'github'] });
    expect(live.calls.expected).toBeGreaterThan(usual.calls.expected);
    expect(estimate(request({ sources: ['library'] }), { ...priced, channels: ['arxiv'] })).toEqual(usual);
  });

  it('counts the model’s own searches where no service searches the web and the budget could hold one', () => {
    const stage2 = (of: ReturnType<typeof estimate>) => of.byStage.find((line) => line.stage === 2)!;
    const facts = { ...priced, channels: ['arxiv', 'scholarly', 'community', 'github'] as const };
    const without = estimate(request(), { ...facts, channels: [...facts.channels, 'web'] });
    const searched = estimate(request(), { ...facts, webSearch: true });
    const more = stage2(searched).calls.expected - stage2(without).calls.expected;
    expect(more).toBeGreaterThan(0);
    expect(stage2(searched).cost.expected - stage2(without).cost.expected).toBeGreaterThan(0.01 * (more - 1));
    const left = [{ depth: 'quick' as const }, { sources: ['arxiv' as const] }, { budget: 900_000 }, { offline: true }];
    for (const one of left)
      expect(estimate(request(one), { ...facts, webSearch: true })).toEqual(estimate(request(one), facts));
    const of = (env: object) => estimatorOf(openProviders({ ANTHROPIC_API_KEY: 'k', ...env }), facts.channels);
    expect(of({})(request())).toEqual(searched);
    expect(of({ AWS_REGION: 'eu-west-1' })(request({ model: 'bedrock' })).calls.expected).toBeLessThan(
      searched.calls.expected,
    );
  });

  it('never expects more than the worst case, nor more than the budget, in any stage', () => {
    const requests = fc.record({
      depth: fc.constantFrom('quick' as const, 'standard' as const, 'deep' as const),
      budget: fc.option(fc.integer({ min: 1000, max: 6_000_000 })),
      economy: fc.boolean(),
    });
    fc.assert(
      fc.property(requests, (more) => {
        const whole = estimate(request(more), priced);
        for (const line of [whole, ...whole.byStage]) {
          for (const range of [line.calls, line.tokens, line.cost])
            expect(range.expected).toBeLessThanOrEqual(range.worst + 1);
          if (more.budget !== null) expect(line.tokens.worst).toBeLessThanOrEqual(more.budget);
        }
      }),
    );
  });
});
