import type { Depth, Kind, Source, Subfield } from '../contracts/enums.ts';
import { MODES } from '../contracts/run.ts';
import { route } from './route.ts';

/** One researcher to send, before its query is formulated. */
export interface PlannedDispatch {
  readonly node: string;
  readonly source: Source;
  readonly score: number;
}

export interface DispatchInput {
  /** In plan order: every node of the round, so that the cap is shared between its ticks. */
  readonly nodes: readonly { readonly id: string; readonly kind: Kind }[];
  readonly subfield: Subfield;
  readonly depth: Depth;
  /** Channels in use, `library` among them when one is there. */
  readonly sources: readonly Source[];
  readonly offline: boolean;
  /** What is left of the round's cap; left out: the whole, 15 (quick, standard) or 20 (deep). */
  readonly cap?: number;
}

/** The user's own library is no row of the table: it is asked for every node, and is the last to be given up. */
const LIBRARY_SCORE = 1;

/**
 * The researchers of a round, in plan order and best source first within a node. Over the cap the lowest-scored go
 * first, ties by plan order then source order (the later goes); every node keeps its best source, even over the cap.
 */
export function planDispatches(input: DispatchInput): PlannedDispatch[] {
  const cap = Math.max(0, input.cap ?? MODES[input.depth].dispatchCap);
  const wanted = input.nodes.map((node) => sourcesOf(node.id, node.kind, input));
  const best = wanted.flatMap((list) => list.slice(0, 1));
  // Plan order, then source order inside a node: the stable sort below keeps it among equals.
  const others = wanted.flatMap((list) => list.slice(1)).sort((a, b) => b.score - a.score);
  const kept = new Set([...best, ...others.slice(0, Math.max(0, cap - best.length))]);
  return wanted.flat().filter((dispatch) => kept.has(dispatch));
}

/** The part of a round's plan that belongs to the nodes of one tick. */
export function dispatchesOfTick(round: readonly PlannedDispatch[], nodes: readonly string[]): PlannedDispatch[] {
  return round.filter((dispatch) => nodes.includes(dispatch.node));
}

function sourcesOf(node: string, kind: Kind, input: DispatchInput): PlannedDispatch[] {
  const hasLibrary = input.offline || input.sources.includes('library');
  const routed = input.offline
    ? []
    : route(kind, input.subfield, input.depth, input.sources).filter((line) => line.selected);
  return [
    ...routed.map(({ source, score }): PlannedDispatch => ({ node, source, score })),
    ...(hasLibrary ? [{ node, source: 'library', score: LIBRARY_SCORE } as const] : []),
  ];
}
