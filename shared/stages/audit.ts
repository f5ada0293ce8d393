import { PlumblineError } from '../contracts/errors.ts';
import { isPreprint } from '../contracts/preprint.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { auditReference, type Lookup } from '../evidence/audit.ts';
import type { Audit } from '../present/report/document.ts';
import type { StepContext } from './context.ts';

export const AUDIT = 'audit.json';
/** Longest time the registers are given; the presenter has other things to do. */
const PATIENCE_MS = 90_000;
const REGISTERS = 'registers';

/** Audits the cited works and stores what was found; an audit of the same works that is stored already is kept. */
export async function auditBibliography(
  step: StepContext,
  goal: Goal,
  records: readonly PaperRecord[],
): Promise<Audit> {
  const stored = await storedAudit(step, records);
  if (stored) return stored;
  const live = goal.offline ? null : step.runtime.live;
  const answers = live === null || records.length === 0 ? null : await ask(step, live, records);
  const audit: Audit = {
    asked: answers !== null,
    note: noteOf(goal, answers !== null),
    entries: records.map((record) => auditReference(record, answers?.get(record.id) ?? [])),
  };
  await step.run.writeJson(AUDIT, audit);
  return audit;
}

function noteOf(goal: Goal, asked: boolean): string {
  if (asked) {
    return 'Each work was looked up by its id in public registers: checked means found under the same title and first author, unchecked means that no register could be asked.';
  }
  const why = goal.offline ? 'The run was offline' : 'No register is configured';
  return `${why}, so the works were not looked up anywhere: unchecked says nothing for or against them.`;
}

/** What the registers say, by record id. A register that cannot be asked leaves works unchecked and is no reason to fail. */
async function ask(
  step: StepContext,
  live: NonNullable<StepContext['runtime']['live']>,
  records: readonly PaperRecord[],
): Promise<Map<string, Lookup[]>> {
  const until = step.runtime.clock.wall() + PATIENCE_MS;
  const bounds = { remainingMs: () => Math.min(step.remainingMs() / 2, until - step.runtime.clock.wall()) };
  try {
    const found = await live.lookup(
      records.map((record) => record.id),
      bounds,
    );
    return new Map(records.map((record) => [record.id, [lookupOf(record, found.get(record.id))]]));
  } catch (error) {
    if (!(error instanceof PlumblineError) || !error.retryable) throw error;
    const failed: Lookup = { provider: REGISTERS, outcome: 'failed', reason: error.message };
    return new Map(records.map((record) => [record.id, [failed]]));
  }
}

function lookupOf(record: PaperRecord, found: PaperRecord | null | undefined): Lookup {
  if (found === undefined)
    return { provider: REGISTERS, outcome: 'failed', reason: 'no register could be asked about this id' };
  if (found === null) return { provider: REGISTERS, outcome: 'not_found' };
  const published = isPreprint(record) && found.doi !== null && !isPreprint(found) ? `doi:${found.doi}` : null;
  return { provider: REGISTERS, outcome: 'found', record: found, published };
}

async function storedAudit({ run }: StepContext, records: readonly PaperRecord[]): Promise<Audit | null> {
  const text = await run.readText(AUDIT);
  if (text === undefined) return null;
  let audit: Audit;
  try {
    audit = JSON.parse(text) as Audit;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // torn: it is made again
    throw error;
  }
  const same = audit.entries.length === records.length && audit.entries.every((one, at) => one.id === records[at]!.id);
  return same ? audit : null;
}
