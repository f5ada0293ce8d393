import { understand } from '../agents/understand/extract.ts';
import type { RunMeta } from '../contracts/run.ts';
import { planOver } from '../plan/build.ts';
import { buildGoal } from '../run/goal.ts';
import { halt, type StandIn } from '../run/halt.ts';
import { takeDefaults } from '../run/questions.ts';
import { type Receipt, receipt, START } from '../run/receipt.ts';
import { stopWords } from '../run/stops.ts';
import type { StepContext } from './context.ts';
import { followUpOf } from './follow-up.ts';
import { channelsHere } from './intake.ts';

/** Error names that end a run early by the user's own rules; what it has is written up. */
const STOPS: Record<string, string> = {
  BudgetExhausted: 'budget',
  DeadlineReached: 'deadline',
  RunCancelled: 'cancelled',
};

interface Caught {
  readonly Error: string;
  readonly Cause: string;
}

/** Budget, deadline or cancel: writes down why and where, and leads to the writer with what is there. */
export async function stop(step: StepContext, error: Caught): Promise<Receipt> {
  const { run } = step;
  const reason = STOPS[error.Error] ?? error.Error;
  const cursor = await run.cursor();
  const meta = await run.changeMeta({ set: { reason } });
  if (reason === 'budget') await run.event({ stage: cursor.stage, event: 'refused_budget', reason: messageOf(error) });
  await takeDefaults(run);
  await halt(run, cursor, stopWords(reason), await standIn(step, meta));
  const { round, tick } = cursor;
  await run.advance({ stage: 7, round, tick });
  return receipt({ ...START, round, tick }, meta.request.depth === 'quick' ? 'digest' : 'synthesize');
}

/** What the words of the topic say by themselves, and no sub-questions: no model is asked once a run is stopped. */
async function standIn(step: StepContext, meta: RunMeta): Promise<StandIn> {
  const { request, slug, created } = meta;
  const followUp = await followUpOf(step, meta);
  const reading = followUp?.reading ?? null;
  const asked =
    meta.goal ??
    buildGoal(request, understand({ topic: followUp?.topic ?? request.topic, request, reading }), {
      now: new Date(created),
      configured: channelsHere(step.runtime, request),
      reading,
      slug,
      followUp,
    });
  return { goal: asked, plan: planOver([], asked) };
}

/** Records a failure that no rule covers. */
export async function fail(step: StepContext, error: Caught): Promise<Receipt> {
  const reason = `${error.Error}: ${messageOf(error)}`.slice(0, 1000);
  const cursor = await step.run.cursor();
  await step.run.changeMeta({ set: { reason: `failed: ${reason}` } });
  await step.run.event({ stage: cursor.stage, round: cursor.round, event: 'failed', reason });
  return receipt(step.at, 'close');
}

/** Lambda's `Cause` is JSON with the message inside. */
function messageOf({ Cause }: Caught): string {
  try {
    const parsed = JSON.parse(Cause) as { errorMessage?: unknown };
    return typeof parsed.errorMessage === 'string' ? parsed.errorMessage : Cause;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return Cause;
  }
}
