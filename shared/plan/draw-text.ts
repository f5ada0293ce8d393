import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import { squeeze } from '../text/normalise.ts';
import { ROOT } from './graph.ts';

/**
 * The seed's tree: the root, then every sub-question in plan order with what it waits for and its status.
 *
 * @example
 * root: "how does X compare to Y?"
 * ├── SQ1: "what is X's indexing strategy?" [done]
 * └── SQ2: "what do users say?" [depends_on: SQ1] [pending]
 */
export function drawText(graph: PlanGraph): string {
  const root = graph.nodes.find((node) => node.id === ROOT);
  const inner = graph.nodes.filter((node) => node.id !== ROOT);
  const lines = inner.map((node, at) => `${at === inner.length - 1 ? '└──' : '├──'} ${lineOf(node)}`);
  return [`${ROOT}: ${quoted(root?.question ?? '')}`, ...lines].join('\n');
}

function lineOf(node: PlanNode): string {
  const needs = node.depends_on.length > 0 ? ` [depends_on: ${node.depends_on.join(', ')}]` : '';
  const partial = node.partial ? ' [partial]' : '';
  return `${node.id}: ${quoted(node.question)}${needs} [${node.status}]${partial}`;
}

function quoted(question: string): string {
  return `"${squeeze(question).replace(/"/g, "'")}"`;
}
