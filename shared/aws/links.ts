import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Links } from '../api/links.ts';

/** Seconds that a link is good for; more than 15 minutes is more than a download needs. */
const SECONDS = 900;

/** Presigned GETs. The caller has looked up the key from the owner's own record and knows that the object exists. */
export class S3Links implements Links {
  private readonly bucket: string;
  private readonly client: S3Client;

  constructor(bucket: string, client: S3Client = new S3Client({})) {
    this.bucket = bucket;
    this.client = client;
  }

  async link(key: string): Promise<{ url: string; expires: string }> {
    const name = key.slice(key.lastIndexOf('/') + 1).replace(/[^0-9A-Za-z._-]/g, '-');
    const command = new GetObjectCommand({
      Bucket: this.bucket,
      Key: key,
      ResponseContentDisposition: `attachment; filename="${name}"`,
    });
    const expires = new Date(Date.now() + SECONDS * 1000).toISOString();
    return { url: await getSignedUrl(this.client, command, { expiresIn: SECONDS }), expires };
  }
}
