import { getDocumentProxy } from 'unpdf';
import { describe, expect, it, vi } from 'vitest';
import { tinyPdf } from '../../../infra/check/tiny-pdf.ts';
import { type OpenPdf, PdfUnreadable, readPdfObject, storePdf } from '../../../shared/aws/pdf-object.ts';
import { openRemotePdf } from '../../../shared/aws/remote-pdf.ts';
import { MemoryBlobs } from '../../../shared/store/memory.ts';

const open = getDocumentProxy as unknown as OpenPdf;

async function textOf(page: { streamTextContent(): ReadableStream<{ items: { str?: string | undefined }[] }> }) {
  const texts: string[] = [];
  for await (const { items } of page.streamTextContent() as unknown as AsyncIterable<{ items: { str?: string }[] }>)
    texts.push(...items.map(({ str = '' }) => str));
  return texts.join('');
}

describe('PDFs read by a function of their own', () => {
  it('gives pages, text, size and title as the library does', async () => {
    const blobs = new MemoryBlobs();
    const bytes = tinyPdf('Attention (is) all \\ you need');
    const remote = await openRemotePdf(bytes, blobs, async (name) => {
      await readPdfObject(blobs, { name }, open);
    });
    const local = await open(Uint8Array.from(bytes), { verbosity: 0 });
    expect(remote.numPages).toBe(local.numPages);
    const [mine, theirs] = [await remote.getPage(1), await local.getPage(1)];
    expect(mine.view).toEqual(theirs.view);
    expect(await textOf(mine)).toBe('Attention (is) all \\ you need');
    expect(await textOf(mine)).toBe(await textOf(theirs as never));
    expect(await remote.getMetadata()).toEqual({ info: {} });
    await local.destroy();
  });

  it('asks the function once for the same file', async () => {
    const blobs = new MemoryBlobs();
    const invoke = vi.fn(async (name: string) => {
      await readPdfObject(blobs, { name }, open);
    });
    await openRemotePdf(tinyPdf('once'), blobs, invoke);
    await openRemotePdf(tinyPdf('once'), blobs, invoke);
    expect(invoke).toHaveBeenCalledTimes(1);
  });

  it('says that a file cannot be read, and that a page is not there', async () => {
    const blobs = new MemoryBlobs();
    await expect(
      openRemotePdf(Buffer.from('%PDF-1.4 broken'), blobs, async (name) => {
        await readPdfObject(blobs, { name }, open);
      }),
    ).rejects.toThrow();
    await expect(openRemotePdf(tinyPdf('x'), blobs, async () => {})).rejects.toBeInstanceOf(PdfUnreadable);
    const pdf = await openRemotePdf(tinyPdf('y'), blobs, async (name) => {
      await readPdfObject(blobs, { name }, open);
    });
    await expect(pdf.getPage(2)).rejects.toBeInstanceOf(PdfUnreadable);
  });

  it('reads only what is named by its hash', async () => {
    const blobs = new MemoryBlobs();
    const name = await storePdf(blobs, tinyPdf('z'));
    expect(name).toMatch(/^[0-9a-f]{64}$/);
    await expect(readPdfObject(blobs, { name: '../../owner/runs/x/plan' }, open)).rejects.toThrow();
    await expect(readPdfObject(blobs, { name: 'b'.repeat(64) }, open)).rejects.toBeInstanceOf(PdfUnreadable);
  });
});
