import { createInterface } from 'node:readline/promises';
import type { RunView } from '../../shared/api/views.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { matchOption } from '../../shared/run/questions.ts';

type Asked = RunView['questions'][number];

/** The question as text: numbered choices, the default marked, what each costs, how long is left. */
export function questionText(question: Asked, now: number): string {
  const left = Math.max(0, Math.round((Date.parse(question.deadline) - now) / 60_000));
  const options = question.options.map((option, at) => {
    const cost = option.cost === null ? '' : ` (${option.cost})`;
    return `  ${at + 1}. ${option.label}${cost}${option.key === question.default ? '   [default]' : ''}`;
  });
  return [`? ${question.text}`, ...options, `  Enter takes the default; it is taken by itself in ${left} min.`].join(
    '\n',
  );
}

/** Asks at the terminal until the answer is one of the choices; Enter takes the default. */
export async function promptQuestion(question: Asked): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`${questionText(question, Date.now())}\n`);
    for (;;) {
      const line = (await terminal.question('> ')).trim();
      if (line === '') return question.default;
      try {
        return matchOption(question, line);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        process.stderr.write(`  ${error.message}\n`);
      }
    }
  } finally {
    terminal.close();
  }
}

/** Yes or no; Enter means no. */
export async function confirm(text: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`? ${text} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
