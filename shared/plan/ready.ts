import type { NodeStatus } from '../contracts/enums.ts';
import { byId, ROOT, type Vertex } from './graph.ts';

/** The seed's example, and our number of nodes a tick takes. */
export const MAX_PARALLEL_NODES = 4;

export interface StatusVertex extends Vertex {
  readonly status: NodeStatus;
}

/**
 * The nodes a tick takes: pending, everything they depend on is done, in plan order, at most `limit`. Never the root,
 * which the synthesis answers.
 */
export function readyNodes<T extends StatusVertex>(nodes: readonly T[], limit: number = MAX_PARALLEL_NODES): T[] {
  const index = byId(nodes);
  const isReady = (node: T) =>
    node.id !== ROOT && node.status === 'pending' && node.depends_on.every((id) => index.get(id)?.status === 'done');
  return [...index.values()].filter(isReady).slice(0, limit);
}

/** Whether discovery has nothing left to do: every sub-question is done, failed or skipped. */
export function isSettled(nodes: readonly StatusVertex[]): boolean {
  return nodes.every((node) => node.id === ROOT || !(node.status === 'pending' || node.status === 'running'));
}
