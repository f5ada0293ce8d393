import type { SynthesizeInput } from '../agents/inputs.ts';
import { synthesizeRole } from '../agents/synthesize/role.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { Synthesis } from '../contracts/synthesis.ts';
import { withGraphStatus } from '../plan/transitions.ts';
import { renderDigestMd } from '../present/digest-md.ts';
import { loadGraph, saveGraph } from '../run/graph-rows.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { readAnalyses } from './analyses.ts';
import { readCandidates, readCollation, readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { draftPath, readProblems } from './drafts.ts';
import { factsOf } from './facts.ts';
import { validFindings } from './findings.ts';
import { readPapers } from './papers.ts';
import { partialOf } from './partial.ts';
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
  // Where nothing was found there is nothing that a model could be paid to write from.
  const written =
    input.records.length + input.papers.length === 0
      ? await synthesizeRole.extract(input, { embedder: runtime.embedder })
      : await runtime.roles.run(synthesizeRole, input, step);
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
    partial: await partialOf(step),
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

/** Quick: top results per source, no synthesis. */
export async function writeDigest(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  await run.advance({ stage: 7, round: step.at.round, tick: step.at.tick });
  const facts = await factsOf(step, goal, 0);
  await run.write('digest.md', renderDigestMd({ facts, records: await citable(step), partial: await partialOf(step) }));
  await run.event({ stage: 7, round: step.at.round, event: 'stage_complete' });
  await run.advance({ stage: 8, round: step.at.round, tick: step.at.tick });
  return receipt(step.at, 'present');
}
