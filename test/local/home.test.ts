import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomeInUse, HomeUnusable } from '../../local/cloud/errors.ts';
import { Home } from '../../local/cloud/home.ts';
import { readServerFile } from '../../local/cloud/server-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-home-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a home', () => {
  it('has one owner at a time, and is free again when the owner lets go', async () => {
    const first = await Home.own(folder);
    await expect(Home.own(folder)).rejects.toBeInstanceOf(HomeInUse);
    await first.release();
    const second = await Home.own(folder);
    await second.release();
  });

  it('tells where its owner listens, readable by the user only, until it is released', async () => {
    const home = await Home.own(folder);
    await home.announce(4711);
    expect(await readServerFile(folder)).toEqual({ port: 4711, token: home.token, pid: process.pid });
    expect((await stat(join(folder, 'server.json'))).mode & 0o777).toBe(0o600);
    await home.release();
    expect(await readServerFile(folder)).toBeUndefined();
  });

  it('is free at once after its owner was killed', async () => {
    const module = new URL('../../local/cloud/home.ts', import.meta.url).href;
    const script = `const { Home } = await import(${JSON.stringify(module)}); await Home.own(${JSON.stringify(folder)}); console.log('owned'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    await expect(Home.own(folder)).rejects.toBeInstanceOf(HomeInUse);
    child.kill('SIGKILL');
    await new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const home = await Home.own(folder);
    await home.release();
  });

  it('says what is wrong with a folder that cannot be used', async () => {
    await expect(Home.own('/dev/null/x')).rejects.toBeInstanceOf(HomeUnusable);
  });
});
