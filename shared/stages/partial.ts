import { STAGES } from '../contracts/enums.ts';
import { MODES } from '../contracts/run.ts';
import type { Stopped } from '../contracts/synthesis.ts';
import { findGraph } from '../run/graph-rows.ts';
import { type Halt, readHalt } from '../run/halt.ts';
import type { RunHandle } from '../run/handle.ts';
import { stopWords } from '../run/stops.ts';
import { readCandidates } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { readPapers } from './papers.ts';

/** Why and where a run was stopped, and what it did not get to; null for one that was not. */
export async function partialOf({ run }: StepContext): Promise<Stopped | null> {
  const { reason } = await run.meta();
  if (reason === null) return null;
  const note = await readHalt(run);
  return {
    reason: `${stopWords(reason)}${note === null ? '' : whereOf(note)}`,
    undone: await undone(run, note),
    resume: `plumbline resume ${run.slug}${reason === 'budget' ? ' --budget=<N>k-tokens' : ''}`,
  };
}

function whereOf({ stage, round }: Halt): string {
  return ` in stage ${stage} (${STAGES[stage]})${round > 1 ? `, round ${round}` : ''}`;
}

/** What was not done, in the order it would have been done. */
async function undone(run: RunHandle, note: Halt | null): Promise<string[]> {
  const [graph, { request }] = [await findGraph(run), await run.meta()];
  const started = new Set(note?.nodes.filter(({ status }) => status === 'running').map(({ id }) => id));
  const open = (graph?.nodes ?? []).filter(
    ({ id, status }) => id !== 'root' && (started.has(id) || ['pending', 'running', 'skipped'].includes(status)),
  );
  const left = open.map(
    ({ id, question }) => `${id} was ${started.has(id) ? 'not answered' : 'not researched'}: ${question}`,
  );
  if (note === null) return left;
  if (note.stage < 2) return [...unplanned(note), ...left, 'No source was searched, so nothing was read and compared.'];
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

/** What the first two stages did not settle. */
function unplanned({ goal, plan }: Halt): string[] {
  return [
    ...(goal ? [] : ['What the topic asks was not settled; what is said of it here is read from its words alone.']),
    plan === null ? 'The topic was not divided into sub-questions.' : 'The plan was not taken up.',
  ];
}

/** @param most papers that a run of this depth reads */
async function unread(run: RunHandle, most: number): Promise<string[]> {
  const read = (await readPapers(run)).length;
  if (read === 0) return ['No paper was read in depth.'];
  const planned = Math.min(most, (await readCandidates(run)).length);
  return read < planned ? [`${planned - read} of ${planned} papers were not read in depth.`] : [];
}
