import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { FileBlobs } from '../../../shared/store/files.ts';
import { MemoryBlobs } from '../../../shared/store/memory.ts';
import { blobContract } from '../../support/store-contract.ts';

describe('memory blobs', () => {
  const blobs = new MemoryBlobs();
  blobContract(() => blobs);
});

describe('file blobs', () => {
  const folder = mkdtemp(join(tmpdir(), 'plumbline-blobs-'));
  afterAll(async () => rm(await folder, { recursive: true }));
  blobContract(async () => new FileBlobs(await folder));

  it.each(['../outside', 'runs//x', '', 'a/./b'])('refuses the key "%s"', async (key) => {
    await expect(new FileBlobs(await folder).put(key, 'x')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  it('leaves no draft behind when a write cannot be finished, and does not list drafts', async () => {
    const root = await folder;
    await mkdir(join(root, 'runs/full/a.md'), { recursive: true });
    await expect(new FileBlobs(root).put('runs/full/a.md', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readdir(join(root, 'runs/full'))).toEqual(['a.md']);
    await writeFile(join(root, 'runs/full/.1-1.part'), 'torn');
    expect(await new FileBlobs(root).list('runs/full/')).toEqual([]);
  });

  it('does not make its folder again when somebody has deleted it', async () => {
    const gone = join(await folder, 'gone');
    await expect(new FileBlobs(gone).put('runs/a.md', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await readdir(await folder)).not.toContain('gone');
  });

  it('says that an object below a file cannot be stored, and finds none there', async () => {
    const root = await folder;
    await writeFile(join(root, 'blocked'), 'x');
    const blobs = new FileBlobs(root);
    await expect(blobs.put('blocked/a.md', 'x')).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await blobs.get('blocked/a.md')).toBeUndefined();
    expect(await blobs.list('blocked/')).toEqual([]);
    await blobs.delete('blocked/a.md');
  });
});
