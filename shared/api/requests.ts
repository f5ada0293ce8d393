import * as z from 'zod';
import { UsageError } from '../contracts/errors.ts';
import { normaliseId, Slug } from '../contracts/ids.ts';
import { MAX_DEADLINE, RunRequest } from '../contracts/run.ts';
import { checkNamed, checkSeeds, checkTopic } from '../run/flags.ts';
import { ScheduleId } from '../schedule/schedule.ts';

const shape = RunRequest.shape;
const Year = z
  .number()
  .int()
  .min(1000)
  .max(9999)
  .meta({ examples: [2020] });
/** Tokens. */
const Budget = z
  .number()
  .int()
  .min(1000)
  .max(1_000_000_000)
  .meta({ examples: [400_000] });
const Id = z
  .string()
  .min(1)
  .max(500)
  .meta({ examples: ['arxiv:2307.08691', 'doi:10.1145/3600006.3613165'] });

/** What `POST /runs` takes: a run request with bounds, unknown fields refused. */
export const NewRun = z.strictObject({
  ...shape,
  topic: shape.topic.meta({ examples: ['efficient attention for long sequences', 'Raft compared with Paxos'] }),
  timeHorizon: z.strictObject({ from: Year, to: Year }).nullable().default(null),
  budget: Budget.nullable().default(null),
  library: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'the id of an indexed library')
    .meta({ examples: ['starter'] })
    .nullable()
    .default(null),
  sources: shape.sources.unwrap().unwrap().min(1).max(6).nullable().default(null),
  seedPapers: z.array(Id).max(50).default([]),
  exclude: z.array(Id).max(500).default([]),
  deadline: z
    .number()
    .int()
    .min(1)
    .max(MAX_DEADLINE)
    .meta({ examples: [3600] })
    .nullable()
    .default(null),
  continues: shape.continues
    .unwrap()
    .unwrap()
    .meta({ examples: ['raft-compared-with-paxos-2026-11-30'] })
    .nullable()
    .default(null),
  answers: z.partialRecord(z.enum(['ambiguity', 'confirm_plan', 'direction']), z.string().min(1).max(500)).default({}),
});

/**
 * The request as the pipeline takes it: topic without needless characters, ids in canonical spelling.
 * @throws {UsageError} naming the field, its value and what would be right
 */
export function runRequestOf(body: z.infer<typeof NewRun>): RunRequest {
  const { timeHorizon } = body;
  if (timeHorizon && timeHorizon.from > timeHorizon.to) {
    throw new UsageError(
      `timeHorizon ends (${timeHorizon.to}) before it begins (${timeHorizon.from}); write for example {"from":${timeHorizon.to},"to":${timeHorizon.from}}.`,
    );
  }
  const request = RunRequest.parse({
    ...body,
    topic: body.continues === null ? checkNamed(checkTopic(body.topic)) : checkTopic(body.topic),
    seedPapers: body.seedPapers.map((id) => idOf('seedPapers', id)),
    exclude: body.exclude.map((id) => idOf('exclude', id)),
  });
  return checkSeeds(request);
}

function idOf(field: string, value: string): string {
  const id = normaliseId(value);
  if (id === null) {
    throw new UsageError(
      `${field}: "${value.slice(0, 80)}" is no id of a paper. Write arxiv:2307.08691 or doi:10.1145/….`,
    );
  }
  return id;
}

/** A run in a path. What can be no slug is not found, like a slug that nobody has. */
export const RunParams = z.object({ slug: Slug });

export const NewAnswer = z.strictObject({
  question: z
    .string()
    .regex(/^Q[1-9]\d{0,3}$/, 'the id of a question of the run')
    .meta({ examples: ['Q1'] }),
  choice: z
    .string()
    .min(1)
    .max(2000)
    .meta({ examples: ['1', 'all'] }),
});

/** What `POST …/resume` may take. */
export const ResumeOptions = z.strictObject({
  budget: Budget.nullable().default(null).meta({ description: 'A higher limit in tokens, what was used included' }),
});

/** A schedule in a path. */
export const ScheduleParams = z.object({ id: ScheduleId });

/** A whole number in a path or a query. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, 'a whole number')
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined, examples: [Math.max(min, 20)] });

/** The same with a value for when it is left out. */
export const count = (min: number, max: number, preset: number) =>
  wholeNumber(min, max).default(preset).meta({ default: preset });

export const NoQuery = z.strictObject({});
