import type { Synthesis } from '../contracts/synthesis.ts';
import { oneLine } from './escape.ts';
import type { RunFacts } from './facts.ts';
import { subQuestions } from './methodology-md.ts';
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
    `  Sources: ${sourceBreakdown(facts)}`,
    `  Contradictions surfaced: ${input.contradictions}`,
    `  Iterations: ${input.iterations.discovery} discovery, ${input.iterations.replan} replan`,
    '',
    `${label}${paths.result}`,
    `Plan:       ${paths.plan}`,
    `Transcript: ${paths.transcript}`,
  ];
  if (synthesis !== null && synthesis.top_findings.length > 0) {
    lines.push('', `Top ${synthesis.top_findings.length} findings:`);
    synthesis.top_findings.forEach((finding, at) => {
      lines.push(`  ${at + 1}. ${oneLiner(finding, synthesis.references)}`);
    });
  }
  return `${lines.join('\n')}\n`;
}

/** Results per source over all findings, repeats included: `library 48, arxiv 12`. */
export function sourceBreakdown(facts: RunFacts): string {
  const totals = new Map<string, number>();
  for (const finding of facts.findings) {
    totals.set(finding.researcher, (totals.get(finding.researcher) ?? 0) + finding.results_count);
  }
  const parts = [...totals]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([source, n]) => `${source} ${n}`);
  return parts.length > 0 ? parts.join(', ') : 'none';
}
