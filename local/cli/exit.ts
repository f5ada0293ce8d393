import { Conflict, KeyReused, NotFound, Unauthenticated } from '../../shared/api/errors.ts';
import { BudgetExhausted, PlumblineError, UsageError } from '../../shared/contracts/errors.ts';
import { SourceMisconfigured } from '../../shared/sources/errors.ts';
import { HomeUnusable } from '../cloud/errors.ts';
import { typed } from './typed.ts';
import { visible } from './visible.ts';

/** Exit codes of every command. */
export const EXIT = { done: 0, usage: 2, failed: 3, waiting: 4, budget: 5, interrupted: 130 } as const;

const USAGE = [UsageError, NotFound, Conflict, KeyReused, Unauthenticated, HomeUnusable, SourceMisconfigured];

/** The exit code that an error means. */
export function exitOf(error: unknown): number {
  if (USAGE.some((kind) => error instanceof kind)) return EXIT.usage;
  if (error instanceof BudgetExhausted) return EXIT.budget;
  return EXIT.failed;
}

const LONGEST = 400;
const DISK_FULL = /ENOSPC|No space left on device/;

/** At most three lines, never a stack trace: that is in the log. Hints can be typed as they stand. */
export function messageOf(error: unknown, logPath?: string): string {
  const known = error instanceof PlumblineError;
  const text = known ? textOf(error) : oneLine(textOf(error));
  const lines = text
    .split('\n')
    .slice(0, known ? 3 : 1)
    .map((line) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}\u2026` : line).trim())
    .map(visible);
  const where = known || logPath === undefined ? [] : [`The log has the details: ${logPath}`];
  return `\u2717 ${typed([...lines, ...where].join('\n  '))}`;
}

/** A library's message may be a whole document: all of it in one line, cut where every line is. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof PlumblineError || !DISK_FULL.test(text)) return text;
  return 'The disk is full. What was finished is stored: make room, then go on with: plumbline resume <slug> (plumbline list shows the names)';
}
