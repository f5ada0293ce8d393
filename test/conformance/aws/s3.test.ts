import {
  CreateBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Links } from '../../../shared/aws/links.ts';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { purge } from '../../../shared/store/purge.ts';
import { S3Blobs } from '../../../shared/store/s3.ts';
import { blobContract } from '../../support/store-contract.ts';
import { CREDENTIALS, REGION, startMoto } from './servers.ts';

const server = await startMoto();
if (server.why !== null) console.warn(`Skipped: objects on an S3 server, because ${server.why}.`);

describe.skipIf(server.why !== null)('objects on an S3 server', () => {
  const endpoint = server.why === null ? server.url : '';
  const client = new S3Client({ endpoint, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
  const blobs = new S3Blobs('plumbline', client);

  beforeAll(async () => {
    await client.send(new CreateBucketCommand({ Bucket: 'plumbline' }));
    await client.send(
      new PutBucketVersioningCommand({ Bucket: 'plumbline', VersioningConfiguration: { Status: 'Enabled' } }),
    );
  });
  afterAll(() => {
    client.destroy();
    if (server.why === null) server.stop();
  });

  blobContract(() => blobs);

  it('lists more than one page, sorted', async () => {
    const keys = Array.from({ length: 1005 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => blobs.put(key, 'x')));
    }
    expect(await blobs.list('many/')).toEqual(keys);
  });

  it('deletes every version below a prefix, and nothing beside it', async () => {
    for (const text of ['one', 'two', 'three']) await blobs.put('a/runs/x/plan.md', text);
    await blobs.delete('a/runs/x/plan.md');
    await blobs.put('a/runs/x/papers/p.md', 'p');
    await blobs.put('a/runs/xy/plan.md', 'kept');
    await purge(blobs, 'a/runs/x/');
    const left = await client.send(new ListObjectVersionsCommand({ Bucket: 'plumbline', Prefix: 'a/runs/x' }));
    expect([...(left.Versions ?? []), ...(left.DeleteMarkers ?? [])].map(({ Key }) => Key)).toEqual([
      'a/runs/xy/plan.md',
    ]);
  });

  it('hands out links that save the file, and end', async () => {
    await blobs.put('a/runs/x/synthesis.md', '# Ünïcode');
    const { url, expires } = await new S3Links('plumbline', client).link('a/runs/x/synthesis.md');
    const answer = await fetch(url);
    expect(await answer.text()).toBe('# Ünïcode');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="synthesis.md"');
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(900_000);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
  });

  it('names what a bucket that is not there comes to', async () => {
    await expect(new S3Blobs('nowhere', client).put('a/b', 'c')).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
