import * as fc from 'fast-check';
import type { NodeStatus } from '../../../shared/contracts/enums.ts';
import type { PlanGraph, PlanNode } from '../../../shared/contracts/plan.ts';
import { buildPlan } from '../../../shared/plan/build.ts';

export const GOAL = { topic: 'how does X compare to Y?', question_shape: 'survey' } as const;

export function draft(id: string, depends_on: readonly string[] = [], question = `What is known about ${id}?`) {
  return { id, question, rationale: `why ${id}`, kind: 'theoretical', depends_on } as const;
}

/** A plan with the dependencies given: `plan({ SQ1: [], SQ2: ['SQ1'], SQ3: [] })`. */
export function plan(needs: Readonly<Record<string, readonly string[]>>): PlanGraph {
  return buildPlan({ nodes: Object.entries(needs).map(([id, on]) => draft(id, on)) }, GOAL);
}

export function withStatus(graph: PlanGraph, statuses: Readonly<Record<string, NodeStatus>>): PlanGraph {
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, status: statuses[node.id] ?? node.status })) };
}

export function nodeOf(graph: PlanGraph, id: string): PlanNode {
  const node = graph.nodes.find((other) => other.id === id);
  if (!node) throw new Error(`no ${id}`);
  return node;
}

/** Random valid plans: 3–8 sub-questions, each may depend on any earlier one in a shuffled order. */
export const anyPlan: fc.Arbitrary<PlanGraph> = fc
  .integer({ min: 3, max: 8 })
  .chain((count) =>
    fc.record({
      order: fc.shuffledSubarray(
        Array.from({ length: count }, (_, at) => at),
        { minLength: count, maxLength: count },
      ),
      links: fc.array(fc.array(fc.boolean(), { minLength: count, maxLength: count }), {
        minLength: count,
        maxLength: count,
      }),
    }),
  )
  .map(({ order, links }) =>
    plan(
      Object.fromEntries(
        order.map((rank, at) => {
          const on = order.flatMap((other, index) => (other < rank && links[at]![index] ? [`SQ${index + 1}`] : []));
          return [`SQ${at + 1}`, on];
        }),
      ),
    ),
  );

/** Random directed graphs, valid or not: unknown ids, self-loops, cycles and repeats included. */
export const anyGraph = fc.integer({ min: 0, max: 12 }).chain((count) =>
  fc.array(
    fc.record({
      id: fc.integer({ min: 0, max: count }).map((n) => (n === 0 ? 'root' : `SQ${n}`)),
      question: fc.constantFrom('why?', '', '  ', 'how?'),
      depends_on: fc.array(
        fc.integer({ min: 0, max: count + 1 }).map((n) => (n === 0 ? 'root' : `SQ${n}`)),
        { maxLength: 4 },
      ),
    }),
    { maxLength: count + 2 },
  ),
);

/** Runs a synchronous property. */
export function holds<T>(property: fc.IPropertyWithHooks<T>, numRuns = 100): void {
  const outcome = fc.check(property, { numRuns }) as fc.RunDetails<T>;
  if (outcome.failed) throw new Error(fc.defaultReportMessage(outcome) ?? 'the property does not hold');
}
