import { readdir, readFile } from 'node:fs/promises';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { SHARED_PREFIX } from '../../shared/aws/places.ts';
import { setting } from '../../shared/aws/setting.ts';
import type { LibraryRecord } from '../../shared/contracts/record.ts';
import { formatOf, parseRecords } from '../../shared/sources/library/formats.ts';
import type { Manifest } from '../../shared/sources/library/manifest.ts';
import { fileHash, saveLibrary } from '../../shared/sources/library/store.ts';
import { S3Blobs } from '../../shared/store/s3.ts';

const FOLDER = new URL('./library/', import.meta.url);

/** CloudFormation's call: indexes what came with the bundle, and answers where it is asked to. */
export async function handler(event: CloudFormationCustomResourceEvent): Promise<void> {
  const id = String(event.ResourceProperties.id);
  try {
    // What is deleted with the stack is the wish to have it indexed; the objects stay, like everything in the bucket.
    const records = event.RequestType === 'Delete' ? 0 : await indexLibrary(id);
    await answer(event, id, 'SUCCESS', `${records} records`);
  } catch (error) {
    await answer(event, id, 'FAILED', String(error));
  }
}

async function indexLibrary(id: string): Promise<number> {
  const files: Record<string, string> = {};
  const records: LibraryRecord[] = [];
  const problems: Manifest['problems'] = [];
  for (const name of (await readdir(FOLDER)).sort()) {
    const format = formatOf(name);
    if (format === null) continue;
    const bytes = await readFile(new URL(name, FOLDER));
    files[name] = fileHash(bytes);
    const found = parseRecords(bytes.toString('utf8'), format, name);
    for (const record of found.records) records.push(record);
    for (const problem of found.problems) problems.push({ file: name, ...problem });
  }
  const blobs = new S3Blobs(setting('BUCKET_NAME'));
  const manifest = await saveLibrary(blobs, SHARED_PREFIX, { id, name: 'starter library', files, records, problems });
  return manifest.records;
}

async function answer(
  event: CloudFormationCustomResourceEvent,
  id: string,
  Status: 'SUCCESS' | 'FAILED',
  Reason: string,
): Promise<void> {
  const { StackId, RequestId, LogicalResourceId } = event;
  const body = JSON.stringify({
    Status,
    Reason,
    PhysicalResourceId: `library-${id}`,
    StackId,
    RequestId,
    LogicalResourceId,
  });
  // As bytes, which have no type: the address is signed for none, and a text would be sent with one.
  const reply = await fetch(event.ResponseURL, { method: 'PUT', body: Buffer.from(body) });
  if (!reply.ok) throw new Error(`CloudFormation did not take the answer (${reply.status}): ${Reason}`);
}
