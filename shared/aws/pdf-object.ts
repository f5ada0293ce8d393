import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { PlumblineError } from '../contracts/errors.ts';
import { sha256 } from '../contracts/ids.ts';
import type { Blobs } from '../store/ports.ts';

/** The function that reads PDFs could not read one, or could not be reached. */
export class PdfUnreadable extends PlumblineError {}

const PREFIX = 'cache/pdf/';
/** Pages and runs of text that are passed on; whoever asked has its own, smaller caps. */
const MOST_PAGES = 100;
const MOST_ITEMS = 40_000;

/** A run of text as the PDF library gives it. */
const RawItem = z.object({
  str: z.string().optional(),
  transform: z.array(z.number()).optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  fontName: z.string().optional(),
});
/** What is passed between the function that reads PDFs and the one that wants to know. */
export const PdfContent = z.object({
  total: z.number().int(),
  info: z.object({ Title: z.string().optional(), Author: z.string().optional() }),
  pages: z.array(z.object({ view: z.array(z.number()), items: z.array(RawItem) })),
});
export type PdfContent = z.infer<typeof PdfContent>;

export const PdfRequest = z.object({ name: z.string().regex(/^[0-9a-f]{64}$/) });
export type PdfRequest = z.infer<typeof PdfRequest>;

const sourceKey = (name: string): string => `${PREFIX}${name}.pdf`;
const contentKey = (name: string): string => `${PREFIX}${name}.json.gz`;

/** The part of the PDF library that is used. */
export type OpenPdf = (bytes: Uint8Array, options: Record<string, unknown>) => Promise<PdfDocument>;
interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<{ readonly view: number[]; streamTextContent(): unknown; cleanup(): unknown }>;
  getMetadata(): Promise<{ readonly info: object }>;
  destroy(): Promise<void>;
}

/** Stores a PDF under the hash of its bytes. */
export async function storePdf(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  const name = sha256(bytes);
  await blobs.put(sourceKey(name), bytes, 'application/pdf');
  return name;
}

/** What the function has read; undefined when it has not. */
export async function readContent(blobs: Blobs, name: string): Promise<PdfContent | undefined> {
  const packed = await blobs.get(contentKey(name));
  return packed && PdfContent.parse(JSON.parse(gunzipSync(packed).toString('utf8')));
}

/** Reads a stored PDF and stores its raw text beside it. */
export async function readPdfObject(blobs: Blobs, request: unknown, open: OpenPdf): Promise<{ pages: number }> {
  const { name } = PdfRequest.parse(request);
  const bytes = await blobs.get(sourceKey(name));
  if (!bytes) throw new PdfUnreadable(`The PDF ${name} is not in the bucket any more; fetch it again.`);
  const content = await contentOf(bytes, open);
  await blobs.put(contentKey(name), gzipSync(JSON.stringify(content)), 'application/gzip');
  return { pages: content.pages.length };
}

async function contentOf(bytes: Uint8Array, open: OpenPdf): Promise<PdfContent> {
  const pdf = await open(Uint8Array.from(bytes), {
    isEvalSupported: false,
    stopAtErrors: false,
    maxImageSize: 1,
    verbosity: 0,
  });
  try {
    const pages: PdfContent['pages'] = [];
    let left = MOST_ITEMS * MOST_PAGES;
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && left > 0; number++) {
      const page = await pdf.getPage(number);
      const items = await itemsOf(page.streamTextContent() as ReadableStream<{ items: object[] }>);
      pages.push({ view: [...page.view], items });
      left -= items.length;
      page.cleanup();
    }
    const { info } = await pdf.getMetadata();
    return PdfContent.parse({ total: pdf.numPages, info: textsOf(info), pages });
  } finally {
    await pdf.destroy();
  }
}

async function itemsOf(stream: ReadableStream<{ items: object[] }>): Promise<z.infer<typeof RawItem>[]> {
  const items: z.infer<typeof RawItem>[] = [];
  for await (const chunk of stream as unknown as AsyncIterable<{ items: object[] }>) {
    for (const item of chunk.items) items.push(RawItem.parse(item));
    if (items.length >= MOST_ITEMS) break;
  }
  return items;
}

function textsOf(info: object): PdfContent['info'] {
  const { Title, Author } = info as { Title?: unknown; Author?: unknown };
  return {
    ...(typeof Title === 'string' ? { Title } : {}),
    ...(typeof Author === 'string' ? { Author } : {}),
  };
}
