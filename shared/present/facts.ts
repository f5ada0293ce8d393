import type { Finding } from '../contracts/finding.ts';
import type { PlanGraph, Revision } from '../contracts/plan.ts';
import type { Goal } from '../contracts/run.ts';

/** How many records each step of the run kept or set aside: the flow diagram of the methodology. */
export interface FlowCounts {
  /** Records returned by all sources, repeats included. */
  readonly found: number;
  /** Merged into another record as the same work. */
  readonly duplicates: number;
  readonly outOfHorizon: number;
  /** Left out because a hard horizon cannot be checked without a date. */
  readonly undated: number;
  /** Left out by the user's own list, withdrawn, or unusable. */
  readonly excluded: number;
  /** Distinct works after merging. */
  readonly canonical: number;
  readonly candidates: number;
  readonly read: number;
  readonly cited: number;
}

/** Name of the library that ships with Plumbline, whose abstracts are our own. */
export const STARTER_LIBRARY = 'starter library';

/** Something that did not work: a source, a reader, a step. */
export interface RunFailure {
  /** `arxiv for SQ2`, `reader of arxiv:2307.08691`. */
  readonly where: string;
  readonly reason: string;
}

/** What the methodology, the digest, the summary and the report say about how the run went. */
export interface RunFacts {
  readonly goal: Goal;
  readonly plan: PlanGraph;
  readonly revisions: readonly Revision[];
  readonly findings: readonly Finding[];
  readonly counts: FlowCounts;
  readonly failures: readonly RunFailure[];
  readonly warnings: readonly string[];
  readonly cost: { readonly tokens: number; readonly currency: number; readonly calls: number };
  readonly library: { readonly name: string; readonly records: number } | null;
  /** `extractive`, or the provider and models that wrote. */
  readonly model: string;
  /** From the injected clock only; left out of deterministic artefacts otherwise. */
  readonly generated?: string;
}
