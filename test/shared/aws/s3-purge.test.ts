import type { S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../../shared/store/errors.ts';
import { purge } from '../../../shared/store/purge.ts';
import { S3Blobs } from '../../../shared/store/s3.ts';

interface Sent {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

function bucket(pages: object[], reply: object = {}) {
  const sent: Sent[] = [];
  const send = async (command: { constructor: { name: string }; input: Record<string, unknown> }) => {
    sent.push({ name: command.constructor.name, input: command.input });
    return command.constructor.name === 'ListObjectVersionsCommand' ? pages.shift() : reply;
  };
  return { sent, blobs: new S3Blobs('bucket', { send } as unknown as S3Client) };
}

it('deletes every version and every marker, page by page', async () => {
  const { sent, blobs } = bucket([
    {
      Versions: [
        { Key: 'a/x', VersionId: '1' },
        { Key: 'a/x', VersionId: '2' },
      ],
      DeleteMarkers: [{ Key: 'a/y', VersionId: '3' }],
      IsTruncated: true,
      NextKeyMarker: 'a/y',
      NextVersionIdMarker: '3',
    },
    { Versions: [{ Key: 'a/z', VersionId: '4' }], IsTruncated: false },
  ]);
  await purge(blobs, 'a/');
  expect(sent.map(({ name }) => name)).toEqual([
    'ListObjectVersionsCommand',
    'DeleteObjectsCommand',
    'ListObjectVersionsCommand',
    'DeleteObjectsCommand',
  ]);
  expect(sent[1]?.input).toMatchObject({
    Delete: {
      Objects: [
        { Key: 'a/x', VersionId: '1' },
        { Key: 'a/x', VersionId: '2' },
        { Key: 'a/y', VersionId: '3' },
      ],
    },
  });
  expect(sent[2]?.input).toMatchObject({ Prefix: 'a/', KeyMarker: 'a/y', VersionIdMarker: '3' });
});

it('says when one of them was not deleted', async () => {
  const { blobs } = bucket([{ Versions: [{ Key: 'a/x', VersionId: '1' }] }], {
    Errors: [{ Key: 'a/x', Code: 'AccessDenied' }],
  });
  await expect(purge(blobs, 'a/')).rejects.toThrow(StoreUnavailable);
});

it('never takes a neighbour along', async () => {
  const { blobs } = bucket([]);
  await expect(purge(blobs, 'a/runs/x')).rejects.toThrow(RangeError);
});
