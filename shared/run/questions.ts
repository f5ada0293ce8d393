import { UsageError } from '../contracts/errors.ts';
import { Question, type RunRequest } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import type { RunHandle } from './handle.ts';

/** Seconds a question waits before its default is taken. */
export const QUESTION_SECONDS = 3600;

type Asked = Pick<Question, 'kind' | 'text' | 'options' | 'default'>;

/**
 * Puts a question, once: a second call finds the row of the first. An answer given beforehand by a flag, or the default
 * when nobody can be asked, is taken at once and logged.
 *
 * @returns the row; `answer` is null while it is open
 */
export async function ask(
  run: RunHandle,
  id: string,
  asked: Asked,
  request: RunRequest,
  stage: number,
): Promise<Question> {
  const key = keys.question(run.owner, run.slug, id);
  const given = request.answers[asked.kind];
  const answer = given ?? (request.noInput ? asked.default : null);
  const row: Question = {
    id,
    ...asked,
    deadline: new Date(run.runtime.clock.wall() + QUESTION_SECONDS * 1000).toISOString(),
    token: null,
    answer: answer === null ? null : matchOption(asked, answer),
    answeredBy: given !== undefined ? 'flag' : answer === null ? null : 'default',
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
 * Answers a question: the first write wins, the token only wakes the execution.
 *
 * @throws {UsageError} when the choice is none of the options, or it was answered before
 */
export async function answerQuestion(
  run: RunHandle,
  id: string,
  choice: string,
  by: 'user' | 'default',
): Promise<Question> {
  const { runtime, owner, slug } = run;
  const question = await readQuestion(runtime, owner, slug, id);
  const answer = matchOption(question, choice);
  const key = keys.question(owner, slug, id);
  try {
    await runtime.table.update(key, { set: { answer, answeredBy: by } }, { exists: true, equals: { answer: null } });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const now = await readQuestion(runtime, owner, slug, id);
    if (now.answer === answer) return now;
    throw new UsageError(
      `Question ${id} of ${slug} was answered before, with "${now.answer}"; the first answer stands.`,
    );
  }
  await run.event({ stage: 0, event: 'answered', id, status: by, reason: answer });
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

/** Whether a question's deadline has passed. */
export function isOver(question: Question, wall: number): boolean {
  return Date.parse(question.deadline) <= wall;
}
