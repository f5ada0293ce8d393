import type { Unreadable } from './parsed.ts';

/** A run of text on a page: x to the right and y downwards from the top left, in points. */
export interface Item {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font: string;
}

export interface Page {
  readonly width: number;
  readonly height: number;
  readonly items: readonly Item[];
}

export interface PdfPages {
  readonly pages: readonly Page[];
  readonly title: string | null;
  readonly author: string | null;
  readonly total: number;
  /** A cap was reached: pages, items or time. */
  readonly cut: string | null;
}

export interface PdfCaps {
  readonly maxPages: number;
  readonly maxItemsPerPage: number;
  /** Milliseconds for the whole document. */
  readonly maxMs: number;
  readonly now: () => number;
}

interface RawItem {
  readonly str?: string;
  readonly transform?: readonly number[];
  readonly width?: number;
  readonly height?: number;
  readonly fontName?: string;
}

/** Reads the text items of a PDF page by page, within caps. Rotated text (margin stamps) is left out. */
export async function readPages(bytes: Uint8Array, caps: PdfCaps): Promise<PdfPages | Unreadable> {
  const { getDocumentProxy } = await import('unpdf');
  const began = caps.now();
  const left = () => caps.maxMs - (caps.now() - began);
  const slow: Unreadable = { problem: 'too_slow', reason: `the PDF took more than ${caps.maxMs} ms` };
  let pdf: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    const opened = await within(
      getDocumentProxy(Uint8Array.from(bytes), {
        isEvalSupported: false,
        stopAtErrors: false,
        maxImageSize: 1,
        verbosity: 0,
      }),
      left(),
    );
    if (opened === null) return slow;
    pdf = opened;
  } catch (error) {
    const locked = (error as Error).name === 'PasswordException';
    return {
      problem: 'damaged',
      reason: locked
        ? 'the PDF is locked with a password; save it without one'
        : `the PDF cannot be opened (${String(error).slice(0, 120)})`,
    };
  }
  const pages: Page[] = [];
  let cut: string | null =
    pdf.numPages > caps.maxPages ? `only the first ${caps.maxPages} of ${pdf.numPages} pages were read` : null;
  try {
    for (let number = 1; number <= Math.min(pdf.numPages, caps.maxPages); number++) {
      if (left() <= 0) {
        cut = `reading stopped after ${number - 1} of ${pdf.numPages} pages: out of time`;
        break;
      }
      const page = await pdf.getPage(number);
      const [x0 = 0, y0 = 0, x1 = 612, y1 = 792] = page.view;
      const read = await readItems(page.streamTextContent() as ReadableStream<{ items: RawItem[] }>, caps, left);
      if (read.cut) cut ??= `page ${number} was cut: too much text`;
      pages.push({ width: x1 - x0, height: y1 - y0, items: read.items.flatMap((item) => itemOf(item, x0, y1)) });
      page.cleanup();
    }
    const info = (await pdf.getMetadata()).info as { Title?: unknown; Author?: unknown };
    const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);
    return { pages, title: text(info.Title), author: text(info.Author), total: pdf.numPages, cut };
  } catch (error) {
    if (pages.length === 0)
      return { problem: 'damaged', reason: `the PDF's text cannot be read (${String(error).slice(0, 120)})` };
    return { pages, title: null, author: null, total: pdf.numPages, cut: `page ${pages.length + 1} is damaged` };
  } finally {
    await pdf.destroy();
  }
}

async function readItems(
  stream: ReadableStream<{ items: RawItem[] }>,
  caps: PdfCaps,
  left: () => number,
): Promise<{ items: RawItem[]; cut: boolean }> {
  const reader = stream.getReader();
  const items: RawItem[] = [];
  for (;;) {
    const chunk = await within(reader.read(), Math.max(1, left()));
    if (chunk === null || items.length > caps.maxItemsPerPage) {
      // The page is given up; a late failure of its stream concerns nobody.
      reader.cancel().catch(() => undefined);
      return { items: items.slice(0, caps.maxItemsPerPage), cut: true };
    }
    if (chunk.done) return { items, cut: false };
    items.push(...chunk.value.items);
  }
}

function itemOf(item: RawItem, left: number, top: number): Item[] {
  const { str = '', transform: t, width = 0, height = 0, fontName = '' } = item;
  if (!t || str.trim() === '') return [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = t;
  if (Math.abs(b) > Math.abs(a) * 0.2) return [];
  const size = Math.hypot(c, d) || height;
  return size < 1 ? [] : [{ text: str, x: e - left, y: top - f, width, size, font: fontName }];
}

/** The promise's value, or null when `ms` pass first. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const clock = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(1, ms));
  });
  try {
    return await Promise.race([promise, clock]);
  } finally {
    clearTimeout(timer);
  }
}
