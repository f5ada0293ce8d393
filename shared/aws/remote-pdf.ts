import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Blobs } from '../store/ports.ts';
import { S3Blobs } from '../store/s3.ts';
import { type PdfContent, PdfUnreadable, readContent, storePdf } from './pdf-object.ts';
import { setting } from './setting.ts';

/** Calls the function that reads PDFs. */
export type InvokePdf = (name: string) => Promise<void>;

/** A page and a document as the PDF library would give them, for as much of it as is used. */
interface RemotePage {
  readonly view: readonly number[];
  streamTextContent(): ReadableStream<{ items: PdfContent['pages'][number]['items'] }>;
  cleanup(): void;
}
interface RemoteDocument {
  readonly numPages: number;
  getPage(number: number): Promise<RemotePage>;
  getMetadata(): Promise<{ info: PdfContent['info'] }>;
  destroy(): Promise<void>;
}

/**
 * Stands in for the PDF library in the reader's bundle (see `infra/functions.ts`): the file goes to a function of its own,
 * which has no key, no table and no run to lose, and a megabyte and a half that nobody else has to load.
 */
export async function getDocumentProxy(bytes: Uint8Array): Promise<RemoteDocument> {
  return openRemotePdf(bytes, new S3Blobs(setting('BUCKET_NAME')), invokePdf);
}

/** @throws {PdfUnreadable} when the function fails on the file */
export async function openRemotePdf(bytes: Uint8Array, blobs: Blobs, invoke: InvokePdf): Promise<RemoteDocument> {
  const name = await storePdf(blobs, bytes);
  let content = await readContent(blobs, name);
  if (!content) {
    await invoke(name);
    content = await readContent(blobs, name);
  }
  if (!content) throw new PdfUnreadable(`The PDF ${name} was read, but its text is not in the bucket.`);
  const { pages, total, info } = content;
  return {
    numPages: total,
    getPage: async (number) => {
      const page = pages[number - 1];
      if (!page) throw new PdfUnreadable(`Page ${number} of the PDF ${name} was not read.`);
      return {
        view: page.view,
        streamTextContent: () => streamOf({ items: page.items }),
        cleanup: () => undefined,
      };
    },
    getMetadata: async () => ({ info }),
    destroy: async () => undefined,
  };
}

let client: LambdaClient | undefined;

async function invokePdf(name: string): Promise<void> {
  client ??= new LambdaClient({});
  const reply = await client.send(
    new InvokeCommand({ FunctionName: setting('PDF_FUNCTION'), Payload: JSON.stringify({ name }) }),
  );
  if (reply.FunctionError === undefined) return;
  const said = Buffer.from(reply.Payload ?? []).toString('utf8');
  throw new PdfUnreadable(`The PDF cannot be read: ${said.slice(0, 300)}`);
}

function streamOf<T>(value: T): ReadableStream<T> {
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(value);
      controller.close();
    },
  });
}
