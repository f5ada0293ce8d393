import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HomeInUse, HomeLost, HomeUnusable } from '../../local/cloud/errors.ts';
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

  it.each(['lock', 'table'])('says once that it is lost when its %s is another one', async (part) => {
    const home = await Home.own(join(folder, 'home'));
    await mkdir(join(home.path, 'table'));
    const errors: Error[] = [];
    const lost = new Promise<void>((resolve) => {
      void home.watch((error) => resolve(void errors.push(error)));
    });
    await rename(join(home.path, part), join(folder, 'moved'));
    await mkdir(join(home.path, part));
    await lost;
    expect(errors).toEqual([expect.any(HomeLost)]);
    expect(errors[0]?.message).toMatch(/^The home \S+home is gone: .*\n.*plumbline resume/);
    await home.release();
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

  it.each([
    ['/dev/null/x', 'it is a file, or lies below one'],
    ['/proc/plumbline/x', 'no folder can be made there'],
    ['@nowhere', 'a link that leads nowhere'],
    ['@circle/x', 'its links lead in a circle'],
    [`@${'a'.repeat(300)}`, 'its name is too long'],
    ['@a', 'its lock is a file, not a folder'],
    ['@b', 'its table is a file, not a folder'],
    ['@c', 'its runs is a file, not a folder'],
    ['@d', 'its server.json is a folder, not a file'],
  ])('at %s is refused at once, with the reason', async (path, reason) => {
    for (const [home, part] of [
      ['a', 'lock'],
      ['b', 'table'],
      ['c', 'runs'],
    ] as const) {
      await mkdir(join(folder, home));
      await writeFile(join(folder, home, part), '');
    }
    await mkdir(join(folder, 'd', 'server.json'), { recursive: true });
    await symlink(join(folder, 'nothing'), join(folder, 'nowhere'));
    await symlink(join(folder, 'circle'), join(folder, 'circle'));
    const refused = Home.own(path.replace('@', `${folder}/`));
    await expect(refused).rejects.toBeInstanceOf(HomeUnusable);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(/^The home .{1,120} cannot be used: .*\.\nChoose another folder/);
  });
});
