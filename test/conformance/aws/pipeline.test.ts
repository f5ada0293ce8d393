import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { DynamoTable } from '../../../shared/store/dynamo.ts';
import { S3Blobs } from '../../../shared/store/s3.ts';
import { cloudOver, deterministic, request, runToEnd, type Stores, storesWith } from '../../support/pipeline.ts';
import { smallLibrary } from '../../support/small-library.ts';
import { CREDENTIALS, REGION, startDynamo, startMoto } from './servers.ts';

const [dynamo, s3] = await Promise.all([startDynamo(), startMoto()]);
const why = dynamo.why ?? s3.why;
if (why !== null) console.warn(`Skipped: a run over the cloud's stores, because ${why}.`);
afterAll(() => {
  for (const server of [dynamo, s3]) if (server.why === null) server.stop();
});

/** A table and a bucket on the servers, with what the given stores hold. */
async function cloudStores(from: Awaited<ReturnType<typeof storesWith>>): Promise<Stores> {
  if (dynamo.why !== null || s3.why !== null) throw new Error('The servers are not there.');
  const tables = new DynamoDBClient({ endpoint: dynamo.url, region: REGION, credentials: CREDENTIALS });
  const buckets = new S3Client({ endpoint: s3.url, region: REGION, credentials: CREDENTIALS, forcePathStyle: true });
  await tables.send(
    new CreateTableCommand({
      TableName: 'pipeline',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  await buckets.send(new CreateBucketCommand({ Bucket: 'pipeline' }));
  const blobs = new S3Blobs('pipeline', buckets);
  for (const key of await from.blobs.list('')) await blobs.put(key, (await from.blobs.get(key))!);
  return { table: new DynamoTable('pipeline', tables), blobs };
}

describe.skipIf(why !== null)('a run over DynamoDB Local and an S3 server', () => {
  it('makes the same bytes as one in memory', async () => {
    const stores = await storesWith(smallLibrary());
    const cloud = await cloudOver(await cloudStores(stores));
    const memory = await cloudOver(stores);
    const asked = request('consensus protocols for replicated logs');
    const [there, here] = [await runToEnd(cloud, asked), await runToEnd(memory, asked)];
    expect((await cloud.service.view(there)).status).toBe('complete');
    const [mine, theirs] = [await deterministic(cloud, there), await deterministic(memory, here)];
    expect([...mine.keys()]).toEqual([...theirs.keys()]);
    expect(mine.size).toBeGreaterThan(10);
    for (const [path, text] of mine) expect(text, path).toBe(theirs.get(path));
  });
});
