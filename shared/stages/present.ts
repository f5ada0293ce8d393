import type { RunStatus } from '../contracts/enums.ts';
import type { PlanGraph } from '../contracts/plan.ts';
import { Synthesis } from '../contracts/synthesis.ts';
import { completeNode, startNode, withGraphStatus } from '../plan/transitions.ts';
import { summaryText } from '../present/summary-text.ts';
import { findGraph, saveGraph } from '../run/graph-rows.ts';
import { writeIndex } from '../run/index-file.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { listEvents } from '../run/transcript.ts';
import { keys } from '../store/keys.ts';
import { readAnalyses } from './analyses.ts';
import type { StepContext } from './context.ts';
import { writeExports } from './exports.ts';
import { factsOf } from './facts.ts';
import { goalOf } from './plan.ts';
import { writePlan } from './projections.ts';

/** Stage 8: exports and the summary. */
export async function present(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  await run.advance({ stage: 8, round: step.at.round, tick: step.at.tick });
  const quick = goal.depth === 'quick';
  const synthesis = quick ? null : await run.readJson('synthesis.json', Synthesis);
  const facts = await factsOf(step, goal, synthesis?.references.length ?? 0);
  const analyses = await readAnalyses(run);
  await completeGraph(step, synthesis);
  await writePlan(run, goal);
  await writeExports(step, facts, synthesis, analyses);
  await run.write(
    'summary.txt',
    summaryText({
      facts,
      synthesis,
      contradictions: analyses.contradictions.items.length,
      iterations: {
        discovery: facts.revisions.filter((one) => one.decision === 'widen').length + 1,
        replan: facts.revisions.length,
      },
      paths: { result: quick ? 'digest.md' : 'synthesis.md', plan: 'plan.md', transcript: 'transcript.jsonl' },
    }),
  );
  await run.changeMeta({ set: { papers: facts.counts.canonical } });
  return receipt(step.at, 'close');
}

/** The root is answered by the synthesis, whatever failed below it. */
async function completeGraph({ run }: StepContext, synthesis: Synthesis | null): Promise<void> {
  const before = await findGraph(run);
  if (!before || before.status === 'complete') return;
  let graph: PlanGraph = before.status === 'executing' ? withGraphStatus(before, 'finalizing') : before;
  const root = graph.nodes.find((node) => node.id === 'root')!;
  if (root.status === 'pending') graph = startNode(graph, 'root', 'synthesis');
  const summary = synthesis?.answer.map((sentence) => sentence.text).join(' ') ?? 'See digest.md.';
  if (root.status !== 'done')
    graph = completeNode(graph, 'root', { summary, evidence: [], partial: synthesis?.partial != null });
  await saveGraph(run, withGraphStatus(graph, 'complete'), before);
}

/**
 * The one place that writes the terminal status. The run's own row comes after every file: a run that says it has ended has
 * everything, and one that was cut off before that can be resumed. A list asks that row while the index row does not know.
 */
export async function close(step: StepContext): Promise<Receipt> {
  const { run, runtime } = step;
  const meta = await run.meta();
  const status = terminalStatus(meta.reason);
  const result = await resultOf(step);
  await run.event({
    stage: 8,
    event: status === 'failed' ? 'failed' : status === 'cancelled' ? 'cancelled' : 'complete',
    status,
  });
  const rows = await listEvents(runtime.table, run.owner, run.slug);
  await run.write('transcript.jsonl', `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  const index = keys.index(run.owner, meta.created, run.slug);
  await runtime.table.update(index, { set: { papers: meta.papers, synthesis: result } });
  await writeIndex(run, status);
  await run.changeMeta({ set: { status, ended: run.now() } });
  await runtime.table.update(index, { set: { status } });
  await writeIndex(run, status);
  return receipt(step.at, status === 'failed' ? 'failed' : 'done');
}

function terminalStatus(reason: string | null): RunStatus {
  if (reason === null) return 'complete';
  if (reason.startsWith('failed')) return 'failed';
  return reason === 'cancelled' ? 'cancelled' : 'partial';
}

async function resultOf({ run }: StepContext): Promise<string | null> {
  for (const path of ['synthesis.md', 'digest.md']) if (await run.exists(path)) return path;
  return null;
}
