import { readerRole } from '../agents/reader/role.ts';
import { ArtefactInvalid } from '../contracts/errors.ts';
import type { PaperRecord } from '../contracts/record.ts';
import { MODES } from '../contracts/run.ts';
import type { StoredText } from '../contracts/text.ts';
import { renderPaperNoteMd } from '../present/paper-note-md.ts';
import { loadGraph } from '../run/graph-rows.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { textOf } from '../sources/library/text.ts';
import { readCandidates, readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { listPaperRows, notePath, putPaperRow, readNote, textPath } from './papers.ts';
import { goalOf, openLibrary } from './plan.ts';
import { priorRun } from './prior.ts';

/** Readers of a wave. */
const WAVE = 5;
/** Share of the paper budget kept back while a replan may still ask for more. */
const KEPT_BACK = 0.2;

/** Papers that may be read before the next replan decision: every replan that may come keeps its part of what is held back. */
export function readLimit(depth: keyof typeof MODES, round: number): number {
  const { readBudget, maxReplans } = MODES[depth];
  const open = maxReplans === 0 ? 0 : Math.max(0, maxReplans - round + 1) / maxReplans;
  return Math.ceil(readBudget * (1 - KEPT_BACK * open));
}

/** Stage 4: the next wave of at most five papers, best candidates first. */
export async function planReads(step: StepContext): Promise<Receipt> {
  const { run, at } = step;
  const goal = await goalOf(step);
  const wave = at.wave + 1;
  await run.advance({ stage: 4, round: at.round, tick: at.tick });
  const rows = await listPaperRows(run);
  const mine = rows.filter((row) => row.round === at.round && row.wave === wave);
  const taken = new Set(rows.map((row) => row.id));
  const room = Math.max(0, readLimit(goal.depth, at.round) - rows.length);
  const candidates = await readCandidates(run);
  const next = candidates.filter((candidate) => !taken.has(candidate.id)).slice(0, Math.min(WAVE - mine.length, room));
  let order = rows.length;
  for (const { id } of next) {
    await putPaperRow(run, { id, round: at.round, wave, order: order++, status: 'dispatched', reason: null });
  }
  const items = [...mine, ...next].map(({ id }) => ({ id }));
  if (items.length > 0) return receipt({ ...at, wave }, 'read', { items });
  const read = rows.filter((row) => row.status === 'read').length;
  await run.event({ stage: 4, round: at.round, event: 'stage_complete', papers_read: read });
  await run.advance({ stage: 5, round: at.round, tick: at.tick });
  return receipt(at, 'critique');
}

/** Stage 4: one paper, read for the sub-questions it informs. */
export async function readPaper(step: StepContext, id: string): Promise<Receipt> {
  const { run, runtime } = step;
  const goal = await goalOf(step);
  const found = (await readRecords(run)).find((one) => one.record.id === id);
  if (!found) throw new ArtefactInvalid(`The candidate ${id} of ${run.slug} has no record; resume collates again.`);
  const row = (await listPaperRows(run)).find((one) => one.id === id)!;
  const text = await fetchText(step, found.record);
  if (text === null) {
    await putPaperRow(run, { ...row, status: 'failed', reason: 'neither full text nor abstract could be had' });
    return receipt(step.at, 'read');
  }
  await run.writeJson(textPath(id), text);
  const graph = await loadGraph(run);
  // A note that is made again in a later round is made for the sub-questions it was made for first.
  const nodes = graph.nodes.filter((node) => found.sq.includes(node.id) && node.revision < row.round);
  const note = await runtime.roles.run(readerRole, { goal, paper: found.record, text, nodes }, step);
  await run.write(notePath(id), renderPaperNoteMd(note));
  await putPaperRow(run, { ...row, status: 'read', reason: null });
  return receipt(step.at, 'read');
}

/** What an earlier run read, then the user's library: what is at hand is not fetched. */
async function fetchText(step: StepContext, record: PaperRecord): Promise<StoredText | null> {
  const prior = await priorRun(step);
  const before = prior === null ? undefined : await prior.text(record.id);
  if (before) return { ...before, id: record.id };
  const library = await openLibrary(step);
  for (const id of record.ids) {
    const text = await library.text(id);
    if (text && (text.access === 'full' || step.runtime.live === null)) return { ...text, id: record.id };
  }
  const { request } = await step.run.meta();
  if (step.runtime.live !== null && !request.offline) return step.runtime.live.fullText(record, step);
  return textOf({ ...record }) ?? null;
}

/** Whether the note of a paper is whole. */
export async function noteIntact(step: StepContext, id: string): Promise<boolean> {
  const row = (await listPaperRows(step.run)).find((one) => one.id === id);
  if (row?.status === 'failed') return true;
  try {
    await readNote(step.run, id);
    return step.run.exists(textPath(id));
  } catch {
    return false; // torn or half-written: it is read again
  }
}
