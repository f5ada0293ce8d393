/** An edge from the citing to the cited. */
export type Edge = readonly [from: string, to: string];

/** Order of code units: the same on every machine, unlike a locale's. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function compareEdges(a: Edge, b: Edge): number {
  return compareText(a[0], b[0]) || compareText(a[1], b[1]);
}
