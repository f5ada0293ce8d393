import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../local/cli/main.ts', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  /** Everything written so far. */
  readonly seen: { out: string; err: string };
  readonly ended: Promise<Ended>;
  /** Resolves when the error output holds a text; fails when the process ends before. */
  until(text: string | RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  /** Stops reading the standard output, as `| head` does. */
  leave(): void;
  readonly pid: number;
}

/** Starts the command line as a user's shell would, without a terminal. */
export function startCli(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  input = '',
): Started {
  const { ANTHROPIC_API_KEY: _key, npm_lifecycle_event: _event, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...inherited, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const seen = { out: '', err: '' };
  const watchers = new Set<() => void>();
  const wake = (): void => {
    for (const watch of watchers) watch();
  };
  child.stdout.on('data', (part: Buffer) => {
    seen.out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    seen.err += part.toString();
    wake();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let over = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      over = true;
      wake();
      resolve({ code, ...seen });
    });
  });
  return {
    seen,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const there = typeof text === 'string' ? seen.err.includes(text) : text.test(seen.err);
          if (!there && !over) return;
          watchers.delete(look);
          if (there) resolve();
          else reject(new Error(`Ended without ${String(text)}: ${seen.err.slice(-500)}`));
        };
        watchers.add(look);
        look();
      }),
    kill: (signal) => {
      child.kill(signal);
    },
    leave: () => {
      child.stdout.destroy();
    },
    pid: child.pid!,
  };
}

/** Runs the command line to its end. */
export function cli(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  input?: string,
): Promise<Ended> {
  return startCli(args, environment, input).ended;
}
