import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { planCheck, replanTool, routeTool } from '../../../shared/run/plan-tools.ts';

const node = (id: string, depends_on: string[] = [], status = 'pending') => ({
  id,
  question: `${id}?`,
  rationale: '',
  depends_on,
  status,
  kind: 'practical',
});

describe('tools plan check', () => {
  test('a cycle: the page’s example', () => {
    const plan = {
      root_id: 'root',
      nodes: [node('root', ['SQ3']), node('SQ1', ['SQ2']), node('SQ2', ['SQ1']), node('SQ3', ['SQ1'])],
    };
    expect(planCheck(plan)).toEqual({
      valid: false,
      errors: [{ code: 'cycle', nodes: ['SQ1', 'SQ2'] }],
      ready: [],
      waves: [['SQ1', 'SQ2'], ['SQ3']],
    });
  });

  test('a valid plan: ready capped at four, waves not', () => {
    const ids = ['SQ1', 'SQ2', 'SQ3', 'SQ4', 'SQ5'];
    const plan = { root_id: 'root', nodes: [node('root', ['SQ6']), ...ids.map((id) => node(id)), node('SQ6', ids)] };
    expect(planCheck(plan)).toEqual({ valid: true, errors: [], ready: ids.slice(0, 4), waves: [ids, ['SQ6']] });
  });

  test('status counts for the ready set', () => {
    const plan = {
      nodes: [node('root', ['SQ2', 'SQ3']), node('SQ1', [], 'done'), node('SQ2', ['SQ1']), node('SQ3', [], 'failed')],
    };
    expect(planCheck(plan).ready).toEqual(['SQ2']);
  });

  test('takes the seed’s map of nodes and nodes that leave fields out', () => {
    const plan = {
      nodes: {
        root: { question: 'r', depends_on: ['a', 'b', 'c'] },
        a: { question: 'a' },
        b: { question: 'b' },
        c: { question: 'c' },
      },
    };
    expect(planCheck(plan)).toMatchObject({ valid: true, ready: ['a', 'b', 'c'] });
    expect(planCheck({ nodes: [{ id: 'root', depends_on: [] }] }).errors.map((error) => error.code)).toEqual([
      'empty_question',
      'too_few',
    ]);
  });

  test.each([
    null,
    3,
    [],
    {},
    { nodes: 'x' },
    { nodes: [{ question: 'no id' }] },
    { nodes: [{ id: 'a', depends_on: 'b' }] },
    { nodes: [{ id: 'a', status: 'odd' }] },
  ])('what is no plan is refused (%#)', (input) => {
    expect(() => planCheck(input)).toThrow(UsageError);
  });

  test('the message names the place, in a list and in a map', () => {
    expect(() => planCheck({ nodes: [{ id: 'a', status: 'odd' }] })).toThrow('nodes[0].status');
    expect(() => planCheck({ nodes: { root: { depends_on: 'b' } } })).toThrow('nodes[0].depends_on');
    expect(() => planCheck({ nodes: { root: 7 } })).toThrow('nodes[0]');
  });
});

describe('tools route', () => {
  test('lists all sources, best first, and marks those used', () => {
    expect(routeTool({ kind: 'sota', subfield: 'ml', depth: 'standard' })).toEqual([
      { source: 'arxiv', score: 1, selected: true },
      { source: 'community', score: 0.9, selected: true },
      { source: 'github', score: 0.8, selected: true },
      { source: 'web', score: 0.6 },
      { source: 'scholarly', score: 0.4 },
    ]);
  });

  test.each([
    { subfield: 'ml', depth: 'deep' },
    { kind: 'odd', subfield: 'ml', depth: 'deep' },
    { kind: 'sota', subfield: 'ai', depth: 'deep' },
    { kind: 'sota', subfield: 'ml', depth: 'x' },
  ])('an unknown or missing value is refused with the known ones (%#)', (options) => {
    expect(() => routeTool(options)).toThrow(/Known: /);
  });
});

describe('tools replan', () => {
  const facts = {
    depth: 'standard',
    iteration: 1,
    tokens_used: 0,
    budget: 100,
    last_replan_added_papers: null,
    critical_missing: ['x'],
    under_evidenced: [],
    under_read: ['p'],
    paper_budget_left: 10,
    coverage: { SQ1: 3 },
  };

  test('answers as the page’s example', () => {
    expect(replanTool(facts)).toEqual({
      decision: 'proceed',
      reason: 'iteration_cap',
      widen: 0.5,
      deepen: 0.1,
      ask: false,
    });
  });

  test('what is left out stops nothing', () => {
    expect(replanTool({ depth: 'deep', budget: 10 })).toEqual({
      decision: 'proceed',
      reason: 'nothing_to_do',
      widen: 0,
      deepen: 0,
      ask: false,
    });
  });

  test.each([
    null,
    {},
    { ...facts, budget: 0 },
    { ...facts, depth: 'x' },
    { ...facts, coverage: [1] },
    { ...facts, iteration: -1 },
  ])('facts that cannot be used are refused (%#)', (input) => {
    expect(() => replanTool(input)).toThrow(UsageError);
  });
});
