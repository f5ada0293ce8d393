import { UsageError } from '../../shared/contracts/errors.ts';
import type { Clock } from '../../shared/runtime.ts';

/**
 * The time that PLUMBLINE_CLOCK fixes for what artefacts show; null: the real one.
 * @throws {UsageError} when it is no time
 */
export function checkClock(environment: NodeJS.ProcessEnv): Date | null {
  const fixed = environment.PLUMBLINE_CLOCK;
  if (fixed === undefined || fixed === '') return null;
  const at = new Date(fixed);
  if (!/^\d{4}-\d{2}-\d{2}/.test(fixed) || Number.isNaN(at.getTime())) {
    throw new UsageError(
      `PLUMBLINE_CLOCK is "${fixed.slice(0, 40)}", which is no ISO time. Write it like 2026-11-30T12:00:00Z, or unset it.`,
    );
  }
  return at;
}

/** The clock: real, or fixed by PLUMBLINE_CLOCK for what artefacts show. */
export function clockOf(environment: NodeJS.ProcessEnv): Clock {
  const at = checkClock(environment);
  return { now: () => (at ? new Date(at) : new Date()), wall: () => Date.now() };
}
