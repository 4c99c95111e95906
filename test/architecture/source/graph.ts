/** A directed graph: for each node, the nodes that it points to. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/**
 * Cycles as `a → b → a`, each the shortest one through its first node, so that every node on a cycle
 * appears in one of them. Empty if the graph has a topological order.
 */
export function cyclesIn(graph: Graph): string[] {
  const named = new Set<string>();
  return [...graph.keys()].sort().flatMap((node) => {
    if (named.has(node)) return [];
    const cycle = shortestCycle(graph, node);
    if (cycle === undefined) return [];
    for (const other of cycle) named.add(other);
    return [cycle.join(" → ")];
  });
}

/** Breadth first from a node back to itself. */
function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...pathTo(node, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(node: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(node);
  return before === undefined ? [node] : [...pathTo(before, cameFrom), node];
}
