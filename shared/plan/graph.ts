/** What the graph functions need of a node. */
export interface Vertex {
  readonly id: string;
  readonly depends_on: readonly string[];
}

/** From the node that is needed to the node that waits for it. */
export type Edge = readonly [from: string, to: string];

export const ROOT = 'root';

/** Nodes by id; of repeated ids the first one counts. */
export function byId<T extends { readonly id: string }>(nodes: readonly T[]): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const node of nodes) if (!found.has(node.id)) found.set(node.id, node);
  return found;
}

/** Known dependencies of a node, each once, in the order they were named. */
function known(node: Vertex, nodes: ReadonlyMap<string, Vertex>): string[] {
  return [...new Set(node.depends_on)].filter((id) => nodes.has(id));
}

/** The edges that `depends_on` implies, in plan order of the waiting node. Dependencies outside the plan give none. */
export function edgesOf(nodes: readonly Vertex[]): Edge[] {
  const index = byId(nodes);
  return [...index.values()].flatMap((node) => known(node, index).map((from): Edge => [from, node.id]));
}

/** Successors of every node in plan order: the nodes that wait for it. */
export function adjacencyOf(nodes: readonly Vertex[]): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>(nodes.map((node) => [node.id, []]));
  for (const [from, to] of edgesOf(nodes)) next.get(from)!.push(to);
  return next;
}

/** Every id that can be reached from `starts` by `step`, the starts included. */
function closure(starts: readonly string[], step: (id: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(starts);
  const todo = [...starts];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const next of step(id)) {
      if (seen.has(next)) continue;
      seen.add(next);
      todo.push(next);
    }
  }
  return seen;
}

/** The nodes that need `id`'s answer, directly or through others; `id` itself is not among them unless it waits for itself. */
export function descendantsOf(nodes: readonly Vertex[], id: string): ReadonlySet<string> {
  const next = adjacencyOf(nodes);
  return closure(next.get(id) ?? [], (at) => next.get(at) ?? []);
}

/** `id` and all it needs, directly or through others: what is reachable from it against the edges. */
export function ancestorsOf(nodes: readonly Vertex[], id: string): ReadonlySet<string> {
  const index = byId(nodes);
  return closure(index.has(id) ? [id] : [], (at) => {
    const node = index.get(at);
    return node ? known(node, index) : [];
  });
}

/** Nodes no other node waits for, the root apart, in plan order: what the root depends on. */
export function sinksOf(nodes: readonly Vertex[]): string[] {
  const inner = [...byId(nodes).values()].filter((node) => node.id !== ROOT);
  const needed = new Set(inner.flatMap((node) => node.depends_on.filter((id) => id !== node.id)));
  return inner.filter((node) => !needed.has(node.id)).map((node) => node.id);
}
