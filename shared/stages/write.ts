import type { SynthesizeInput } from '../agents/inputs.ts';
import { synthesizeRole } from '../agents/synthesize/role.ts';
import type { PaperRecord } from '../contracts/record.ts';
import { type Goal, MODES } from '../contracts/run.ts';
import { Synthesis } from '../contracts/synthesis.ts';
import { withGraphStatus } from '../plan/transitions.ts';
import { renderDigestMd } from '../present/digest-md.ts';
import { findGraph, loadGraph, saveGraph } from '../run/graph-rows.ts';
import { readHalt } from '../run/halt.ts';
import type { RunHandle } from '../run/handle.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { stopWords } from '../run/stops.ts';
import { readAnalyses } from './analyses.ts';
import { readCandidates, readCollation, readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { draftPath, readProblems } from './drafts.ts';
import { factsOf } from './facts.ts';
import { validFindings } from './findings.ts';
import { readPapers } from './papers.ts';
import { goalOf } from './plan.ts';

/** Stage 7: one writer, on what the run has. Its second draft is told what the verifier found. */
export async function writeSynthesis(step: StepContext): Promise<Receipt> {
  const { run, runtime } = step;
  const goal = await goalOf(step);
  await run.advance({ stage: 7, round: step.at.round, tick: step.at.tick });
  // A run that was stopped gets here while batches are under way.
  if (step.at.draft === 0) await runtime.roles.callOff?.(run);
  const draft = step.at.draft + 1;
  const problems = step.at.draft === 0 ? [] : await readProblems(run, step.at.draft);
  const input = await synthesisInput(step, goal, problems);
  const written = await runtime.roles.run(synthesizeRole, input, step);
  await run.writeJson(draftPath(draft), Synthesis.parse(written));
  return receipt({ ...step.at, draft }, 'verify');
}

/** What the writer is given, and what the verifier checks against. */
export async function synthesisInput(
  step: StepContext,
  goal: Goal,
  problems: readonly string[],
): Promise<SynthesizeInput> {
  const { run } = step;
  const collated = await run.exists('collation.json');
  const records = await citable(step);
  const analyses = await readAnalyses(run);
  const graph = await loadGraph(run);
  if (graph.status === 'executing') await saveGraph(run, withGraphStatus(graph, 'finalizing'), graph);
  const coverage = collated ? (await readCollation(run)).coverage : {};
  const meta = await run.meta();
  return {
    goal,
    plan: graph,
    papers: await readPapers(run),
    records,
    posts: (await validFindings(run)).flatMap((finding) => finding.posts),
    contradictions: analyses.contradictions,
    domain: analyses.domain,
    methodology: analyses.methodology,
    coverage: Object.fromEntries(Object.entries(coverage).map(([id, one]) => [id, one.papers])),
    ranking: collated ? (await readCandidates(run)).map(({ id, score, sq }) => ({ id, score, sq })) : [],
    partial: meta.reason === null ? null : { reason: stopWords(meta.reason), undone: await undone(step) },
    problems,
  };
}

/** Records a synthesis may cite: canonical when stage 3 was reached, else as found. */
async function citable(step: StepContext): Promise<PaperRecord[]> {
  const { run } = step;
  if (await run.exists('collation.json')) {
    return (await readRecords(run))
      .map(({ record }) => record)
      .filter((record) => record.title !== null && record.url !== null);
  }
  const found = (await validFindings(run)).flatMap((finding) => finding.papers);
  const unique = [...new Map(found.map((paper) => [paper.id, paper])).values()];
  return unique.map(({ relevance_self_score: _score, abstract_missing: _missing, ...record }) => record);
}

/** What a stopped run did not get to, in the order it would have been done. */
export async function undone({ run }: StepContext): Promise<string[]> {
  const [graph, note, { request }] = [await findGraph(run), await readHalt(run), await run.meta()];
  const started = new Set(note?.nodes.filter(({ status }) => status === 'running').map(({ id }) => id));
  const open = (graph?.nodes ?? []).filter(
    ({ id, status }) => id !== 'root' && (started.has(id) || ['pending', 'running', 'skipped'].includes(status)),
  );
  const left = open.map(
    ({ id, question }) => `${id} was ${started.has(id) ? 'not answered' : 'not researched'}: ${question}`,
  );
  if (note === null) return left;
  const after = (stage: number, what: string) => {
    if (note.stage <= stage) left.push(what);
  };
  after(3, 'The works found were not all compared with each other and ranked.');
  if (request.depth === 'quick') return left;
  if (note.stage <= 4) left.push(...(await unread(run, MODES[request.depth].readBudget)));
  after(5, `The critics did not review what ${note.round > 1 ? 'the last round brought' : 'was read'}.`);
  after(6, 'Whether another round of search or reading is needed was not decided.');
  return left;
}

/** @param most papers that a run of this depth reads */
async function unread(run: RunHandle, most: number): Promise<string[]> {
  const read = (await readPapers(run)).length;
  if (read === 0) return ['No paper was read in depth.'];
  const planned = Math.min(most, (await readCandidates(run)).length);
  return read < planned ? [`${planned - read} of ${planned} papers were not read in depth.`] : [];
}

/** Quick: top results per source, no synthesis. */
export async function writeDigest(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  await run.advance({ stage: 7, round: step.at.round, tick: step.at.tick });
  const known = await factsOf(step, goal, 0);
  const { reason } = await run.meta();
  const left = reason === null ? [] : await undone(step);
  const facts = {
    ...known,
    warnings: [
      ...known.warnings,
      ...(reason === null ? [] : [`This digest is partial: the run was stopped (${reason}).`]),
      ...left,
    ],
  };
  await run.write('digest.md', renderDigestMd({ facts, records: await citable(step) }));
  await run.event({ stage: 7, round: step.at.round, event: 'stage_complete' });
  await run.advance({ stage: 8, round: step.at.round, tick: step.at.tick });
  return receipt(step.at, 'present');
}
