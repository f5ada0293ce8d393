import { componentsOf } from './components.ts';
import { byId, ROOT, type Vertex } from './graph.ts';

/**
 * Levels of the plan without its root: level 0 needs nothing, every other node stands one level above the highest it
 * depends on. Not capped; plan order inside a level. Nodes that wait for each other share a level, so that a plan with
 * a cycle can still be shown; dependencies outside the plan are passed over.
 */
export function wavesOf(nodes: readonly Vertex[]): string[][] {
  const inner = nodes.filter((node) => node.id !== ROOT);
  const index = byId(inner);
  const parts = componentsOf(inner);
  const partOf = new Map(parts.flatMap((part, at) => part.map((id): [string, number] => [id, at])));
  const needs = parts.map((part, at) => {
    const all = part.flatMap((id) => index.get(id)!.depends_on.map((needed) => partOf.get(needed)));
    return all.filter((needed): needed is number => needed !== undefined && needed !== at);
  });
  const level = new Map<number, number>();
  // The condensation has no cycle, so a pass settles at least one part and `parts.length` passes settle all.
  while (level.size < parts.length) {
    for (let at = 0; at < parts.length; at++) {
      if (level.has(at) || !needs[at]!.every((needed) => level.has(needed))) continue;
      level.set(at, 1 + Math.max(-1, ...needs[at]!.map((needed) => level.get(needed)!)));
    }
  }
  const waves: string[][] = [];
  for (const id of index.keys()) {
    const at = level.get(partOf.get(id)!)!;
    while (waves.length <= at) waves.push([]);
    waves[at]!.push(id);
  }
  return waves;
}

/** All ids of the plan but the root, each behind everything it depends on; ties in plan order. */
export function topologicalOrder(nodes: readonly Vertex[]): string[] {
  return wavesOf(nodes).flat();
}
