import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { linesOf } from '../../../local/cli/tool-input.ts';

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

/** The lines of bytes that come in pieces of so many. */
async function linesIn(bytes: Uint8Array, size: number): Promise<string[]> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return (await Array.fromAsync(linesOf('x', pieces()))).map(({ text }) => text);
}

it('finds the same lines wherever the pieces of the input end', async () => {
  const character = fc.constantFrom('a', 'é', '\u{1f600}', ' ', '\n', '\r', '\r\n');
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: character, maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('', '\ufeff'),
      async (text, size, mark) => {
        const lines = text.split(/\r\n|\r|\n/);
        const wanted = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
        expect(await linesIn(Buffer.from(mark + text), size)).toEqual(wanted);
        const wide = await linesIn(Buffer.from(`\ufeff${text}`, 'utf16le'), size);
        expect(wide).toEqual(wanted);
      },
    ),
  );
});

it('reads what is older than UTF-8, and no binary file', async () => {
  expect(await linesIn(Buffer.from('caf\xe9\nna\xefve', 'latin1'), 3)).toEqual(['café', 'naïve']);
  await expect(linesIn(Buffer.from('a\n%PDF\0\n'), 2)).rejects.toThrow('line 2 holds NUL');
});
