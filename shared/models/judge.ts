import type * as z from 'zod';
import { AnswerRejected } from '../agents/errors.ts';
import type { Role } from '../agents/role.ts';
import type { Log } from '../runtime.ts';
import { answerJson, NotJson } from './answer-json.ts';
import { type Fault, stopFault } from './ladder.ts';
import type { ModelReply } from './port.ts';

export type Verdict<O> = { readonly ok: true; readonly value: O } | { readonly ok: false; readonly fault: Fault };

const fault = (status: Fault['status'], reason: string): { ok: false; fault: Fault } => ({
  ok: false,
  fault: { status, reason },
});

/**
 * Whether a reply answers the role: its stop reason first, then its JSON, its schema, and the role's own rules.
 * @param schema the rung's: the role's wire schema or its simpler one
 */
export function judge<I, W, O>(
  role: Role<I, W, O>,
  schema: z.ZodType<W> | z.ZodType<Partial<W>>,
  input: I,
  reply: ModelReply,
  log: Log,
): Verdict<O> {
  const stopped = stopFault(reply);
  if (stopped !== null) return { ok: false, fault: stopped };
  let json: unknown;
  try {
    json = answerJson(reply.text, (value) => schema.safeParse(value).success);
  } catch (error) {
    if (error instanceof NotJson)
      return fault('not-json', `${error.message}. Answer with one JSON object and nothing else.`);
    throw error;
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) return fault('schema', `The answer does not fit the schema: ${shown(parsed.error)}`);
  try {
    return { ok: true, value: role.accept(parsed.data as W | Partial<W>, input) };
  } catch (error) {
    if (error instanceof AnswerRejected) return fault('rejected', error.message);
    // The role's own code stumbled over what a model wrote: to the run that is an answer that cannot be used.
    const message = error instanceof Error ? error.message : String(error);
    log.error(`The answer of ${role.name} could not be taken in: ${message}`, {
      stack: error instanceof Error ? error.stack : undefined,
    });
    return fault('rejected', `The answer could not be taken in: ${message.slice(0, 300)}`);
  }
}

function shown(error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map((issue) => `${issue.path.join('.') || 'answer'}: ${issue.message}`);
  const more = error.issues.length - lines.length;
  return `${lines.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
