import { gunzipSync } from 'node:zlib';

type BodyKind = 'empty' | 'json' | 'xml' | 'html' | 'sse' | 'pdf' | 'text' | 'binary';

/** More than this is no answer of a search service; it is not even decoded. */
export const MAX_PARSED_BYTES = 32 * 1024 * 1024;

const HTML = /^<(?:!doctype\s+html|html|head|body|title|script|center|h1|div|p[\s>]|meta|link|style)/i;
const LEADING = /^(?:\s|<!--[\s\S]{0,4000}?-->)+/;

/**
 * What the body is by its first bytes, whatever the content type says: services label challenge pages as JSON.
 *
 * @param body decoded bytes of the response
 */
export function sniff(body: Uint8Array): BodyKind {
  if (startsWith(body, '%PDF-', 1024)) return 'pdf';
  const head = new TextDecoder().decode(body.subarray(0, 8192)).replace(/^\ufeff/, '');
  const start = head.replace(LEADING, '');
  if (start === '') return head.length < 8192 ? 'empty' : 'text';
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  if (HTML.test(start)) return 'html';
  if (start.startsWith('<?xml')) return /<html[\s>]/i.test(head) ? 'html' : 'xml';
  if (/^<[a-z!]/i.test(start)) return /<(?:html|body|head)[\s>]/i.test(head) ? 'html' : 'xml';
  if (/^(?:event|data|id|retry):/.test(start) || start.startsWith(':')) return 'sse';
  if (/^(?:null|true|false|-?\d+(?:\.\d+)?|"[^"]*")\s*$/.test(start)) return 'json';
  return isBinary(body) ? 'binary' : 'text';
}

function startsWith(body: Uint8Array, mark: string, within: number): boolean {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, within + mark.length));
  const found = head.indexOf(mark, 0, 'latin1');
  return found >= 0 && found <= within && !/[<{]/.test(head.subarray(0, found).toString('latin1'));
}

function isBinary(body: Uint8Array): boolean {
  const size = Math.min(body.byteLength, 512);
  let odd = 0;
  for (let i = 0; i < size; i++) {
    const byte = body[i]!;
    if (byte === 0 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12)) odd++;
  }
  return odd > size / 20;
}

/** The body unpacked when it still is gzip: some recordings and caches keep it packed. Undefined when it cannot be. */
export function unpacked(body: Uint8Array): Uint8Array | undefined {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_PARSED_BYTES });
  } catch {
    return undefined; // damaged, or a bomb: the caller reports a body that cannot be read
  }
}

/** The body as text, by the charset of the content type when the platform knows it, otherwise UTF-8. */
export function textOf(body: Uint8Array, contentType: string | null): string {
  const charset = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
  return decoder(charset)
    .decode(body)
    .replace(/^\ufeff/, '');
}

function decoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // an unknown name: what is sent in practice is UTF-8
    return new TextDecoder();
  }
}
