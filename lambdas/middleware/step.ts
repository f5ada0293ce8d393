import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { Item, Position, type Receipt } from '../../shared/run/receipt.ts';
import type { StepContext } from '../../shared/stages/context.ts';
import { claim } from './claim.ts';
import { nameErrors } from './errors.ts';
import { fence } from './fence.ts';
import { parse } from './parse.ts';

/** What every step of the state machine is given. */
export const StepInput = z.object({
  run: z.object({ owner: z.string(), slug: z.string(), attempt: z.number().int().positive() }),
  op: z.string(),
  at: Position.optional(),
  item: Item.optional(),
});
export type StepInput = z.infer<typeof StepInput>;

/** A step of one item of a Map. */
export const ItemInput = StepInput.extend({ item: Item });

/** One operation of a role: its place, its address, and what it does. */
export interface StepSpec<I extends StepInput> {
  readonly role: string;
  readonly stage: number;
  readonly input: z.ZodType<I>;
  /** Deterministic address: a step that is done is never done again. null: harmless to repeat. */
  id(input: I, at: Position): string | null;
  /** Whether cancel, deadline and budget stop it before it starts. */
  readonly stops: boolean;
  /** Whether what an earlier execution stored is still whole. */
  intact?(input: I, step: StepContext): Promise<boolean>;
  /** Whether a receipt is the step's last word; left out: every one is. One that is not leaves the step to be made again. */
  final?(receipt: Receipt): boolean;
  run(input: I, step: StepContext): Promise<Receipt>;
}

/** What middlewares hand on to the handler, in `request.internal`. */
export interface Internal<I extends StepInput> extends Record<string, unknown> {
  spec?: StepSpec<I>;
  input?: I;
  step?: StepContext;
  /** `started` is of this process' clock, `since` of the wall's: when the call was dispatched. */
  claim?: { id: string; token: string; started: number; since: number };
}

export type StepHandler = (event: unknown, context: Context) => Promise<Receipt>;

// biome-ignore lint/suspicious/noExplicitAny: a table of specs with inputs of their own
type AnySpec = StepSpec<any>;

/**
 * A handler of one role: the operation named by `op` behind the shared middleware stack (input, fence and stops, claim
 * and transcript, error naming).
 */
export function steps(specs: Readonly<Record<string, AnySpec>>): StepHandler {
  const internals = new WeakMap<object, Internal<StepInput>>();
  const of = (request: { context: object }): Internal<StepInput> => {
    let found = internals.get(request.context);
    if (!found) {
      found = {};
      internals.set(request.context, found);
    }
    return found;
  };
  const handler = middy()
    .use(nameErrors())
    .use(parse(specs, of))
    .use(fence(of))
    .use(claim(of))
    .handler(async (_event: unknown, context: Context) => {
      const { spec, input, step } = of({ context });
      return spec!.run(input!, step!);
    });
  return handler as unknown as StepHandler;
}
