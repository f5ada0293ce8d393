import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { PlumblineError } from '../../shared/contracts/errors.ts';
import type { Receipt } from '../../shared/run/receipt.ts';
import { claimStep, claimToken, finishStep, releaseStep, reopenStep } from '../../shared/run/step.ts';
import type { Internal, StepInput } from './step.ts';

/** Time a stopped invocation may still need to be gone. */
const GRACE_MS = 1000;

/**
 * Claims the step, writes `dispatched` and `returned` around it, and stores its receipt. A step that is done and whole
 * answers with its stored receipt. Done is stored before `returned` is written: what the transcript calls returned is
 * never executed again. A call that waits for its turn or its result and is looked after again is one call: it has returned
 * when it has its result.
 */
export function claim(
  of: (request: { context: object }) => Internal<StepInput>,
): MiddlewareObj<unknown, unknown, Error, Context> {
  return {
    before: async (request) => {
      const internal = of(request);
      const spec = internal.spec!;
      const input = internal.input!;
      const step = internal.step!;
      const id = spec.id(input, step.at);
      if (id === null) return undefined;
      const token = claimToken(step.run.attempt, request.context.awsRequestId);
      const lease = step.remainingMs() + GRACE_MS;
      let held = await claimStep(step.run, id, lease, token);
      if (held.kind === 'done') {
        if (!spec.intact || (await spec.intact(input, step))) {
          await step.run.event({ stage: spec.stage, round: step.at.round, event: 'skipped', id, role: spec.role });
          return { ...held.receipt, status: 'skipped' };
        }
        await reopenStep(step.run, id);
        held = await claimStep(step.run, id, lease, token);
        if (held.kind === 'done') return { ...held.receipt, status: 'skipped' };
      }
      const now = step.runtime.clock.wall();
      const since = held.since ?? now;
      const started = performance.now() - Math.max(0, now - since);
      internal.claim = { id, token: held.token, started, since };
      if (held.since !== undefined) return undefined;
      await step.run.event({ stage: spec.stage, round: step.at.round, event: 'dispatched', id, role: spec.role });
      return undefined;
    },
    after: async (request) => {
      const { claim: mine, step, spec } = of(request);
      if (!mine) return;
      const receipt = request.response as Receipt;
      const final = spec!.final?.(receipt) ?? true;
      if (final) await finishStep(step!.run, mine.id, mine.token, receipt, spec!.stage);
      else await releaseStep(step!.run, mine.id, mine.token);
      await step!.run.event({
        stage: spec!.stage,
        round: step!.at.round,
        event: 'returned',
        id: mine.id,
        role: spec!.role,
        status: final ? 'ok' : 'waiting',
        ms: Math.round(performance.now() - mine.started),
      });
    },
    onError: async (request) => {
      const { claim: mine, step, spec } = of(request);
      if (!mine) return;
      const error = request.error;
      const waits = error instanceof PlumblineError && error.waiting;
      await releaseStep(step!.run, mine.id, mine.token, waits ? mine.since : null);
      if (waits) return;
      const row = {
        stage: spec!.stage,
        round: step!.at.round,
        event: 'returned',
        id: mine.id,
        role: spec!.role,
        status: 'failed',
        reason: !error ? 'unknown' : `${error.name}: ${error.message}`.slice(0, 1000),
        ms: Math.round(performance.now() - mine.started),
      } as const;
      try {
        await step!.run.event(row);
      } catch (cause) {
        // What the step failed of is what the state machine has to know.
        step!.runtime.log.error(`The failure of ${mine.id} could not be written down: ${String(cause)}`, row);
      }
    },
  };
}
