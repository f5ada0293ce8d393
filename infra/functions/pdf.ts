import { getDocumentProxy } from 'unpdf';
import { type PdfRequest, readPdfObject } from '../../shared/aws/pdf-object.ts';
import { setting } from '../../shared/aws/setting.ts';
import { S3Blobs } from '../../shared/store/s3.ts';

/** Takes the raw text out of a PDF that lies in the bucket; what it means is decided by who asked. */
export const handler = async (request: PdfRequest): Promise<{ pages: number }> =>
  readPdfObject(new S3Blobs(setting('BUCKET_NAME')), request, getDocumentProxy);
