import { UsageError } from '../contracts/errors.ts';
import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import type { Goal } from '../contracts/run.ts';
import { buildPlan } from '../plan/build.ts';
import { PlanRejected } from '../plan/errors.ts';
import { nextNodeIds } from '../plan/insert.ts';

/**
 * Applies what the user said to the plan: `ok`, or edits separated by `;`: `drop SQ2`, `add <question>`,
 * `edit SQ1 <question>`, `axes performance, cost`. The edited plan obeys the same invariants.
 *
 * @throws {UsageError} for an edit that names no node, {@link PlanRejected} when the result is no plan
 */
export function editPlan(graph: PlanGraph, answer: string, goal: Pick<Goal, 'topic' | 'question_shape'>): PlanGraph {
  if (answer === 'ok') return graph;
  let nodes = graph.nodes.filter((node) => node.id !== 'root');
  for (const edit of answer.split(';').map((part) => part.trim())) {
    if (edit !== '' && edit !== 'ok') nodes = applied(nodes, edit);
  }
  return buildPlan({ nodes }, goal);
}

/** The axes that an answer names; null when it names none. */
export function axesOf(answer: string): string[] | null {
  const named = answer.split(';').flatMap((edit) => /^\s*axes\s+(.+)$/is.exec(edit)?.[1]?.split(',') ?? []);
  const axes = named.map((axis) => axis.trim()).filter((axis) => axis !== '');
  return axes.length === 0 ? null : axes;
}

/**
 * Tries an answer on the plan, so that what cannot be carried out is refused while somebody is there to say it better.
 * @throws {UsageError} saying what is wrong with it
 */
export function checkEdit(graph: PlanGraph, answer: string, goal: Pick<Goal, 'topic' | 'question_shape'>): void {
  try {
    editPlan(graph, answer, goal);
  } catch (cause) {
    if (!(cause instanceof PlanRejected)) throw cause;
    const ids = graph.nodes.filter((node) => node.id !== 'root').map((node) => node.id);
    throw new UsageError(
      `"${answer}" would leave no usable plan. ${cause.message} The plan has ${ids.join(', ')}; answer ok, or edit it otherwise.`,
      { cause },
    );
  }
}

function applied(nodes: PlanNode[], edit: string): PlanNode[] {
  const [verb, rest] = [edit.split(/\s+/)[0]!.toLowerCase(), edit.replace(/^\S+\s*/, '')];
  if (verb === 'add') {
    const question = need(rest, 'add Which systems use it?');
    const [id] = nextNodeIds(nodes, 1);
    return [...nodes, { ...nodes[0]!, id: id!, question, rationale: 'Added by the user.', depends_on: [] }];
  }
  if (verb === 'drop') {
    const id = known(nodes, rest);
    return nodes
      .filter((node) => node.id !== id)
      .map((node) => ({ ...node, depends_on: node.depends_on.filter((other) => other !== id) }));
  }
  if (verb === 'edit') {
    const id = known(nodes, rest.split(/\s+/)[0] ?? '');
    const question = need(rest.replace(/^\S+\s*/, ''), 'edit SQ1 How large is the gain?');
    return nodes.map((node) => (node.id === id ? { ...node, question } : node));
  }
  if (verb === 'axes') {
    const axes = `Axes: ${need(rest, 'axes performance, cost')}.`;
    // Said once, also when a crash has the edit made again.
    return nodes.map((node, at) =>
      at > 0 || node.rationale.endsWith(axes) ? node : { ...node, rationale: `${node.rationale} ${axes}` },
    );
  }
  throw new UsageError(`"${edit}" is no edit of a plan. Say ok, drop SQ2, add <question> or edit SQ1 <question>.`);
}

function known(nodes: readonly PlanNode[], id: string): string {
  const found = nodes.find((node) => node.id.toLowerCase() === id.trim().toLowerCase());
  if (!found)
    throw new UsageError(`The plan has no ${id || 'such'} sub-question; it has ${nodes.map((n) => n.id).join(', ')}.`);
  return found.id;
}

function need(text: string, example: string): string {
  if (text.trim() === '') throw new UsageError(`The edit says no question. For example: ${example}`);
  return text.trim();
}
