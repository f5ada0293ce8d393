import { contradictionsRole } from '../agents/contradictions/role.ts';
import { domainRole } from '../agents/domain/role.ts';
import type { ReadPaper } from '../agents/inputs.ts';
import { methodologyRole } from '../agents/methodology/role.ts';
import type { CriticName } from '../contracts/enums.ts';
import type { Goal } from '../contracts/run.ts';
import { findCandidates } from '../evidence/contradictions.ts';
import { renderContradictionsMd, renderDomainMapMd, renderMethodologyReviewMd } from '../present/analysis-md.ts';
import { worksOf } from '../present/reference.ts';
import { loadGraph } from '../run/graph-rows.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { ANALYSIS } from './analysis-paths.ts';
import { readCandidates, readCollation, readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { readPapers } from './papers.ts';
import { goalOf } from './plan.ts';

/** Stage 5: one critic. It reads notes and texts, and never edits the plan. */
export async function critique(step: StepContext, critic: CriticName): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  const papers = await readPapers(run);
  const records = (await readRecords(run)).map(({ record }) => record);
  const works = worksOf(
    records,
    papers.map(({ note }) => note),
  );
  await run.write(ANALYSIS[critic], await write(step, critic, goal, papers, works));
  return receipt(step.at, 'replan');
}

async function write(
  step: StepContext,
  critic: CriticName,
  goal: Goal,
  papers: readonly ReadPaper[],
  works: ReturnType<typeof worksOf>,
): Promise<string> {
  const { run, runtime } = step;
  if (critic === 'methodology') {
    return renderMethodologyReviewMd(await runtime.roles.run(methodologyRole, { goal, papers }, step), works);
  }
  const plan = await loadGraph(run);
  if (critic === 'contradictions') {
    const candidates = await findCandidates(papers, runtime.embedder);
    const records = (await readRecords(run)).map(({ record }) => record);
    const input = {
      goal,
      plan,
      papers,
      candidates,
      records: records.filter((r) => r.title !== null && r.url !== null),
    };
    const found = await runtime.roles.run(contradictionsRole, input, step);
    return renderContradictionsMd(found, works);
  }
  const collation = await readCollation(run);
  const read = new Set(papers.map(({ note }) => note.id));
  const record = new Map((await readRecords(run)).map((one) => [one.record.id, one.record]));
  const unread = (await readCandidates(run))
    .filter(({ id }) => !read.has(id))
    .map(({ id, score, sq }) => ({ record: record.get(id)!, score, sq }));
  const coverage = Object.fromEntries(Object.entries(collation.coverage).map(([id, { papers: n }]) => [id, n]));
  const input = { goal, plan, papers, unread, coverage, clusters: collation.clusters };
  return renderDomainMapMd(await runtime.roles.run(domainRole, input, step), works);
}
