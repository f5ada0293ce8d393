import type { Sentence, Synthesis } from '../contracts/synthesis.ts';
import { oneLine } from './escape.ts';
import type { RunFacts } from './facts.ts';
import { subQuestions } from './methodology-md.ts';
import { subjectOf } from './names.ts';
import { oneLiner } from './synthesis-md.ts';

export interface SummaryInput {
  readonly facts: RunFacts;
  /** null in quick mode and when the run ended before it was written. */
  readonly synthesis: Synthesis | null;
  readonly contradictions: number;
  readonly iterations: { readonly discovery: number; readonly replan: number };
  readonly paths: { readonly result: string; readonly plan: string; readonly transcript: string };
}

/** The summary of stage 8, line for line as the seed prints it; a quick run names its digest instead of a synthesis. */
export function summaryText(input: SummaryInput): string {
  const { facts, synthesis, paths } = input;
  const nodes = subQuestions(facts);
  const added = nodes.filter((node) => node.revision > 0).length;
  const label = facts.goal.depth === 'quick' ? 'Digest:     ' : 'Synthesis:  ';
  const lines = [
    `Research complete: ${oneLine(facts.goal.topic)} (depth=${facts.goal.depth})`,
    `  Sub-questions: ${nodes.length} (${added} added during replan)`,
    `  Papers: ${facts.counts.canonical} (${facts.counts.read} deep-read)`,
    `  Sources: ${sourceBreakdown(facts, synthesis)}`,
    `  Contradictions surfaced: ${input.contradictions}`,
    `  Iterations: ${input.iterations.discovery} discovery, ${input.iterations.replan} replan`,
    '',
    `${label}${paths.result}`,
    `Plan:       ${paths.plan}`,
    `Transcript: ${paths.transcript}`,
  ];
  if (synthesis !== null && synthesis.top_findings.length > 0) {
    lines.push('', `Top ${synthesis.top_findings.length} findings:`);
    synthesis.top_findings.forEach((one, at) => {
      lines.push(`  ${at + 1}. ${finding(one, facts, synthesis.references)}`);
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Distinct works and posts of each source, and how many of the works are cited: `library 20 works (16 cited)`. */
export function sourceBreakdown({ findings }: Pick<RunFacts, 'findings'>, synthesis: Synthesis | null): string {
  const cited = new Set(synthesis?.references);
  const bySource = Map.groupBy(findings, (finding) => finding.researcher);
  const parts = [...bySource].map(([source, own]) => {
    const works = new Map(own.flatMap(({ papers }) => papers).map((paper) => [paper.id, paper.ids]));
    const posts = new Set(own.flatMap((finding) => finding.posts).map(({ id }) => id)).size;
    const used = [...works].filter(([id, ids]) => [id, ...ids].some((one) => cited.has(one))).length;
    const told = [
      ...(works.size > 0 || posts === 0 ? [counted(works.size, 'work')] : []),
      ...(posts > 0 ? [counted(posts, 'post')] : []),
    ].join(' and ');
    return { source, size: works.size + posts, text: `${source} ${told}${used > 0 ? ` (${used} cited)` : ''}` };
  });
  parts.sort((a, b) => b.size - a.size || (a.source < b.source ? -1 : 1));
  return parts.length > 0 ? parts.map(({ text }) => text).join(', ') : 'none';
}

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;

/** A finding as it is read alone: behind what it is about, where its own words do not say so. */
function finding(sentence: Sentence, { findings }: Pick<RunFacts, 'findings'>, references: readonly string[]): string {
  const line = oneLiner(sentence, references);
  const work = findings
    .flatMap(({ papers }) => papers)
    .find(({ id, ids }) => sentence.cites[0] !== undefined && [id, ...ids].includes(sentence.cites[0]));
  const subject = sentence.voice === 'ours' || !work?.title ? null : subjectOf(work.title, sentence.text);
  return subject === null ? line : `${subject}: ${line}`;
}
