import type { PlanGraph, PlanNode, Revision } from '../contracts/plan.ts';
import type { Goal, Horizon } from '../contracts/run.ts';
import { squeeze } from '../text/normalise.ts';
import { drawText } from './draw-text.ts';
import { ROOT } from './graph.ts';
import { type Task, tasksOf } from './tasks.ts';

/** What was found for one sub-question. */
export interface NodeCoverage {
  readonly papers: number;
  readonly community: number;
  /** Paths of its findings below the run's folder. */
  readonly findings: readonly string[];
}

export interface PlanDocument {
  readonly goal: Goal;
  readonly graph: PlanGraph;
  /** ISO time at which the plan was made. */
  readonly generated: string;
  /** By node id; a missing node has found nothing yet. */
  readonly coverage: Readonly<Record<string, NodeCoverage>>;
  readonly revisions: readonly Revision[];
  /** Perspectives a critic missed, one line each. */
  readonly missing: readonly string[];
  /** The stage the run is in; 9 when it has ended. */
  readonly stage: number;
  /** The stage in which it was stopped; null when it was not. */
  readonly stopped: number | null;
}

/** `plan.md`: a projection of the table for people. Nothing reads it back. */
export function planMarkdown(document: PlanDocument): string {
  const { goal, graph } = document;
  const inner = graph.nodes.filter((node) => node.id !== ROOT);
  const first = inner.filter((node) => node.revision === 0);
  const parts = [
    [
      `# Research Plan: ${squeeze(goal.topic)}`,
      `Generated: ${document.generated}`,
      `Goal: ${squeeze(goal.restatement)}`,
      `Question shape: ${goal.question_shape}`,
      `CS subfield: ${goal.cs_subfield}`,
      `Time horizon: ${horizonText(goal.time_horizon)}`,
      `Depth: ${goal.depth}`,
      ...(goal.assumptions ?? []).map((line) => `Assumption: ${squeeze(line)}`),
    ].join('\n'),
    '## Sub-questions',
    ...(first.length === 0 ? ['(none)'] : first.map((node) => nodeBlock(node, document.coverage[node.id]))),
    ['## Plan as a tree', '', '```', drawText(graph), '```'].join('\n'),
    ['## Tasks', '', ...tasksOf(graph, goal.depth, document.stage, document.stopped).map(taskLine)].join('\n'),
    ...(document.missing.length > 0
      ? [['## Missing perspectives', '', ...document.missing.map((line) => `- ${squeeze(line)}`)].join('\n')]
      : []),
    ...document.revisions.map((revision) => revisionBlock(revision, inner, document.coverage)),
  ];
  return `${parts.join('\n\n')}\n`;
}

function nodeBlock(node: PlanNode, coverage: NodeCoverage | undefined): string {
  const found = coverage ?? { papers: 0, community: 0, findings: [] };
  const lines = [
    `### ${node.id}: ${squeeze(node.question)}`,
    `- Sources: ${node.sources.length > 0 ? node.sources.join(', ') : '(none)'}`,
    `- Status: ${node.status}${node.partial ? ' (partial)' : ''}`,
    `- Coverage: ${found.papers} papers, ${found.community} community`,
    `- Findings: ${found.findings.length > 0 ? found.findings.join(', ') : '(none yet)'}`,
  ];
  if (node.depends_on.length > 0) lines.push(`- Depends on: ${node.depends_on.join(', ')}`);
  if (node.rationale !== '') lines.push(`- Why: ${squeeze(node.rationale)}`);
  if (node.reason !== null) lines.push(`- Reason: ${squeeze(node.reason)}`);
  return lines.join('\n');
}

function taskLine(task: Task): string {
  const mark = task.status === 'done' ? 'x' : ' ';
  const subject = task.subject.startsWith(`${task.id}:`) ? task.subject : `${task.id}: ${task.subject}`;
  const blockers = task.blocked_by.length > 0 ? ` (blocked by ${task.blocked_by.join(', ')})` : '';
  return `- [${mark}] ${subject} [${task.status}]${blockers}`;
}

/** A `## Revision N` block with the definitions of the sub-questions it added. */
function revisionBlock(
  revision: Revision,
  inner: readonly PlanNode[],
  coverage: Readonly<Record<string, NodeCoverage>>,
): string {
  const head = [
    `## Revision ${revision.number} (${revision.ts})`,
    `Trigger: ${squeeze(revision.trigger)}`,
    `Added: ${revision.added.length > 0 ? revision.added.join(', ') : '(none)'}`,
    `Removed: ${revision.removed.length > 0 ? revision.removed.join(', ') : '(none)'}`,
    `Reason: ${squeeze(revision.reason)}`,
  ].join('\n');
  const added = inner.filter((node) => node.revision === revision.number);
  return [head, ...added.map((node) => nodeBlock(node, coverage[node.id]))].join('\n\n');
}

/** `2021 to 2026 (preferred)`; an open end is written out. */
export function horizonText(horizon: Horizon): string {
  if (horizon.from === null && horizon.to === null) return 'unbounded';
  const rule = { hard: 'hard', hard_live: 'hard for live sources', preferred: 'preferred' }[horizon.rule];
  return `${horizon.from ?? 'the beginning'} to ${horizon.to ?? 'today'} (${rule})`;
}
