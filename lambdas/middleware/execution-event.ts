import * as z from 'zod';
import { Owner } from '../../shared/api/owner.ts';
import { Slug } from '../../shared/contracts/ids.ts';

const Input = z.object({
  run: z.object({ owner: Owner, slug: Slug, attempt: z.number().int().positive() }),
});

/** `Step Functions Execution Status Change`, as EventBridge delivers it. */
export const ExecutionEvent = z.object({
  source: z.literal('aws.states'),
  detail: z.object({
    name: z.string(),
    status: z.enum(['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED']),
    /** The execution's input as text: which run it was. */
    input: z.string().transform((text, context) => {
      try {
        return Input.parse(JSON.parse(text)).run;
      } catch (error) {
        context.issues.push({
          code: 'custom',
          input: text,
          message: `its input names no run (${String(error).slice(0, 200)})`,
        });
        return z.NEVER;
      }
    }),
    error: z.string().nullish(),
    cause: z.string().nullish(),
  }),
});
