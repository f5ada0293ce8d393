import { isOver, readQuestion, settleQuestion } from '../run/questions.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { keys } from '../store/keys.ts';
import type { StepContext } from './context.ts';

/**
 * Leaves the task token on the question's row. The row is read again afterwards: an answer that came between is the
 * truth, and wakes the execution now. The run says that it waits, also when it is resumed and still has no answer.
 */
export async function waitFor(step: StepContext, id: string, token: string): Promise<Receipt> {
  const { run, runtime } = step;
  await run.fenced(keys.question(run.owner, run.slug, id), { set: { token } });
  const before = await readQuestion(runtime, run.owner, run.slug, id);
  if (before.answer === null) await run.changeMeta({ set: { status: 'waiting' } });
  const question = await readQuestion(runtime, run.owner, run.slug, id);
  if (question.answer !== null) {
    await runtime.tokens.succeed(token, { answer: question.answer });
  } else if (isOver(question, runtime.clock.wall())) {
    await settleQuestion(run, id);
  }
  return receipt(step.at, 'waiting', { until: question.deadline });
}
