import type { Depth, Kind, Source, Subfield } from '../contracts/enums.ts';
import { MODES } from '../contracts/run.ts';

/** The columns of the routing table, in its order: ties go by it. */
export const ROUTED_SOURCES = ['arxiv', 'scholarly', 'web', 'community', 'github'] as const satisfies readonly Source[];
export type RoutedSource = (typeof ROUTED_SOURCES)[number];

/** One line of the routing: `selected` marks the sources that are used at this depth. */
export interface Route {
  readonly source: RoutedSource;
  /** 0–1, two decimals. */
  readonly score: number;
  readonly selected: boolean;
}

type Row = readonly [arxiv: number, scholarly: number, web: number, community: number, github: number];

/** The seed's source routing table. */
export const BASE: Readonly<Record<Kind, Row>> = {
  theoretical: [1.0, 0.9, 0.3, 0.2, 0.4],
  practical: [0.4, 0.5, 0.9, 0.9, 0.9],
  sota: [1.0, 0.4, 0.6, 0.8, 0.8],
  historical: [0.5, 1.0, 0.4, 0.1, 0.2],
  comparative: [0.6, 0.5, 0.8, 0.9, 0.9],
  practitioner: [0.1, 0.2, 0.9, 1.0, 0.8],
  mechanism: [0.9, 0.7, 0.5, 0.3, 0.7],
  'open-problems': [0.7, 0.6, 0.5, 0.6, 0.2],
};

type Bias = Readonly<Partial<Record<RoutedSource, number>>>;

/** The seed's subfield biases; the subfields it does not name have none. */
export const BIAS: Readonly<Record<Subfield, Bias>> = {
  ml: { arxiv: 0.1, community: 0.1 },
  systems: { github: 0.2 },
  theory: { scholarly: 0.2 },
  hci: { web: 0.1, community: 0.1 },
  security: { arxiv: 0.1, community: 0.1 },
  compilers: { arxiv: 0.1, github: 0.1 },
  pl: { arxiv: 0.1, github: 0.1 },
  distributed: {},
  graphics: {},
  db: {},
  networks: {},
};

/** Table value plus bias, clamped to 1, two decimals. */
export function routeScore(kind: Kind, subfield: Subfield, source: RoutedSource): number {
  const base = BASE[kind][ROUTED_SOURCES.indexOf(source)]!;
  return Math.round(Math.min(1, base + (BIAS[subfield][source] ?? 0)) * 100) / 100;
}

/**
 * All sources for a kind of question, best first, ties in column order. The top 3 (quick, standard) or 5 (deep) are
 * selected, of those that are `available`.
 */
export function route(
  kind: Kind,
  subfield: Subfield,
  depth: Depth,
  available: readonly Source[] = ROUTED_SOURCES,
): Route[] {
  const scored = ROUTED_SOURCES.map((source) => ({ source, score: routeScore(kind, subfield, source) }));
  // A stable sort keeps the column order among equals.
  const ordered = scored.sort((a, b) => b.score - a.score);
  const usable = ordered.filter((line) => available.includes(line.source));
  const used = new Set(usable.slice(0, MODES[depth].sourcesPerNode).map((line) => line.source));
  return ordered.map((line) => ({ ...line, selected: used.has(line.source) }));
}

/** Where to turn when a source persistently fails: what has not been tried, best first. */
export function alternates(
  kind: Kind,
  subfield: Subfield,
  tried: readonly Source[],
  available: readonly Source[] = ROUTED_SOURCES,
): RoutedSource[] {
  const open = route(kind, subfield, 'deep', available).map((line) => line.source);
  return open.filter((source) => available.includes(source) && !tried.includes(source));
}
