import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../../../local/cli/main.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-stdin-'));
  await writeFile(join(folder, 'known.json'), '["Doe2021"]');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** `tools cite` of what is written into its standard input piece by piece, `pause` milliseconds apart. */
async function cited(pieces: readonly string[], pause: number): Promise<{ code: number; out: string; err: string }> {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    MAIN,
    'tools',
    'cite',
    '--known',
    join(folder, 'known.json'),
    '-',
  ]);
  let out = '';
  let err = '';
  child.stdout.on('data', (part) => {
    out += String(part);
  });
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  for (const piece of pieces) {
    child.stdin.write(piece);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  child.stdin.end();
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

it('waits for a writer that is slower than it', async () => {
  const draft = `${'words '.repeat(20_000)}[Doe2021]\n`;
  const { code, out, err } = await cited([draft, draft, draft], 300);
  expect(err).toContain('"kept":3');
  expect(code).toBe(0);
  expect(out).toBe(draft.repeat(3));
});
