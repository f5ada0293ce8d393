import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeStatus } from '../../../shared/contracts/enums.ts';
import type { PlanGraph } from '../../../shared/contracts/plan.ts';
import { IllegalTransition, PlanRejected, StabilityBroken } from '../../../shared/plan/errors.ts';
import { descendantsOf, sinksOf } from '../../../shared/plan/graph.ts';
import { insertNodes, nextNodeIds, usableDependencies } from '../../../shared/plan/insert.ts';
import { checkPlan } from '../../../shared/plan/invariants.ts';
import { anyPlan, draft, holds, nodeOf, plan, withStatus } from './support.ts';

const CHAIN: PlanGraph = withStatus(plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [], SQ4: ['SQ3'] }), { SQ1: 'done' });

describe('insertion at a replan', () => {
  test('a child of a done node becomes a sink the root waits for', () => {
    const grown = insertNodes(CHAIN, [draft('SQ5', ['SQ1'])], 1);
    expect(nodeOf(grown, 'SQ5')).toMatchObject({ status: 'pending', revision: 1, depends_on: ['SQ1'] });
    expect(nodeOf(grown, 'root').depends_on).toEqual(['SQ2', 'SQ4', 'SQ5']);
    expect(CHAIN.nodes).toHaveLength(5);
  });

  test('a pending node apart from all done ones may wait for the addition', () => {
    const grown = insertNodes(CHAIN, [{ ...draft('SQ5'), required_by: ['SQ4'] }], 1);
    expect(nodeOf(grown, 'SQ4').depends_on).toEqual(['SQ3', 'SQ5']);
    expect(nodeOf(grown, 'root').depends_on).toEqual(['SQ2', 'SQ4']);
  });

  test('a descendant of a done node keeps its dependencies', () => {
    expect(() => insertNodes(CHAIN, [{ ...draft('SQ5'), required_by: ['SQ2'] }], 1)).toThrow(StabilityBroken);
  });

  test('a done node keeps its dependencies', () => {
    expect(() => insertNodes(CHAIN, [{ ...draft('SQ5'), required_by: ['SQ1'] }], 1)).toThrow(StabilityBroken);
  });

  test('an addition that closes a circle or needs an unknown node is rejected', () => {
    expect(() => insertNodes(CHAIN, [{ ...draft('SQ5', ['SQ4']), required_by: ['SQ3'] }], 1)).toThrow(PlanRejected);
    expect(() => insertNodes(CHAIN, [draft('SQ5', ['SQ77'])], 1)).toThrow(/unknown_dependency/);
    expect(() => insertNodes(CHAIN, [draft('SQ1')], 1)).toThrow(/duplicate_id/);
  });

  test('an addition behind a failed node is skipped at once, with the reason', () => {
    const failed = withStatus(CHAIN, { SQ3: 'failed', SQ4: 'skipped' });
    expect(nodeOf(insertNodes(failed, [draft('SQ5', ['SQ3'])], 1), 'SQ5')).toMatchObject({
      status: 'skipped',
      reason: 'SQ3 failed',
    });
    expect(usableDependencies(failed.nodes, ['SQ1', 'SQ3', 'SQ4', 'SQ9', 'root', 'SQ1'])).toEqual(['SQ1']);
  });

  test('an ended plan takes none', () => {
    expect(() => insertNodes({ ...CHAIN, status: 'complete' }, [draft('SQ5')], 1)).toThrow(IllegalTransition);
  });

  test('ids go on behind the highest', () => {
    expect(nextNodeIds(CHAIN.nodes, 2)).toEqual(['SQ5', 'SQ6']);
    expect(nextNodeIds([{ id: 'SQ11' }, { id: 'root' }], 1)).toEqual(['SQ12']);
  });

  test('over random plans: valid afterwards, and what done nodes lead to is untouched', () => {
    const someStatus = fc.array(fc.constantFrom<NodeStatus>('pending', 'done'), { minLength: 8, maxLength: 8 });
    const someLinks = fc.array(fc.record({ on: fc.nat(7), by: fc.nat(7), uses: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    });
    holds(
      fc.property(anyPlan, someStatus, someLinks, (bare, statuses, links) => {
        const graph = withStatus(bare, Object.fromEntries(statuses.map((status, at) => [`SQ${at + 1}`, status])));
        const count = graph.nodes.length - 1;
        const ids = nextNodeIds(graph.nodes, links.length);
        const additions = links.map((link, at) => ({
          ...draft(ids[at]!, [`SQ${1 + (link.on % count)}`]),
          required_by: link.uses ? [`SQ${1 + (link.by % count)}`] : [],
        }));
        let grown: PlanGraph;
        try {
          grown = insertNodes(graph, additions, 1);
        } catch (error) {
          if (error instanceof PlanRejected || error instanceof StabilityBroken) return;
          throw error;
        }
        expect(checkPlan(grown.nodes).valid).toBe(true);
        expect(nodeOf(grown, 'root').depends_on).toEqual(sinksOf(grown.nodes));
        for (const done of graph.nodes.filter((node) => node.status === 'done')) {
          for (const id of descendantsOf(graph.nodes, done.id)) {
            if (id !== 'root') expect(nodeOf(grown, id).depends_on).toEqual(nodeOf(graph, id).depends_on);
          }
        }
      }),
    );
  });
});
