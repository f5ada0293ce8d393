import type { CitationGraph } from '../../collate/graph/schema.ts';

/** A work in the picture, with its place; `x`, `y` and `r` in units of the drawing. */
export interface Placed {
  readonly id: string;
  readonly column: number;
  readonly pagerank: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Heading of each column, left to right: a year, a span of years, or `undated`. */
  readonly columns: readonly { readonly label: string; readonly x: number }[];
  readonly nodes: readonly Placed[];
  /** Edges between drawn nodes, citing first. */
  readonly edges: readonly (readonly [Placed, Placed])[];
}

const WIDTH = 860;
const COLUMNS = 6;
const TOP = 56;
const ROW = 34;
const SWEEPS = 8;
const RADIUS = { least: 3.5, most: 10.5 };

/**
 * Places the works of a run by time: older to the left, a column a year or a span of years, and inside a column so that what
 * cites each other stands at like heights (barycentre sweeps). The same graph gives the same picture.
 * @param most nodes drawn at most, by centrality
 */
export function layoutCitations(graph: CitationGraph, most: number): Layout {
  const drawn = graph.nodes
    .filter((node) => node.inRun)
    .sort((a, b) => b.pagerank - a.pagerank || (a.id < b.id ? -1 : 1))
    .slice(0, most);
  const spans = columnsOf(drawn.map((node) => node.year));
  const columnOf = (year: number | null) =>
    spans.findIndex((span) =>
      year === null ? span.from === null : span.from !== null && year >= span.from && year <= span.to,
    );
  const ids = new Set(drawn.map((node) => node.id));
  const edges = graph.edges.filter(([a, b]) => ids.has(a) && ids.has(b));
  const columns: string[][] = spans.map(() => []);
  for (const node of drawn) columns[columnOf(node.year)]!.push(node.id);
  const rows = sweep(columns, edges);
  const tallest = Math.max(1, ...columns.map((column) => column.length));
  const step = WIDTH / Math.max(1, spans.length);
  const top = Math.max(Number.MIN_VALUE, ...drawn.map((node) => node.pagerank));
  const placed = new Map<string, Placed>();
  for (const node of drawn) {
    const column = columnOf(node.year);
    const members = columns[column]!;
    const offset = ((tallest - members.length) * ROW) / 2;
    placed.set(node.id, {
      id: node.id,
      column,
      pagerank: node.pagerank,
      x: column * step + RADIUS.most + 4,
      y: TOP + offset + rows.get(node.id)! * ROW,
      r: RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(node.pagerank / top),
    });
  }
  return {
    width: WIDTH,
    height: TOP + tallest * ROW,
    columns: spans.map((span, at) => ({ label: labelOf(span), x: at * step + 4 })),
    nodes: drawn.map((node) => placed.get(node.id)!),
    edges: edges.map(([a, b]) => [placed.get(a)!, placed.get(b)!] as const),
  };
}

interface Span {
  readonly from: number | null;
  readonly to: number;
  readonly size: number;
}

/** One span a year; neighbours that hold fewest works are joined until there are few enough columns. */
function columnsOf(years: readonly (number | null)[]): Span[] {
  const known = years.filter((year) => year !== null).sort((a, b) => a - b);
  let spans: Span[] = [...new Set(known)].map((year) => ({
    from: year,
    to: year,
    size: known.filter((y) => y === year).length,
  }));
  const undated = years.length - known.length;
  const room = COLUMNS - (undated > 0 ? 1 : 0);
  while (spans.length > room) {
    let at = 0;
    for (let i = 1; i + 1 < spans.length; i++) {
      if (spans[i]!.size + spans[i + 1]!.size < spans[at]!.size + spans[at + 1]!.size) at = i;
    }
    const [a, b] = [spans[at]!, spans[at + 1]!];
    spans = [...spans.slice(0, at), { from: a.from, to: b.to, size: a.size + b.size }, ...spans.slice(at + 2)];
  }
  return undated > 0 ? [...spans, { from: null, to: 0, size: undated }] : spans;
}

function labelOf({ from, to }: Span): string {
  if (from === null) return 'undated';
  return from === to ? String(from) : `${from}–${to}`;
}

/** Orders each column by the mean height of its neighbours, a few times; returns each node's row. */
function sweep(columns: string[][], edges: readonly (readonly [string, string])[]): Map<string, number> {
  const near = new Map<string, string[]>();
  for (const [a, b] of edges) {
    near.set(a, [...(near.get(a) ?? []), b]);
    near.set(b, [...(near.get(b) ?? []), a]);
  }
  const rows = new Map<string, number>();
  const number = (column: readonly string[]) => {
    column.forEach((id, at) => {
      rows.set(id, at - (column.length - 1) / 2);
    });
  };
  columns.forEach(number);
  for (let n = 0; n < SWEEPS; n++) {
    for (const column of n % 2 === 0 ? columns : [...columns].reverse()) {
      const mean = new Map(
        column.map((id) => {
          const others = near.get(id) ?? [];
          const sum = others.reduce((all, other) => all + rows.get(other)!, 0);
          return [id, others.length === 0 ? rows.get(id)! : sum / others.length] as const;
        }),
      );
      column.sort((a, b) => mean.get(a)! - mean.get(b)! || (a < b ? -1 : 1));
      number(column);
    }
  }
  for (const column of columns) for (const [at, id] of column.entries()) rows.set(id, at);
  return rows;
}
