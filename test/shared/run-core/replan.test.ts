import { describe, expect, test } from 'vitest';
import type { ReplanFacts } from '../../../shared/contracts/analysis.ts';
import { decide, deepenScore, widenScore } from '../../../shared/run/replan.ts';

const QUIET: ReplanFacts = {
  depth: 'deep',
  iteration: 0,
  tokens_used: 0,
  budget: 1000,
  last_replan_added_papers: null,
  critical_missing: [],
  under_evidenced: [],
  under_read: [],
  paper_budget_left: 10,
  coverage: { SQ1: 5, SQ2: 5 },
};

function facts(change: Partial<ReplanFacts>): ReplanFacts {
  return { ...QUIET, ...change };
}
const outcome = (change: Partial<ReplanFacts>) => {
  const { decision, reason } = decide(facts(change));
  return [decision, reason];
};
/** Everything a critic can ask for, so that only the earlier rules can stop it. */
const LOUD: Partial<ReplanFacts> = { critical_missing: ['a'], under_evidenced: ['b'], under_read: ['c'] };

describe('the rules in their order', () => {
  test.each([
    ['quick', 0],
    ['standard', 1],
    ['deep', 3],
  ] as const)('%s stops at %i replans', (depth, cap) => {
    expect(outcome({ ...LOUD, depth, iteration: cap })).toEqual(['proceed', 'iteration_cap']);
    if (cap > 0) expect(outcome({ ...LOUD, depth, iteration: cap - 1 })).toEqual(['widen', 'missing_perspective']);
  });

  test('over 80 % of the budget nothing is replanned, at 80 % it may be', () => {
    expect(outcome({ ...LOUD, tokens_used: 801 })).toEqual(['proceed', 'budget']);
    expect(outcome({ ...LOUD, tokens_used: 800 })).toEqual(['widen', 'missing_perspective']);
  });

  test('fewer than two papers from the last replan are saturation; before the first the rule is passed over', () => {
    expect(outcome({ ...LOUD, last_replan_added_papers: 1 })).toEqual(['proceed', 'saturation']);
    expect(outcome({ ...LOUD, last_replan_added_papers: 2 })).toEqual(['widen', 'missing_perspective']);
    expect(outcome({ ...LOUD, last_replan_added_papers: null })).toEqual(['widen', 'missing_perspective']);
  });

  test('a missing perspective goes before a contradiction, a contradiction before deeper reading', () => {
    expect(outcome({ under_evidenced: ['b'], under_read: ['c'] })).toEqual(['widen', 'under_evidenced_contradiction']);
    expect(outcome({ under_read: ['c'] })).toEqual(['deepen', 'under_read']);
    expect(outcome({})).toEqual(['proceed', 'nothing_to_do']);
  });

  test('the cap goes before the budget, the budget before saturation', () => {
    expect(outcome({ iteration: 3, tokens_used: 900, last_replan_added_papers: 0 })).toEqual([
      'proceed',
      'iteration_cap',
    ]);
    expect(outcome({ tokens_used: 900, last_replan_added_papers: 0 })).toEqual(['proceed', 'budget']);
  });

  test('without a paper budget there is nothing to deepen into', () => {
    expect(outcome({ under_read: ['c'], paper_budget_left: 0 })).toEqual(['proceed', 'nothing_to_do']);
  });
});

describe('the scores', () => {
  test.each([
    [[], [], { SQ1: 2 }, 0],
    [['x'], [], { SQ1: 2 }, 0.5],
    [['x', 'y'], [], { SQ1: 2 }, 0.5],
    [[], ['x'], { SQ1: 2 }, 0.25],
    [[], [], { SQ1: 1, SQ2: 2 }, 0.125],
    [[], [], { SQ1: 0, SQ2: 1 }, 0.25],
    [['x'], ['y'], { SQ1: 0 }, 1],
    [[], [], {}, 0],
  ])('widen: missing %j, contested %j, coverage %j → %f', (critical_missing, under_evidenced, coverage, score) => {
    expect(widenScore({ critical_missing, under_evidenced, coverage })).toBe(score);
  });

  test.each([
    [0, 10, 0],
    [3, 10, 0.3],
    [10, 10, 1],
    [25, 10, 1],
    [2, 0, 0],
    [0, 0, 0],
  ])('deepen: %i under-read, %i left → %f', (count, paper_budget_left, score) => {
    expect(deepenScore({ under_read: Array(count).fill('p'), paper_budget_left })).toBe(score);
  });
});

describe('the close call', () => {
  const close = { critical_missing: ['x'], under_read: Array(4).fill('p') };

  test('asks when both scores are within 0.15 and more than half of the budget is left', () => {
    expect(decide(facts({ ...close, tokens_used: 499 }))).toMatchObject({
      widen: 0.5,
      deepen: 0.4,
      ask: true,
      decision: 'widen',
    });
    expect(decide(facts({ ...close, tokens_used: 500 })).ask).toBe(false);
  });

  test('a distance of exactly 0.15 is close, binary fractions notwithstanding', () => {
    expect(
      decide(facts({ critical_missing: ['x'], under_read: Array(65).fill('p'), paper_budget_left: 100 })).ask,
    ).toBe(true);
    expect(decide(facts({ critical_missing: ['x'], under_read: Array(7).fill('p'), paper_budget_left: 20 })).ask).toBe(
      true,
    );
    expect(
      decide(facts({ critical_missing: ['x'], under_read: Array(66).fill('p'), paper_budget_left: 100 })).ask,
    ).toBe(false);
  });

  test('does not ask when one of them is zero or when the rules proceed', () => {
    expect(decide(facts({ coverage: { SQ1: 0, SQ2: 5 }, under_read: [] })).ask).toBe(false);
    expect(decide(facts({ under_read: ['p'], paper_budget_left: 10 })).ask).toBe(false);
    expect(decide(facts({ ...close, iteration: 3 })).ask).toBe(false);
  });
});
