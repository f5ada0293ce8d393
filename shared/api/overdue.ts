import { RunMeta } from '../contracts/run.ts';
import { isOver, listQuestions } from '../run/questions.ts';
import { keys, ownerPk } from '../store/keys.ts';
import { isEnd, type Runs } from './run-status.ts';

/** Runs that wait for an answer which nobody gave in time, and that nobody executes: a resume takes the default. */
export async function overdueRuns({ runtime, executions, owner }: Runs): Promise<string[]> {
  const found: string[] = [];
  for (const line of await runtime.table.query({ pk: ownerPk(owner), prefix: 'RUN#' })) {
    if (isEnd(line.status)) continue;
    const slug = String(line.slug);
    const meta = RunMeta.safeParse(await runtime.table.get(keys.meta(owner, slug)));
    if (!meta.success || meta.data.status !== 'waiting') continue;
    if (!(await executions.hasEnded(owner, slug, meta.data.attempt))) continue;
    const open = (await listQuestions(runtime, owner, slug)).filter((question) => question.answer === null);
    if (open.some((question) => isOver(question, runtime.clock.wall()))) found.push(slug);
  }
  return found;
}
