import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXIT, exitOf, messageOf } from '../../../local/cli/exit.ts';
import { program } from '../../../local/cli/program.ts';

let folder: string;
let home: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bad-'));
  home = join(folder, 'home');
  vi.stubEnv('PLUMBLINE_HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  const line = JSON.stringify({ title: 'A title', abstract: 'x'.repeat(300) });
  await mkdir(join(folder, 'none'));
  await writeFile(join(folder, 'empty.jsonl'), '');
  await writeFile(join(folder, 'binary.bib'), Buffer.from([64, 0, 1, 2, 3]));
  await writeFile(join(folder, 'cut.jsonl.gz'), gzipSync(line.repeat(100)).subarray(0, 40));
  await writeFile(join(folder, 'empty.html'), '');
  await writeFile(
    join(folder, 'noise.txt'),
    Buffer.from(Array.from({ length: 4000 }, (_, i) => 1 + ((i * 7919) % 255))),
  );
  await writeFile(join(folder, 'paper.docx'), 'x');
  await writeFile(join(folder, 'untitled.bib'), '@misc{a, year={2001}}\n');
  await writeFile(join(folder, 'file'), 'x');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** What a user gets to see of a command that cannot be carried out. */
async function refused(args: readonly string[]): Promise<{ code: number; text: string }> {
  const error = await program()
    .parseAsync(['node', 'plumbline', ...args.map((arg) => arg.replace('@', `${folder}/`))])
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
  expect(error, args.join(' ')).toBeDefined();
  return { code: exitOf(error), text: messageOf(error) };
}

describe('what cannot be meant', () => {
  it.each([
    [['run', ''], 'topic is empty'],
    [['run', '?! … --'], 'topic is empty: "?! … --" holds no word'],
    [['run', 'the of', 'And'], '"the of And" names nothing to research'],
    [['run', '\u001b[31mthe\u001b[0m'], '"the" names nothing'],
    [['run', 'What is it?'], 'names nothing to research'],
    [['run', 'a'.repeat(10_000)], '10000 characters'],
    [['run', 'x', '--dept=quick'], 'Did you mean --depth?'],
    [['run', 'x', '--depth=foo'], '"foo" is unknown'],
    [['run', 'x', '--time-horizon=2025-2020'], 'ends before it begins'],
    [['run', 'x', '--budget=0k-tokens'], 'buys nothing'],
    [['run', 'x', '--budget=abc'], '"abc" is not understood'],
    [['run', 'x', '--sources=arxiv,nonsense'], '"nonsense" is no source'],
    [['run', 'x', '--seed-paper=banana'], '"banana" is no id'],
    [['run', 'x', '--seed-paper=arxiv:2307.08691', '--exclude=arXiv:2307.08691v2'], 'a seed paper and excluded'],
    [['run', 'x', '--deadline=soon'], '"soon" is no time'],
    [['run', 'x', '--deadline=5'], '"5" has no unit. Write --deadline=5s, 5m or 5h.'],
    [['run', 'x', '--deadline=30m2h'], '"30m2h" is no time'],
    [['run', 'x', '--deadline='], '"" is no time'],
    [['run', 'x', '--deadline=9007199254740991s'], 'over a week'],
    [['run', 'x', `--deadline=${'9'.repeat(400)}h`], 'over a week'],
    [['run', 'x', '--library='], 'path is empty'],
    [['library', 'add', ''], 'path is empty'],
    [['run', 'x', '--answer=colour=red'], 'is no answer'],
    [['run', 'x', '--answer=constructor=1'], 'is no answer'],
    [['run', 'x', '--continue='], 'is the name of no run'],
    [['run', 'x', '--continue=../..'], 'is the name of no run'],
    [['run', 'x', '--depth=\u001b[31mred\u202e'], '\\u001b[31mred\\u202e'],
    [['run', 'x', '--library=@empty.html'], 'no usable record'],
    [['run', 'x', '--library=@noise.txt'], 'no usable record'],
    [['run', 'x', '--library=@missing.bib'], 'does not exist'],
    [['run', 'x', '--library=@empty.jsonl'], 'it is empty'],
    [['run', 'x', '--library=@none'], 'without documents'],
    [['run', 'x', '--library=@binary.bib'], 'binary file'],
    [['run', 'x', '--library=@cut.jsonl.gz'], 'cut off'],
    [['run', 'x', '--library=@paper.docx'], 'no known kind'],
    [['run', 'x', '--library=@untitled.bib'], '0 of 1 entries can be used (first: line 1, no title)'],
    [['run'], "Missing required argument 'topic'"],
    [['rnu', 'x'], 'Did you mean run?'],
    [['efficient attention'], 'run "efficient attention"'],
    [['status', 'nothing-2026-01-01'], 'does not exist'],
    [['resume', 'nothing-2026-01-01'], 'does not exist'],
    [['list', '--status=done'], '"done" is unknown'],
    [['schedule', 'add', 'x'], 'Say when'],
    [['schedule', 'add', 'x', '--rate', '7 lightyears'], '"7 lightyears" is not understood'],
    [['schedule', 'add', 'x', '--cron', '99 * * * *'], 'minute "99"'],
    [['schedule', 'add', 'x', '--cron', '0 7 * * MON', '--zone', 'Mars/Olympus'], 'no time zone'],
    [['--endpoint', 'nowhere', 'list'], 'is no address'],
    [['login'], 'Say where'],
    [['completion', 'ksh'], 'bash, zsh, fish'],
    [['tools', 'route', '--kind', 'x', '--subfield', 'ml'], 'kind'],
    [['tools', 'match', '@missing.jsonl'], 'cannot be read'],
  ])('%j: says %j in at most three lines, exits with 2 and leaves nothing behind', async (args, part) => {
    const { code, text } = await refused(args);
    expect(text).toContain(part);
    expect(text.split('\n').length).toBeLessThanOrEqual(3);
    expect(code).toBe(EXIT.usage);
    expect(existsSync(home)).toBe(false);
  });

  it('a home that is a file, and a clock that is none', async () => {
    vi.stubEnv('PLUMBLINE_HOME', join(folder, 'file'));
    for (const args of [['run', 'x', '--offline'], ['list'], ['status', 'x'], ['library', 'list']]) {
      expect(await refused(args)).toMatchObject({ code: EXIT.usage, text: expect.stringContaining('it is a file') });
    }
    vi.stubEnv('PLUMBLINE_HOME', home);
    vi.stubEnv('PLUMBLINE_CLOCK', 'yesterday');
    expect(await refused(['run', 'x', '--offline'])).toMatchObject({
      code: EXIT.usage,
      text: expect.stringContaining('"yesterday", which is no ISO time'),
    });
    vi.stubEnv('PLUMBLINE_CLOCK', undefined);
    expect(existsSync(home)).toBe(false);
  });
});
