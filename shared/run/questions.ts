import { AnsweredBefore, UsageError } from '../contracts/errors.ts';
import { Question, type RunMeta, type RunRequest } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import { findGraph } from './graph-rows.ts';
import type { RunHandle } from './handle.ts';
import { checkEdit } from './plan-edit.ts';

/** Seconds a question waits before its default is taken. */
export const QUESTION_SECONDS = 3600;

type Asked = Pick<Question, 'kind' | 'text' | 'options' | 'default'>;

/** Where each kind of question is put. */
const STAGE_OF = { ambiguity: 0, confirm_plan: 1, direction: 6 } as const;

/**
 * Puts a question, once: a second call finds the row of the first. An answer given beforehand by a flag, or the default
 * when nobody can be asked, is taken at once and logged. An answer given beforehand that turns out to be none is warned of,
 * and the question is open. Nobody waits longer than the run may last.
 *
 * @returns the row; `answer` is null while it is open
 */
export async function ask(
  run: RunHandle,
  id: string,
  asked: Asked,
  { request, deadlineAt }: Pick<RunMeta, 'request' | 'deadlineAt'>,
): Promise<Question> {
  const key = keys.question(run.owner, run.slug, id);
  const stage = STAGE_OF[asked.kind];
  const wait = run.runtime.clock.wall() + QUESTION_SECONDS * 1000;
  const given = await givenAnswer(run, asked, request);
  const answer = given ?? (request.noInput ? asked.default : null);
  const row: Question = {
    id,
    ...asked,
    deadline: new Date(deadlineAt === null ? wait : Math.min(wait, Date.parse(deadlineAt))).toISOString(),
    token: null,
    answer,
    answeredBy: given !== null ? 'flag' : answer === null ? null : 'default',
  };
  try {
    await run.runtime.table.put(key, row as unknown as Row, { exists: false });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return readQuestion(run.runtime, run.owner, run.slug, id);
  }
  await run.event({ stage, event: 'question', id, role: asked.kind, reason: asked.text });
  if (row.answer !== null) {
    await run.event({ stage, event: 'answered', id, status: row.answeredBy ?? '', reason: row.answer });
  }
  return row;
}

/** What a flag answers; null when there is none, or it is none of the choices after all. */
async function givenAnswer(run: RunHandle, asked: Asked, request: RunRequest): Promise<string | null> {
  const given = request.answers[asked.kind];
  if (given === undefined) return null;
  try {
    return await acceptable(run, asked, given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { warnings } = await run.meta();
    const warning = `An answer given beforehand was not used: ${error.message}`;
    if (!warnings.includes(warning)) await run.changeMeta({ set: { warnings: [...warnings, warning] } });
    return null;
  }
}

/**
 * The option that a choice means, and for a plan whether the edit can be carried out.
 * @throws {UsageError} saying what is wrong with it
 */
async function acceptable(run: RunHandle, asked: Asked, choice: string): Promise<string> {
  const answer = matchOption(asked, choice);
  if (asked.kind !== 'confirm_plan' || answer === 'ok') return answer;
  const [graph, { goal }] = [await findGraph(run), await run.meta()];
  if (graph && goal) checkEdit(graph, answer, goal);
  return answer;
}

export async function readQuestion(runtime: Runtime, owner: string, slug: string, id: string): Promise<Question> {
  const row = await runtime.table.get(keys.question(owner, slug, id));
  if (!row)
    throw new UsageError(`The run ${slug} has no question ${id}. \`plumbline status ${slug}\` shows its questions.`);
  return Question.parse(row);
}

export async function listQuestions(runtime: Runtime, owner: string, slug: string): Promise<Question[]> {
  const rows = await runtime.table.query({ pk: runPk(owner, slug), prefix: 'Q#' });
  return rows.map((row) => Question.parse(row));
}

/**
 * Answers a question: the first write wins, the token only wakes the execution. The same answer again wakes it again, in
 * case whoever gave the first one died before that.
 *
 * @throws {UsageError} when the choice is none of the options or cannot be carried out
 * @throws {AnsweredBefore}
 */
export async function answerQuestion(
  run: RunHandle,
  id: string,
  choice: string,
  by: 'user' | 'default',
): Promise<Question> {
  const { runtime, owner, slug } = run;
  const question = await readQuestion(runtime, owner, slug, id);
  const answer = question.answer === null ? await acceptable(run, question, choice) : matchOption(question, choice);
  const key = keys.question(owner, slug, id);
  try {
    await runtime.table.update(key, { set: { answer, answeredBy: by } }, { exists: true, equals: { answer: null } });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const now = await readQuestion(runtime, owner, slug, id);
    if (now.answer === answer) {
      if (now.token !== null) await runtime.tokens.succeed(now.token, { answer });
      return now;
    }
    throw new AnsweredBefore(
      `Question ${id} of ${slug} was answered before, with "${now.answer}"; the first answer stands.`,
    );
  }
  await run.event({ stage: STAGE_OF[question.kind], event: 'answered', id, status: by, reason: answer });
  const settled = await readQuestion(runtime, owner, slug, id);
  if (settled.token !== null) await runtime.tokens.succeed(settled.token, { answer });
  return settled;
}

/**
 * The option that a choice means: its key, its number from 1, or for a plan an edit in words.
 * @throws {UsageError} naming the options
 */
export function matchOption(question: Asked, choice: string): string {
  const wanted = choice.trim();
  const exact = question.options.find((option) => option.key.toLowerCase() === wanted.toLowerCase());
  if (exact) return exact.key;
  const numbered = /^\d+$/.test(wanted) ? question.options[Number(wanted) - 1] : undefined;
  if (numbered) return numbered.key;
  if (question.kind === 'confirm_plan' && /^(drop|add|edit|axes)\b/i.test(wanted)) return wanted;
  throw new UsageError(
    `"${choice}" is no choice of this question. Choose ${question.options.map((o, i) => `${i + 1} or ${o.key}`).join(', ')}.`,
  );
}

/** The answer of a question whose wait is over: the default is taken and logged when nobody answered. */
export async function settleQuestion(run: RunHandle, id: string): Promise<Question> {
  const question = await readQuestion(run.runtime, run.owner, run.slug, id);
  return question.answer === null ? answerQuestion(run, id, question.default, 'default') : question;
}

/** Takes the default of every open question: nobody waits for an answer any more. One that came first stands. */
export async function takeDefaults(run: RunHandle): Promise<void> {
  const { runtime, owner, slug } = run;
  for (const { id, answer, default: choice } of await listQuestions(runtime, owner, slug)) {
    if (answer !== null) continue;
    try {
      await answerQuestion(run, id, choice, 'default');
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      if ((await readQuestion(runtime, owner, slug, id)).answer === null) throw error;
    }
  }
}

/** Whether a question's deadline has passed. */
export function isOver(question: Question, wall: number): boolean {
  return Date.parse(question.deadline) <= wall;
}
