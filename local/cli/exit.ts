import { Conflict, NotFound } from '../../shared/api/errors.ts';
import { BudgetExhausted, PlumblineError, UsageError } from '../../shared/contracts/errors.ts';

/** Exit codes of every command. */
export const EXIT = { done: 0, usage: 2, failed: 3, waiting: 4, budget: 5, interrupted: 130 } as const;

/** The exit code that an error means. */
export function exitOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof NotFound || error instanceof Conflict) return EXIT.usage;
  if (error instanceof BudgetExhausted) return EXIT.budget;
  return EXIT.failed;
}

/** At most three lines, never a stack trace: that is in the log. */
export function messageOf(error: unknown, logPath?: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').slice(0, error instanceof PlumblineError ? 3 : 1);
  const where = error instanceof PlumblineError || logPath === undefined ? [] : [`The log has the details: ${logPath}`];
  return `\u2717 ${[...lines, ...where].join('\n  ')}`;
}
