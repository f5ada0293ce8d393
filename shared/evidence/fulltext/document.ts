import type { Section } from '../../contracts/record.ts';
import { decodeText } from '../../text/decode.ts';
import { MAX_HTML, readPage } from './html.ts';
import { isJats, readJats } from './jats.ts';
import { isUnreadable, type ParsedDocument, type Unreadable } from './parsed.ts';
import { readPdf } from './pdf.ts';
import { isPdf } from './pdf-guard.ts';
import { readPlain } from './plain.ts';

/** What a document of the user's own gives its record. */
export interface DocumentFacts {
  readonly title: string | null;
  readonly authors: string[];
  readonly year: number | null;
  readonly abstract: string | null;
  readonly sections: Section[];
  /** What of it was not read; null when all was. */
  readonly cut: string | null;
}

/** A file by what it holds, not by what it is called: PDF, JATS, HTML, Markdown or plain text. */
export async function parseDocument(bytes: Uint8Array, extension: string): Promise<ParsedDocument | Unreadable> {
  if (isPdf(bytes)) return readPdf(bytes);
  if (extension === '.pdf')
    return { problem: 'not_a_pdf', reason: 'the file is called .pdf but does not begin with %PDF-' };
  if (bytes.length > MAX_HTML)
    return { problem: 'too_large', reason: `the file has ${bytes.length} bytes, more than ${MAX_HTML}` };
  const text = decode(bytes);
  if (isBinary(text)) return { problem: 'damaged', reason: 'the file is binary, not text' };
  const head = text.slice(0, 4000);
  if (isJats(head)) return readJats(text);
  if (/^\.html?$/.test(extension) || /^\s*(?:<!doctype html|<html[\s>])/i.test(head)) return readPage(text);
  return readPlain(text);
}

/** One character in so many that no text holds is an accident of encoding; more are another kind of file. */
const TEXT_PER_STRAY = 20;

/** NUL, or control characters and what cannot be decoded throughout. */
function isBinary(text: string): boolean {
  const head = text.slice(0, 100_000);
  const strays = head.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  return head.includes('\0') || strays * TEXT_PER_STRAY > head.length;
}

/** Reads a file of the user's: its facts, or the reason why it gives none. Never throws for bad content. */
export async function readDocument(bytes: Uint8Array, extension: string): Promise<DocumentFacts | { reason: string }> {
  const parsed = await parseDocument(bytes, extension.toLowerCase());
  if (isUnreadable(parsed)) return { reason: parsed.reason };
  const { title, authors, year, abstract, sections, truncated, notes } = parsed;
  const cut = truncated ? (notes[0] ?? 'a part of it was not read') : null;
  return { title, authors: [...authors], year, abstract, sections: [...sections], cut };
}

const ENCODING = /^(?:utf-?8|iso-8859-\d{1,2}|windows-125\d|us-ascii|gb18030|gbk|big5|euc-(?:jp|kr)|shift_jis)$/i;

/** UTF-8, or the encoding that a byte order mark or the HTML itself names; what cannot be decoded becomes U+FFFD. */
export function decode(bytes: Uint8Array, contentType: string | null = null): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1];
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return named === undefined || isMarked || !ENCODING.test(named)
    ? decodeText(bytes)
    : new TextDecoder(named).decode(bytes);
}
