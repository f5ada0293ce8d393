import * as z from 'zod';
import { NodeId } from './ids.ts';
import { Anchor, Cell } from './note.ts';

/** The span of one source a sentence rests on. */
export const Support = z.object({ paper: z.string(), anchor: Anchor, score: z.number().min(0).max(1) });
export type Support = z.infer<typeof Support>;

export const Mark = z.enum([
  'single-source',
  'preprint',
  'abstract-only',
  'unsupported',
  'unknown-citation',
  'retracted',
  'offline',
]);
export type Mark = z.infer<typeof Mark>;

/**
 * One sentence of the synthesis. `voice` tells our sentence from a source's: a `quote` is verbatim and stands in
 * quotation marks, `ours` is Plumbline's own wording.
 */
export const Sentence = z.object({
  text: z.string().min(1),
  voice: z.enum(['ours', 'quote']),
  /** Record ids, each one of the run's; none for a sentence of arrangement. */
  cites: z.array(z.string()),
  support: z.array(Support),
  verdict: z.enum(['supported', 'weak', 'unsupported', 'not-needed']),
  marks: z.array(Mark),
});
export type Sentence = z.infer<typeof Sentence>;

export const SynthesisSection = z.object({ sq: NodeId, heading: z.string(), paragraphs: z.array(z.array(Sentence)) });

/** Of a run that was stopped: why and where, what it did not get to, and the command that goes on. */
export const Stopped = z.object({ reason: z.string(), undone: z.array(z.string()), resume: z.string().optional() });
export type Stopped = z.infer<typeof Stopped>;

/** `synthesis.json`, from which the Markdown and the HTML report are drawn. */
export const Synthesis = z.object({
  topic: z.string(),
  writer: z.string(),
  partial: Stopped.nullable(),
  answer: z.array(Sentence),
  /** At most three one-line findings for the end of the run. */
  top_findings: z.array(Sentence),
  unanswered: z.array(z.object({ sq: NodeId.nullable(), text: z.string() })),
  sections: z.array(SynthesisSection),
  table: z.array(z.object({ paper: z.string(), method: Cell, data: Cell, measure: Cell, result: Cell })),
  tensions: z.array(z.object({ id: z.string(), sentences: z.array(Sentence) })),
  gaps: z.array(Sentence),
  reading_list: z.array(z.object({ paper: z.string(), reason: z.string() })),
  /** Cited records in order of first citation: reference number = position + 1. */
  references: z.array(z.string()),
});
export type Synthesis = z.infer<typeof Synthesis>;
