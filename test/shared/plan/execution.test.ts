import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanGraph } from '../../../shared/contracts/plan.ts';
import { IllegalTransition } from '../../../shared/plan/errors.ts';
import { isSettled, MAX_PARALLEL_NODES, readyNodes } from '../../../shared/plan/ready.ts';
import {
  completeNode,
  failNode,
  requeueNode,
  skipNode,
  startNode,
  withGraphStatus,
} from '../../../shared/plan/transitions.ts';
import { topologicalOrder, wavesOf } from '../../../shared/plan/waves.ts';
import { anyGraph, anyPlan, holds, nodeOf, plan, withStatus } from './support.ts';

const DONE = { summary: 'so it is', evidence: [], partial: false };
const ready = (graph: PlanGraph) => readyNodes(graph.nodes).map((node) => node.id);

describe('the ready set', () => {
  test('takes nodes whose needs are done, in plan order', () => {
    const graph = plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [], SQ4: ['SQ1', 'SQ3'] });
    expect(ready(graph)).toEqual(['SQ1', 'SQ3']);
    expect(ready(withStatus(graph, { SQ1: 'done', SQ3: 'running' }))).toEqual(['SQ2']);
    expect(ready(withStatus(graph, { SQ1: 'done', SQ3: 'done' }))).toEqual(['SQ2', 'SQ4']);
  });

  test('is capped at four', () => {
    const graph = plan({ SQ1: [], SQ2: [], SQ3: [], SQ4: [], SQ5: [], SQ6: [] });
    expect(MAX_PARALLEL_NODES).toBe(4);
    expect(ready(graph)).toEqual(['SQ1', 'SQ2', 'SQ3', 'SQ4']);
  });

  test('never holds the root, not even when all is done', () => {
    const graph = withStatus(plan({ SQ1: [], SQ2: [], SQ3: [] }), { SQ1: 'done', SQ2: 'done', SQ3: 'done' });
    expect(ready(graph)).toEqual([]);
    expect(isSettled(graph.nodes)).toBe(true);
  });

  test('a node behind a failed one is not ready', () => {
    expect(ready(withStatus(plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] }), { SQ1: 'failed', SQ3: 'done' }))).toEqual([]);
  });
});

describe('waves', () => {
  test('are levels, not capped, without the root', () => {
    const graph = plan({ SQ1: [], SQ2: [], SQ3: [], SQ4: [], SQ5: [], SQ6: ['SQ5'], SQ7: ['SQ6', 'SQ1'] });
    expect(wavesOf(graph.nodes)).toEqual([['SQ1', 'SQ2', 'SQ3', 'SQ4', 'SQ5'], ['SQ6'], ['SQ7']]);
  });

  test('nodes that wait for each other share one, so that a broken plan can be shown', () => {
    const nodes = [
      { id: 'SQ1', depends_on: ['SQ2'] },
      { id: 'SQ2', depends_on: ['SQ1'] },
      { id: 'SQ3', depends_on: ['SQ2', 'SQ9'] },
    ];
    expect(wavesOf(nodes)).toEqual([['SQ1', 'SQ2'], ['SQ3']]);
  });

  test('hold every node of any graph exactly once, behind what it needs', () => {
    holds(
      fc.property(anyGraph, (nodes) => {
        const flat = wavesOf(nodes).flat();
        expect([...flat].sort()).toEqual([...new Set(nodes.map((n) => n.id).filter((id) => id !== 'root'))].sort());
      }),
    );
    holds(
      fc.property(anyPlan, (graph) => {
        const order = topologicalOrder(graph.nodes);
        for (const node of graph.nodes) {
          if (node.id === 'root') continue;
          for (const need of node.depends_on) expect(order.indexOf(need)).toBeLessThan(order.indexOf(node.id));
        }
      }),
    );
  });
});

describe('transitions', () => {
  test('pending, running, done: the answer is stored', () => {
    let graph = startNode(plan({ SQ1: [], SQ2: [], SQ3: [] }), 'SQ1', '1.1.SQ1');
    expect(nodeOf(graph, 'SQ1')).toMatchObject({ status: 'running', assigned_subtask_id: '1.1.SQ1' });
    graph = completeNode(graph, 'SQ1', { ...DONE, partial: true });
    expect(nodeOf(graph, 'SQ1')).toMatchObject({ status: 'done', answer_summary: 'so it is', partial: true });
  });

  test('a failure skips all that need it, with the reason, and never the root', () => {
    let graph = plan({ SQ1: [], SQ2: ['SQ1'], SQ3: ['SQ2'], SQ4: [] });
    graph = failNode(startNode(graph, 'SQ1', 't'), 'SQ1', 'no source answered');
    expect(graph.nodes.map((node) => node.status)).toEqual(['pending', 'failed', 'skipped', 'skipped', 'pending']);
    expect(nodeOf(graph, 'SQ3').reason).toBe('SQ1 failed: no source answered');
    expect(nodeOf(graph, 'root').reason).toBeNull();
  });

  test.each([
    ['done before it ran', (g: PlanGraph) => completeNode(g, 'SQ1', DONE)],
    ['started before what it needs', (g: PlanGraph) => startNode(g, 'SQ2', 't')],
    ['started twice', (g: PlanGraph) => startNode(startNode(g, 'SQ1', 't'), 'SQ1', 't')],
    ['revived', (g: PlanGraph) => startNode(skipNode(g, 'SQ1', 'budget'), 'SQ1', 't')],
    ['the root skipped', (g: PlanGraph) => skipNode(g, 'root', 'budget')],
    ['the root started while a sub-question is open', (g: PlanGraph) => startNode(g, 'root', 't')],
    ['unknown', (g: PlanGraph) => startNode(g, 'SQ9', 't')],
    ['completed without being executed', (g: PlanGraph) => withGraphStatus(g, 'complete')],
  ])('%s is refused', (_, act) => {
    expect(() => act(plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] }))).toThrow(IllegalTransition);
  });

  test('the root is answered whatever failed below it', () => {
    let graph = plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] });
    graph = failNode(startNode(graph, 'SQ1', 't'), 'SQ1', 'gone');
    graph = failNode(startNode(graph, 'SQ3', 't'), 'SQ3', 'gone too');
    expect(nodeOf(completeNode(startNode(graph, 'root', 't'), 'root', DONE), 'root').status).toBe('done');
  });

  test('a resumed run takes a running node again', () => {
    const graph = requeueNode(startNode(plan({ SQ1: [], SQ2: [], SQ3: [] }), 'SQ2', 't'), 'SQ2');
    expect(nodeOf(graph, 'SQ2')).toMatchObject({ status: 'pending', assigned_subtask_id: null });
  });

  test('ticks settle any plan, whatever fails, and no node runs before what it needs', () => {
    holds(
      fc.property(anyPlan, fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), (start, fails) => {
        let graph = withGraphStatus(start, 'executing');
        let ticks = 0;
        for (let batch = ready(graph); batch.length > 0; batch = ready(graph)) {
          expect(batch.length).toBeLessThanOrEqual(4);
          for (const id of batch) graph = startNode(graph, id, `1.${++ticks}.${id}`);
          for (const id of batch) {
            const failed = fails[Number(id.slice(2)) - 1]!;
            graph = failed ? failNode(graph, id, 'by chance') : completeNode(graph, id, DONE);
          }
        }
        expect(isSettled(graph.nodes)).toBe(true);
        for (const node of graph.nodes) {
          if (node.id === 'root') continue;
          const needs = node.depends_on.map((id) => nodeOf(graph, id).status);
          if (node.status === 'skipped') expect(needs).toContainEqual(expect.stringMatching(/failed|skipped/));
          else expect(needs.every((status) => status === 'done')).toBe(true);
        }
      }),
    );
  });
});
