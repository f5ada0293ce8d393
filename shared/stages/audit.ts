import { PlumblineError } from '../contracts/errors.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { Mark, type Sentence, type Synthesis } from '../contracts/synthesis.ts';
import { auditReference, type Lookup } from '../evidence/audit.ts';
import type { Audit } from '../present/report/document.ts';
import type { StepContext } from './context.ts';

export const AUDIT = 'audit.json';
/** Longest time the registers are given; the presenter has other things to do. */
const PATIENCE_MS = 90_000;

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
    return 'Each work was looked up by its id in public registers: checked means found under the same title and first author, unchecked means that no register could be asked, and the reason stands beside it.';
  }
  const why = goal.offline ? 'The run was offline' : 'No register is configured';
  return `${why}, so the works were not looked up anywhere: unchecked says nothing for or against them.`;
}

/** What the registers say, by record id. A register that cannot be asked leaves works unchecked and is no reason to fail. */
async function ask(
  step: StepContext,
  live: NonNullable<StepContext['runtime']['live']>,
  records: readonly PaperRecord[],
): Promise<Map<string, readonly Lookup[]>> {
  const until = step.runtime.clock.wall() + PATIENCE_MS;
  const bounds = { remainingMs: () => Math.min(step.remainingMs() / 2, until - step.runtime.clock.wall()) };
  const ids = records.map((record) => record.id);
  try {
    return await live.lookup(ids, bounds);
  } catch (error) {
    if (!(error instanceof PlumblineError) || !error.retryable) throw error;
    const failed: Lookup = { provider: 'registers', outcome: 'failed', reason: error.message.replace(/\.$/, '') };
    return new Map(ids.map((id) => [id, [failed]]));
  }
}

/** Records and synthesis as the audit leaves them: what the registers hold against a work is said wherever it is cited. */
export function withAudit<S extends Synthesis | null>(
  audit: Audit,
  records: readonly PaperRecord[],
  synthesis: S,
): { readonly records: readonly PaperRecord[]; readonly synthesis: S } {
  const retracted = new Set(audit.entries.filter(({ status }) => status === 'retracted').map(({ id }) => id));
  const isNews = (record: PaperRecord) =>
    !record.retracted && !record.withdrawn && [record.id, ...record.ids].some((id) => retracted.has(id));
  const found = new Set(records.filter(isNews).flatMap((record) => [record.id, ...record.ids]));
  if (found.size === 0) return { records, synthesis };
  return {
    records: records.map((record) => (isNews(record) ? { ...record, retracted: true } : record)),
    synthesis: synthesis === null ? synthesis : (marked(synthesis, found) as S),
  };
}

function marked(synthesis: Synthesis, retracted: ReadonlySet<string>): Synthesis {
  const all = (sentences: readonly Sentence[]) =>
    sentences.map((sentence) =>
      sentence.cites.some((id) => retracted.has(id)) && !sentence.marks.includes('retracted')
        ? { ...sentence, marks: Mark.options.filter((mark) => mark === 'retracted' || sentence.marks.includes(mark)) }
        : sentence,
    );
  return {
    ...synthesis,
    answer: all(synthesis.answer),
    top_findings: all(synthesis.top_findings),
    sections: synthesis.sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(all) })),
    tensions: synthesis.tensions.map((tension) => ({ ...tension, sentences: all(tension.sentences) })),
    gaps: all(synthesis.gaps),
  };
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
