import { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { S3Blobs } from '../../../shared/store/s3.ts';

it('fails by the name that the state machine tries again, whatever a bucket that is busy calls it', async () => {
  const client = new S3Client({ region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } });
  client.send = () => Promise.reject(Object.assign(new Error('Reduce your rate.'), { name: 'SlowDown' }));
  const blobs = new S3Blobs('bucket', client);
  await expect(blobs.list('a/')).rejects.toThrow(StoreUnavailable);
  await expect(blobs.get('a/x')).rejects.toThrow(StoreUnavailable);
});
