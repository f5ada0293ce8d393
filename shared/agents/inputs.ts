import type { Contradictions, DomainMap, MethodologyReview } from '../contracts/analysis.ts';
import type { Shape, Source, Subfield } from '../contracts/enums.ts';
import type { FindingPaper } from '../contracts/finding.ts';
import type { PaperNote } from '../contracts/note.ts';
import type { Evidence, PlanGraph, PlanNode } from '../contracts/plan.ts';
import type { PaperRecord, Post } from '../contracts/record.ts';
import type { Goal, RunRequest } from '../contracts/run.ts';
import type { Stopped } from '../contracts/synthesis.ts';
import type { StoredText } from '../contracts/text.ts';

/** The answer of a node that others depend on. */
export interface NodeAnswer {
  readonly node: string;
  readonly question: string;
  readonly summary: string;
  readonly evidence: readonly Evidence[];
}

export interface AmbiguityInput {
  readonly topic: string;
}
export interface Reading {
  readonly key: string;
  readonly label: string;
  readonly gloss: string;
}
/** No reading, or two or three: at most one question is asked. */
export interface AmbiguityResult {
  readonly readings: readonly Reading[];
}

export interface UnderstandInput {
  readonly topic: string;
  readonly request: RunRequest;
  readonly reading: string | null;
}
export interface Understanding {
  readonly restatement: string;
  readonly shape: Shape;
  readonly subfield: Subfield;
  /** What is compared, in the topic's words. */
  readonly subjects: readonly string[];
  /** Axes the user named; empty when a comparative topic names none. */
  readonly axes: readonly string[];
  readonly language: string;
}

export interface DecomposeInput {
  readonly goal: Goal;
  /** Why the last plan was rejected. */
  readonly rejected: string | null;
  /** Frequent phrases of the library around the topic, most telling first: approach families may be named after them. */
  readonly vocabulary?: readonly string[];
}
export interface DraftNode {
  readonly id: string;
  readonly question: string;
  readonly rationale: string;
  readonly kind: PlanNode['kind'];
  readonly depends_on: readonly string[];
}
/** Sub-questions only; the root is added by `shared/plan`. */
export interface DraftPlan {
  readonly nodes: readonly DraftNode[];
}

export interface FormulateInput {
  readonly goal: Goal;
  readonly node: PlanNode;
  readonly source: Source;
  readonly predecessors: readonly NodeAnswer[];
}
/** Plain keyphrases; each client turns them into its provider's syntax. */
export interface FormulatedQuery {
  readonly query: string;
}

export interface FindingInput {
  readonly goal: Goal;
  readonly node: PlanNode;
  readonly source: Source;
  readonly query: string;
  readonly papers: readonly PaperRecord[];
  readonly posts: readonly Post[];
}
export interface FindingSummary {
  readonly relevance: readonly { readonly id: string; readonly score: number }[];
  /** 3–5 sentences. */
  readonly summary: string;
  readonly key_results: readonly { readonly text: string; readonly ids: readonly string[] }[];
}

export interface AnswerInput {
  readonly goal: Goal;
  readonly node: PlanNode;
  readonly papers: readonly FindingPaper[];
  readonly posts: readonly Post[];
  readonly predecessors: readonly NodeAnswer[];
}
export interface AnswerResult {
  readonly summary: string;
  readonly evidence: readonly Evidence[];
}

export interface ReaderInput {
  readonly goal: Goal;
  readonly paper: PaperRecord;
  readonly text: StoredText;
  /** The nodes this paper informs. */
  readonly nodes: readonly PlanNode[];
}

/** A paper that was read, with the text its anchors point into. */
export interface ReadPaper {
  readonly note: PaperNote;
  readonly text: StoredText;
}

export interface DomainInput {
  readonly goal: Goal;
  readonly plan: PlanGraph;
  readonly papers: readonly ReadPaper[];
  /** Candidates that were not read, best first. */
  readonly unread: readonly { readonly record: PaperRecord; readonly score: number; readonly sq: readonly string[] }[];
  readonly coverage: Readonly<Record<string, number>>;
  readonly clusters: readonly { readonly label: string; readonly papers: readonly string[] }[];
}

export interface MethodologyInput {
  readonly goal: Goal;
  readonly papers: readonly ReadPaper[];
}

/** A pair that the model-free prefilter found worth a critic's look. */
export interface ContradictionCandidate {
  readonly kind: 'values' | 'conclusion' | 'contrast' | 'scope';
  readonly a: { readonly paper: string; readonly start: number; readonly end: number };
  readonly b: { readonly paper: string; readonly start: number; readonly end: number };
  readonly score: number;
  readonly cue: string;
}
export interface ContradictionInput {
  readonly goal: Goal;
  readonly plan: PlanGraph;
  readonly papers: readonly ReadPaper[];
  readonly candidates: readonly ContradictionCandidate[];
  /** Canonical records, the read ones included: a work known by its abstract alone may be a side. */
  readonly records?: readonly PaperRecord[];
}

export interface SynthesizeInput {
  readonly goal: Goal;
  readonly plan: PlanGraph;
  readonly papers: readonly ReadPaper[];
  /** Every canonical record of the run that has a title and a url, the read ones included. */
  readonly records: readonly PaperRecord[];
  readonly posts: readonly Post[];
  readonly contradictions: Contradictions;
  readonly domain: DomainMap;
  readonly methodology: MethodologyReview;
  readonly coverage: Readonly<Record<string, number>>;
  /** Candidates by score, best first. */
  readonly ranking: readonly { readonly id: string; readonly score: number; readonly sq: readonly string[] }[];
  readonly partial: Stopped | null;
  /** What the verifier found wrong with the first draft. */
  readonly problems: readonly string[];
}
