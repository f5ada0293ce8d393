import { ambiguityRole } from '../agents/ambiguity/role.ts';
import { understandRole } from '../agents/understand/role.ts';
import type { Source } from '../contracts/enums.ts';
import type { RunMeta, RunRequest } from '../contracts/run.ts';
import { repair } from '../run/damage.ts';
import { buildGoal } from '../run/goal.ts';
import { takeUp } from '../run/halt.ts';
import { ask, settleQuestion } from '../run/questions.ts';
import { type Receipt, receipt, START } from '../run/receipt.ts';
import { ROUTED_SOURCES } from '../run/route.ts';
import type { Runtime } from '../runtime.ts';
import { keys } from '../store/keys.ts';
import type { Json } from '../store/ports.ts';
import type { StepContext } from './context.ts';
import { followUpOf } from './follow-up.ts';

/** The first question of every run. */
const READING_QUESTION = 'Q1';
/** The choice that keeps the topic as broad as it was typed. */
export const ALL_READINGS = 'all';

const ENTRIES = [
  'intake',
  'plan',
  'discover',
  'collate',
  'read',
  'critique',
  'replan',
  'synthesize',
  'present',
] as const;

/**
 * Where this attempt starts: the stage of the cursor. A later attempt first takes up what a stop gave up, and has damaged
 * artefacts made again.
 */
export async function begin({ run, runtime }: StepContext): Promise<Receipt> {
  if (run.attempt > 1) {
    await takeUp(run);
    const again = await repair(run);
    if (again.length > 0) runtime.log.warn('damaged artefacts are made again', { run: run.slug, steps: again });
  }
  const [cursor, meta] = [await run.cursor(), await run.meta()];
  const entry = cursor.stage === 7 && meta.request.depth === 'quick' ? 'digest' : ENTRIES[cursor.stage]!;
  if (cursor.attempt !== run.attempt) {
    await run.fenced(keys.cursor(run.owner, run.slug), { set: {} });
  }
  return receipt({ ...START, round: cursor.round, tick: cursor.tick }, entry);
}

/** Stage 0, first half: a topic with more than one reading is asked about, once. */
export async function askReading(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const meta = await run.meta();
  const { request } = meta;
  // What was settled about the topic of the run continued stays settled.
  if ((await followUpOf(step, meta)) !== null) return receipt(step.at, 'settle');
  const { readings } = await step.runtime.roles.run(ambiguityRole, { topic: request.topic }, step);
  if (readings.length < 2) return receipt(step.at, 'settle');
  const question = await ask(
    run,
    READING_QUESTION,
    {
      kind: 'ambiguity',
      text: `"${request.topic}" can be read in ${readings.length} ways. Which one is meant?`,
      options: [
        ...readings.map((reading) => ({ key: reading.key, label: `${reading.label}: ${reading.gloss}`, cost: null })),
        { key: ALL_READINGS, label: 'all of them', cost: null },
      ],
      default: readings[0]!.key,
    },
    meta,
  );
  if (question.answer !== null) return receipt(step.at, 'settle');
  return receipt(step.at, 'ask', { ask: question.id });
}

/** Stage 0, second half: the goal, with the reading that was chosen. */
export async function settleGoal(step: StepContext): Promise<Receipt> {
  const { run, runtime } = step;
  const meta = await run.meta();
  const followUp = await followUpOf(step, meta);
  const reading = followUp === null ? await chosenReading(step) : followUp.reading;
  const topic = followUp?.topic ?? meta.request.topic;
  const understanding = await runtime.roles.run(understandRole, { topic, request: meta.request, reading }, step);
  const goal = buildGoal(meta.request, understanding, {
    now: runtime.clock.now(),
    configured: await configuredChannels(step, meta),
    reading,
    slug: run.slug,
    followUp,
  });
  await run.changeMeta({ set: { goal: goal as unknown as Json, status: 'active' } });
  await run.event({ stage: 0, event: 'intake_complete', goal });
  await run.event({ stage: 0, event: 'stage_complete' });
  await run.advance({ stage: 1, round: 1, tick: 0 });
  return receipt(step.at, 'plan');
}

async function chosenReading({ run, runtime }: StepContext): Promise<string | null> {
  const row = await runtime.table.get(keys.question(run.owner, run.slug, READING_QUESTION));
  if (!row) return null;
  const question = await settleQuestion(run, READING_QUESTION);
  const chosen = question.answer;
  if (chosen === ALL_READINGS) return null;
  return question.options.find((option) => option.key === chosen)?.label ?? chosen;
}

async function configuredChannels({ run, runtime }: StepContext, { request }: RunMeta): Promise<Source[]> {
  const here = channelsHere(runtime, request);
  const wanted =
    !request.offline && runtime.live !== null && !here.includes('web') && (request.sources?.includes('web') ?? true);
  const byModel = wanted && ((await runtime.roles.webSearch?.(run)) ?? null) !== null;
  return byModel ? [...here, 'web'] : here;
}

/** The library is always there: the user's own, or the starter library when nothing else is configured. */
export function channelsHere({ live }: Runtime, { offline }: RunRequest): Source[] {
  return [...ROUTED_SOURCES.filter((one) => !offline && live?.channels.includes(one)), 'library'];
}
