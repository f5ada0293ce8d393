import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RECORDS, TOPIC } from '../../e2e/models/library.ts';
import { fromPlaces } from '../../support/deep-run.ts';
import { repeatedSteps } from '../../support/sweep.ts';
import { type ClassReport, newReport, note } from './report.ts';

const MAIN = fileURLToPath(new URL('../../../local/cli/main.ts', import.meta.url));
const SLUG_LINE = /^\{.*"slug":"([^"]+)"/m;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  readonly lines: number;
}

/** Runs the CLI; `killAt`: the line of its progress after which it gets SIGKILL, and the milliseconds it has left then. */
async function cli(
  home: string,
  args: readonly string[],
  killAt: { line: number; ms: number } | null = null,
): Promise<Ended> {
  const { ANTHROPIC_API_KEY: _key, ...environment } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...environment, PLUMBLINE_HOME: home, PLUMBLINE_CLOCK: '2026-11-30T12:00:00.000Z' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err, lines] = ['', '', 0];
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const check = async () => {
    if (killAt === null || lines < killAt.line) return;
    await sleep(killAt.ms);
    child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
    lines = err.split('\n').length - 1;
    void check();
  });
  if (killAt?.line === 0) void check();
  return { code: await ended, out, err, lines };
}

async function filesOf(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (/^(transcript\.jsonl|drafts\/|replies\/|summary\.txt|report\.html)|\.part$/.test(path)) continue;
    found.set(path, await readFile(join(folder, path), 'utf8'));
  }
  return found;
}

const differ = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path)).sort();

/**
 * Kills the process of a real run with SIGKILL, on points spread over its progress, and resumes it with another process over
 * what is left on the disk.
 *
 * @param mine whether the nth point is this worker's
 */
export async function killReport(points: number, depth: string, mine: (n: number) => boolean): Promise<ClassReport> {
  const report = newReport(`kill -9 (${depth})`);
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kill-'));
  try {
    const library = join(folder, 'papers.jsonl');
    await writeFile(
      library,
      (depth === 'deep' ? fromPlaces(['North', 'South', 'West']) : RECORDS.slice(0, 8))
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    const order = ['run', TOPIC, '--offline', '--no-input', `--depth=${depth}`, `--library=${library}`];
    const home = (name: string) => join(folder, name);
    const calm = await cli(home('calm'), order);
    if (calm.code !== 0) throw new Error(`The undisturbed run ended with ${calm.code}: ${calm.err.slice(-500)}`);
    const list = await cli(home('calm'), ['list', '--json']);
    const slug =
      SLUG_LINE.exec(list.out.replace(/\s+/g, ' ').replace(/" ?: ?/g, '":'))?.[1] ??
      (await readdir(join(home('calm'), 'runs')))[0]!;
    const expected = await filesOf(join(home('calm'), 'runs', slug));
    for (let n = 0; n < points; n++) {
      if (!mine(n)) continue;
      const at = { line: Math.floor((n * calm.lines) / points), ms: (n * 37) % 90 };
      const place = home(`k${n}`);
      const killed = await cli(place, order, at);
      let next = await cli(place, ['resume', slug, '--no-input']);
      const early = /There (is no run|are no runs)/.test(next.err);
      if (early) next = await cli(place, order);
      const complete = next.code === 0 || /is complete/.test(next.err);
      const run = join(place, 'runs', slug);
      const found = await filesOf(run).catch(() => new Map<string, string>());
      const rows = complete
        ? (await readFile(join(run, 'transcript.jsonl'), 'utf8'))
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as { event: string; id?: string; status?: string })
        : [];
      const differences = differ(expected, found);
      note(report, {
        at: `line ${at.line} + ${at.ms} ms, killed ${killed.code === null}, early ${early}${complete ? '' : `: ${next.err.slice(-300)}`}`,
        identical: differences.length === 0,
        differences,
        repeated: repeatedSteps(rows),
        status: complete ? 'complete' : `exit ${next.code}`,
      });
      await rm(place, { recursive: true, force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return report;
}
