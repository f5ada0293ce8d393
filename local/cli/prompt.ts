import { createInterface, type Interface } from 'node:readline/promises';
import type { RunView } from '../../shared/api/views.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { matchOption } from '../../shared/run/questions.ts';

export type Asked = RunView['questions'][number];

/** The question as text: numbered choices, the default marked, what each costs, how long is left. */
export function questionText(question: Asked, now: number): string {
  const options = question.options.map((option, at) => {
    const cost = option.cost === null ? '' : ` (${option.cost})`;
    return `  ${at + 1}. ${option.label}${cost}${option.key === question.default ? '   [default]' : ''}`;
  });
  return [`? ${question.text}`, ...options, `  The default is taken by itself in ${leftText(question, now)}.`].join(
    '\n',
  );
}

/** Time until a question's default is taken. */
export function leftText({ deadline }: Pick<Asked, 'deadline'>, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(deadline) - now) / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/**
 * Asks at the terminal until the answer is one of the choices; Enter takes the default.
 * @param signal ends the asking: somebody else has answered, or the time is over
 * @returns null when nobody answers here: aborted, or the input has ended
 */
export async function promptQuestion(question: Asked, signal: AbortSignal): Promise<string | null> {
  process.stderr.write(`${questionText(question, Date.now())}\n`);
  for (;;) {
    const line = await ask('  Your choice (Enter takes the default): ', signal);
    if (line === null) return null;
    if (line === '') return question.default;
    try {
      return matchOption(question, line);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      process.stderr.write(`  ${error.message}\n`);
    }
  }
}

/** Yes or no; Enter and a closed input mean no. */
export async function confirm(text: string): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(`? ${text} [y/N] `)) ?? '');
}

/** One line from the terminal, trimmed; null when it was aborted or the input has ended. */
async function ask(prompt: string, signal?: AbortSignal): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // A terminal in raw mode sends Ctrl-C as a key: it means here what it means everywhere.
  terminal.on('SIGINT', () => {
    terminal.close();
    process.emit('SIGINT');
  });
  try {
    return await Promise.race([question(terminal, prompt, signal), closed(terminal)]);
  } finally {
    terminal.close();
  }
}

async function question(terminal: Interface, prompt: string, signal?: AbortSignal): Promise<string | null> {
  try {
    return (await terminal.question(prompt, signal === undefined ? {} : { signal })).trim();
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error;
    process.stderr.write('\n');
    return null;
  }
}

const closed = (terminal: Interface): Promise<null> =>
  new Promise((resolve) => {
    terminal.once('close', () => resolve(null));
  });
