import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreUnavailable } from './errors.ts';
import type { Blobs } from './ports.ts';

const absent = (cause: unknown): boolean => cause instanceof Error && ['NoSuchKey', 'NotFound'].includes(cause.name);

/** Objects on S3. A put is atomic by the service's own promise. */
export class S3Blobs implements Blobs {
  private readonly bucket: string;
  private readonly client: S3Client;

  constructor(bucket: string, client: S3Client = new S3Client({})) {
    this.bucket = bucket;
    this.client = client;
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    return this.attempt(key, async () => {
      const { Body } = await this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key }));
      return Body?.transformToByteArray();
    });
  }

  async put(key: string, body: Uint8Array | string, contentType = contentTypeOf(key)): Promise<void> {
    await this.attempt(key, () =>
      this.client.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: body, ContentType: contentType })),
    );
  }

  async size(key: string): Promise<number | undefined> {
    return this.attempt(key, async () => {
      const head = await this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }));
      return head.ContentLength;
    });
  }

  async list(prefix: string): Promise<string[]> {
    const found = await this.attempt(prefix, async () => {
      const keys: string[] = [];
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) if (Key !== undefined) keys.push(Key);
      return keys.sort();
    });
    return found ?? [];
  }

  async delete(key: string): Promise<void> {
    await this.attempt(key, () => this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  /**
   * Deletes every version and every delete marker below a prefix, 1,000 at a time.
   * @throws {StoreUnavailable} when one of them could not be deleted
   */
  async purge(prefix: string): Promise<void> {
    let page: ListObjectVersionsCommandOutput | undefined;
    do {
      const from = page && { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
      page = await this.attempt(prefix, () =>
        this.client.send(new ListObjectVersionsCommand({ Bucket: this.bucket, Prefix: prefix, ...from })),
      );
      const found = [...(page?.Versions ?? []), ...(page?.DeleteMarkers ?? [])];
      if (found.length > 0) {
        await this.deleteVersions(
          prefix,
          found.map(({ Key, VersionId }) => ({ Key, VersionId })),
        );
      }
    } while (page?.IsTruncated);
  }

  private async deleteVersions(
    prefix: string,
    objects: { Key: string | undefined; VersionId: string | undefined }[],
  ): Promise<void> {
    const reply = await this.attempt(prefix, () =>
      this.client.send(new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects: objects, Quiet: true } })),
    );
    const failed = reply?.Errors?.[0];
    if (failed) {
      throw new StoreUnavailable(
        `${reply.Errors!.length} objects below ${prefix} were not deleted (${failed.Code}: ${failed.Key}). Delete again.`,
      );
    }
  }

  private async attempt<T>(key: string, call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (cause) {
      if (absent(cause)) return undefined;
      const what = cause instanceof Error ? cause.message : String(cause);
      throw new StoreUnavailable(`The bucket did not answer for ${key}: ${what}. It is tried again.`, { cause });
    }
  }
}

const TYPES: Record<string, string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  jsonl: 'application/x-ndjson',
  svg: 'image/svg+xml',
  bib: 'application/x-bibtex; charset=utf-8',
  ris: 'application/x-research-info-systems',
  txt: 'text/plain; charset=utf-8',
};

function contentTypeOf(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
