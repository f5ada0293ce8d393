import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlanRejected } from '../../../shared/plan/errors.ts';
import { ancestorsOf, byId, sinksOf } from '../../../shared/plan/graph.ts';
import { assertPlan, type CheckedNode, checkPlan } from '../../../shared/plan/invariants.ts';
import { anyGraph, anyPlan, holds, plan } from './support.ts';

function node(id: string, depends_on: string[] = [], extra: Partial<CheckedNode> = {}): CheckedNode {
  return { id, question: `${id}?`, depends_on, ...extra };
}

const THREE = [node('root', ['SQ1', 'SQ2', 'SQ3']), node('SQ1'), node('SQ2'), node('SQ3')];

function codes(nodes: readonly CheckedNode[]) {
  return checkPlan(nodes).errors;
}

describe('checkPlan', () => {
  test('accepts three independent sub-questions below the root', () => {
    expect(checkPlan(THREE)).toEqual({ valid: true, errors: [] });
  });

  test.each([
    [
      'a cycle of two',
      [node('root', ['SQ3']), node('SQ1', ['SQ2']), node('SQ2', ['SQ1']), node('SQ3', ['SQ1'])],
      [{ code: 'cycle', nodes: ['SQ1', 'SQ2'] }],
    ],
    ['a node that waits for itself', [...THREE.slice(0, 3), node('SQ3', ['SQ3'])], [{ code: 'cycle', nodes: ['SQ3'] }]],
    [
      'a node that waits for the root',
      [...THREE.slice(0, 3), node('SQ3', ['root'])],
      [{ code: 'cycle', nodes: ['root', 'SQ3'] }],
    ],
    [
      'an unknown dependency',
      [...THREE.slice(0, 3), node('SQ3', ['SQ9'])],
      [{ code: 'unknown_dependency', nodes: ['SQ3'] }],
    ],
    [
      'a sink the root forgets',
      [node('root', ['SQ1', 'SQ2']), ...THREE.slice(1)],
      [{ code: 'unreachable', nodes: ['SQ3'] }],
    ],
    ['a repeated id', [...THREE, node('SQ2')], [{ code: 'duplicate_id', nodes: ['SQ2'] }]],
    [
      'two sub-questions',
      [node('root', ['SQ1', 'SQ2']), node('SQ1'), node('SQ2')],
      [{ code: 'too_few', nodes: ['SQ1', 'SQ2'] }],
    ],
    ['no root', THREE.slice(1), [{ code: 'bad_root', nodes: ['root'] }]],
    [
      'a blank question',
      [...THREE.slice(0, 3), node('SQ3', [], { question: ' \n' })],
      [{ code: 'empty_question', nodes: ['SQ3'] }],
    ],
    [
      'an unreachable cycle: both are said',
      [
        node('root', ['SQ3', 'SQ4', 'SQ5']),
        node('SQ1', ['SQ2']),
        node('SQ2', ['SQ1']),
        node('SQ3'),
        node('SQ4'),
        node('SQ5'),
      ],
      [
        { code: 'cycle', nodes: ['SQ1', 'SQ2'] },
        { code: 'unreachable', nodes: ['SQ1', 'SQ2'] },
      ],
    ],
  ])('rejects %s', (_, nodes, errors) => {
    expect(codes(nodes)).toEqual(errors);
  });

  test('eight sub-questions are the most for a first plan, nine are too many', () => {
    const ids = Array.from({ length: 9 }, (_, at) => `SQ${at + 1}`);
    const eight = [node('root', ids.slice(0, 8)), ...ids.slice(0, 8).map((id) => node(id))];
    const nine = [node('root', ids), ...ids.map((id) => node(id))];
    expect(codes(eight)).toEqual([]);
    expect(codes(nine)).toEqual([{ code: 'too_many', nodes: ids }]);
  });

  test('a revision may add three beside the eight, not four', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `SQ${at + 1}`);
    const grown = (count: number) => [
      node('root', ids.slice(0, count)),
      ...ids.slice(0, count).map((id, at) => node(id, [], { revision: at < 8 ? 0 : 1 })),
    ];
    expect(codes(grown(11))).toEqual([]);
    expect(codes(grown(12))).toEqual([{ code: 'too_many', nodes: ids.slice(8) }]);
  });

  test('a root by another name is a bad root', () => {
    expect(checkPlan(THREE, 'SQ1').errors).toEqual([{ code: 'bad_root', nodes: ['SQ1'] }]);
  });

  test('the rejection names every broken invariant', () => {
    expect(() => assertPlan([node('root', ['SQ1']), node('SQ1', ['SQ7'])])).toThrow(PlanRejected);
    expect(() => assertPlan([node('root', ['SQ1']), node('SQ1', ['SQ7'])])).toThrow(/too_few.*unknown_dependency/);
  });
});

describe('over random graphs', () => {
  test('every built plan is valid, and the root waits for exactly the sinks', () => {
    holds(
      fc.property(anyPlan, (graph) => {
        expect(checkPlan(graph.nodes).valid).toBe(true);
        expect(graph.nodes[0]!.depends_on).toEqual(sinksOf(graph.nodes));
      }),
    );
  });

  test('valid means: an order exists in which everything needed comes first, and the root reaches all', () => {
    holds(
      fc.property(anyGraph, (nodes) => {
        const { valid } = checkPlan(nodes);
        expect(valid).toBe(holdsByDefinition(nodes));
      }),
      400,
    );
  });

  test('closing any path back makes a cycle', () => {
    holds(
      fc.property(anyPlan, fc.nat(), (graph, pick) => {
        const waiting = graph.nodes.filter((n) => n.id !== 'root' && n.depends_on.length > 0);
        const last = waiting[pick % Math.max(1, waiting.length)];
        if (!last) return;
        const first = last.depends_on[0]!;
        const closed = graph.nodes.map((n) => (n.id === first ? { ...n, depends_on: [...n.depends_on, last.id] } : n));
        const cycle = checkPlan(closed).errors.find((error) => error.code === 'cycle');
        expect(cycle?.nodes).toEqual(expect.arrayContaining([first, last.id]));
      }),
    );
  });

  test('the order of the nodes does not change the verdict', () => {
    holds(
      fc.property(anyGraph, (nodes) => {
        const unique = [...byId(nodes).values()];
        const there = checkPlan(unique).errors.map((error) => [error.code, [...error.nodes].sort()]);
        const back = checkPlan([...unique].reverse()).errors.map((error) => [error.code, [...error.nodes].sort()]);
        const sorted = (list: unknown[]) => list.map((item) => JSON.stringify(item)).sort();
        expect(sorted(back)).toEqual(sorted(there));
      }),
    );
  });
});

/** The invariants spelled out again, by elimination instead of by components. */
function holdsByDefinition(nodes: readonly CheckedNode[]): boolean {
  const ids = nodes.map((n) => n.id);
  if (new Set(ids).size !== ids.length || !ids.includes('root')) return false;
  if (nodes.some((n) => n.question.trim() === '' || n.depends_on.some((id) => !ids.includes(id)))) return false;
  if (ids.length - 1 < 3 || ids.length - 1 > 8) return false;
  const settled = new Set<string>();
  for (let pass = 0; pass <= nodes.length; pass++) {
    for (const n of nodes) if (n.depends_on.every((id) => settled.has(id))) settled.add(n.id);
  }
  return settled.size === nodes.length && ancestorsOf(nodes, 'root').size === nodes.length;
}

test('a plan of the helper is what it says', () => {
  expect(plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] }).nodes.map((n) => n.depends_on)).toEqual([
    ['SQ2', 'SQ3'],
    [],
    ['SQ1'],
    [],
  ]);
});
