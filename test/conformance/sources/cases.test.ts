import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAt, SHARED } from './shared.ts';

const path = join(SHARED, 'cases', 'edge-cases.jsonl');
const folder = new URL('../../shared/sources/', import.meta.url).pathname;

describe.skipIf(!isAt(path))('published mistakes', () => {
  it('each has a test of ours, under its id', () => {
    const ids = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const titles = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .flatMap((name) =>
        [...readFileSync(join(folder, name), 'utf8').matchAll(/\bit\(\s*['"`]([^\n]*)/g)].map((hit) => hit[1]!),
      );
    expect(ids.length).toBeGreaterThanOrEqual(75);
    const untested = ids.filter((id) => !titles.some((title) => new RegExp(`\\b${id}\\b`).test(title)));
    expect(untested).toEqual([]);
  });
});
