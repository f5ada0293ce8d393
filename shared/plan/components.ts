import { byId, type Vertex } from './graph.ts';

/**
 * Strongly connected components in plan order, each in plan order: sets of nodes that wait for each other. In a plan
 * without cycles every node is alone. Tarjan's algorithm, without recursion.
 */
export function componentsOf(nodes: readonly Vertex[]): string[][] {
  const index = byId(nodes);
  const order = new Map([...index.keys()].map((id, at) => [id, at]));
  const number = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];

  const enter = (id: string) => {
    number.set(id, number.size);
    low.set(id, number.get(id)!);
    open.push(id);
    isOpen.add(id);
    return { id, next: 0, needs: index.get(id)!.depends_on.filter((needed) => index.has(needed)) };
  };

  for (const start of index.keys()) {
    if (number.has(start)) continue;
    const path = [enter(start)];
    while (path.length > 0) {
      const frame = path.at(-1)!;
      const needed = frame.needs[frame.next++];
      if (needed === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(frame.id)!));
        if (low.get(frame.id) === number.get(frame.id)) found.push(close(frame.id));
      } else if (!number.has(needed)) {
        path.push(enter(needed));
      } else if (isOpen.has(needed)) {
        low.set(frame.id, Math.min(low.get(frame.id)!, number.get(needed)!));
      }
    }
  }
  const at = (id: string) => order.get(id)!;
  return found.map((part) => part.sort((a, b) => at(a) - at(b))).sort((a, b) => at(a[0]!) - at(b[0]!));

  function close(id: string): string[] {
    const part = open.splice(open.lastIndexOf(id));
    for (const member of part) isOpen.delete(member);
    return part;
  }
}

/** The components that are cycles: more than one node, or one that depends on itself. */
export function cyclesOf(nodes: readonly Vertex[]): string[][] {
  const index = byId(nodes);
  return componentsOf(nodes).filter((part) => part.length > 1 || index.get(part[0]!)!.depends_on.includes(part[0]!));
}
