import type { Command } from 'commander';
import type { Api } from '../../shared/api/api.ts';
import type { RunRequest } from '../../shared/contracts/run.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import { checkClock } from '../cloud/clock.ts';
import { homeExists, homePath } from '../cloud/home-path.ts';
import type { Connection } from './connect.ts';
import { endpointOf } from './endpoint.ts';
import { confirmOver, estimateText } from './estimate.ts';
import { EXIT } from './exit.ts';
import { atTerminal, finish } from './finish.ts';
import { confirm } from './prompt.ts';
import { type RunOptions, requestOf } from './request.ts';
import { userPath } from './typed.ts';
import { visible } from './visible.ts';
import { withConnection } from './with-connection.ts';

/** Everything that can be wrong with what was typed is found before a home is made or a run is listed. */
export async function runAction(
  topic: readonly string[],
  options: RunOptions & { json?: boolean; estimate?: boolean },
  command: Command,
): Promise<number> {
  const { request, libraryPath } = requestOf(topic, options);
  // Nobody can be asked: a question takes its default at once, unless the user wants to answer later.
  if (!atTerminal() && options.waitForAnswers !== true) request.noInput = true;
  checkClock(process.env);
  await checkLibrary(libraryPath, endpointOf(command));
  return withConnection(
    command,
    async (connection) => {
      request.library = await libraryOf(connection, libraryPath);
      if (options.estimate) {
        const estimate = await connection.api.estimate(request);
        process.stdout.write(`${options.json ? JSON.stringify(estimate) : estimateText(estimate)}\n`);
        return EXIT.done;
      }
      if (options.input !== false && !(await mayStart(connection.api, request))) {
        process.stderr.write('Nothing was started.\n');
        return EXIT.done;
      }
      const { slug } = await connection.api.create(request);
      return finish(connection, slug, { json: options.json ?? false, takeDefaults: request.noInput });
    },
    { creates: true },
  );
}

/** Reads a library once before there is a home, so that a file that is no library leaves nothing behind. */
export async function checkLibrary(path: string | null, endpoint: string | undefined): Promise<void> {
  if (path === null || endpoint !== undefined || homeExists(homePath())) return;
  const { readLibrary } = await import('../library/import.ts');
  await readLibrary(userPath(path), slowly());
}

/** Indexes the user's library and tells what was left out of it; null: the starter library. */
export async function libraryOf(connection: Connection, path: string | null): Promise<string | null> {
  if (path === null) return null;
  const manifest = await indexed(connection, path);
  for (const line of problemLines(manifest, 5)) process.stderr.write(`${visible(line)}\n`);
  return manifest.id;
}

const QUICK_MS = 500;
const BEAT_MS = 10_000;

/** Indexes a library; of one that takes a while it is said now and then that it goes on. */
export async function indexed(connection: Connection, path: string): Promise<Manifest> {
  const since = performance.now();
  const say = () => {
    const seconds = Math.round((performance.now() - since) / 1000);
    process.stderr.write(`${visible(`Indexing ${path}`)}\u2026${seconds < 2 ? '' : ` ${seconds} s`}\n`);
  };
  const first = setTimeout(say, 2 * QUICK_MS);
  const beat = setInterval(say, BEAT_MS);
  try {
    return await connection.importLibrary(userPath(path));
  } finally {
    clearTimeout(first);
    clearInterval(beat);
  }
}

/** Says on the error output what is being done, once it has taken a while. */
function slowly(): (line: string) => void {
  const since = performance.now();
  return (line) => {
    if (performance.now() - since > QUICK_MS) process.stderr.write(`${visible(line)}\u2026\n`);
  };
}

/** Entries that were left out, at most `most` of them. */
export function problemLines({ problems }: Pick<Manifest, 'problems'>, most: number): string[] {
  const lines = problems
    .slice(0, most)
    .map(({ file, line, reason, kept }) => `! ${file} ${kept ? 'is not whole' : `line ${line} left out`}: ${reason}`);
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `! and ${more} more entries left out: plumbline library list --problems`] : lines;
}

/** Asks on a terminal when the estimate is over the limit that the user set. */
async function mayStart(api: Api, request: RunRequest): Promise<boolean> {
  const limit = confirmOver(process.env);
  if (limit === null || !atTerminal()) return true;
  const estimate = await api.estimate(request);
  if (estimate.cost.worst <= limit) return true;
  process.stderr.write(`${estimateText(estimate)}\n`);
  return confirm(
    `This may cost up to $${estimate.cost.worst.toFixed(2)}, over your limit of $${limit.toFixed(2)}. Start it?`,
  );
}
