import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normaliseId } from '../../../shared/contracts/ids.ts';
import { TranscriptRow } from '../../../shared/contracts/run.ts';
import { checkRun, libraryEntries } from '../../support/check-run.ts';
import { cli } from '../../support/cli.ts';

const FILE = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'data/corpus/acl-978-full.jsonl.gz');
const missing = !existsSync(FILE);
if (missing) console.log(`skipped: ${FILE} is not there`);
/** For a machine that others use too. */
const PATIENCE = { timeout: 400_000 };
const TOPIC = 'statistical machine translation word reordering';

/** What must not depend on time, chance or the machine. */
const SAME =
  /^(plan\.md|findings\/|papers\/|analysis\/|embeddings\.json|citation-graph\.json|candidates\.json|synthesis\.md|digest\.md|references\.)/;

describe.skipIf(missing)('a corpus of 978 real papers', PATIENCE, () => {
  let folder: string;
  let library: ReturnType<typeof libraryEntries>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-corpus-'));
    const lines = gunzipSync(readFileSync(FILE))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Parameters<typeof libraryEntries>[0][number]);
    library = libraryEntries(lines, (id) => normaliseId(id)!);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(home: string, ...options: string[]): Promise<string> {
    const environment = { PLUMBLINE_HOME: join(folder, home), PLUMBLINE_CLOCK: '2026-11-30T12:00:00Z' };
    const args = ['run', TOPIC, '--library', FILE, '--offline', '--json', ...options];
    const { code, out, err } = await cli(args, environment);
    expect(code, err).toBe(0);
    const { slug } = JSON.parse(out) as { slug: string };
    return join(folder, home, 'runs', slug);
  }

  const rows = (path: string): TranscriptRow[] =>
    readFileSync(join(path, 'transcript.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => TranscriptRow.parse(JSON.parse(line)));

  it('standard: everything cited is in the library and every quotation stands there verbatim', async () => {
    const path = await run('a');
    const found = checkRun(path, library);
    expect(found.wrong).toEqual([]);
    expect(found.references).toBeGreaterThanOrEqual(3);
    expect(found.quotes).toBeGreaterThan(10);
    expect(found.papersRead).toBeLessThanOrEqual(10);
    expect(readFileSync(join(path, 'synthesis.md'), 'utf8').length).toBeGreaterThanOrEqual(2000);
    expect(readdirSync(join(path, 'analysis')).filter((name) => name.endsWith('.md'))).toHaveLength(3);
  });

  it('the same command in a fresh home gives the same bytes', async () => {
    const [first, second] = [await run('b'), await run('c')];
    const files = (path: string) =>
      readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
        .filter((name) => SAME.test(name))
        .sort();
    expect(files(first).length).toBeGreaterThan(15);
    expect(files(second)).toEqual(files(first));
    for (const name of files(first)) {
      expect(readFileSync(join(second, name)).equals(readFileSync(join(first, name))), name).toBe(true);
    }
  });

  it('quick: a digest and no synthesis', async () => {
    const path = await run('a', '--depth=quick');
    expect(existsSync(join(path, 'digest.md'))).toBe(true);
    expect(existsSync(join(path, 'synthesis.md'))).toBe(false);
    expect(rows(path).some(({ role }) => role === 'reader')).toBe(false);
  });

  it('deep: at most 30 papers, at most 5 at once', async () => {
    const path = await run('a', '--depth=deep');
    const found = checkRun(path, library);
    expect(found.wrong).toEqual([]);
    expect(found.papersRead).toBeGreaterThan(10);
    expect(found.papersRead).toBeLessThanOrEqual(30);
    let [reading, most] = [0, 0];
    for (const { event, role } of rows(path)) {
      if (role !== 'reader') continue;
      if (event === 'dispatched') reading++;
      if (event === 'returned') reading--;
      most = Math.max(most, reading);
    }
    expect(most).toBe(5);
  });

  it('a time horizon is hard', async () => {
    const path = await run('a', '--time-horizon=2000-2010');
    const found = checkRun(path, library, [2000, 2010]);
    expect(found.wrong).toEqual([]);
    expect(found.references).toBeGreaterThanOrEqual(3);
  });
});
