import { type Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { ResponseTooLarge, SourceUnreachable } from '../errors.ts';

const MAX_ENCODINGS = 2;

/**
 * Reads and unpacks a body, and stops at `maxBytes` of unpacked ones: a small response that unfolds without end is cut off
 * before it fills the memory.
 *
 * @throws ResponseTooLarge, SourceUnreachable when it is packed in an unknown way
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number, what: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) {
        done(new ResponseTooLarge(`${what} sent more than ${maxBytes} bytes; the rest was not read.`));
        return;
      }
      chunks.push(chunk);
      done();
    },
  });
  await pipeline([body, ...decoders(encoding, what), sink]);
  return new Uint8Array(Buffer.concat(chunks, size));
}

function decoders(encoding: string, what: string): Transform[] {
  const names = encoding
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_ENCODINGS) throw new SourceUnreachable(`${what} packed its answer ${names.length} times.`);
  return names.reverse().map((name) => {
    if (name === 'gzip' || name === 'x-gzip') return createGunzip();
    if (name === 'deflate') return createInflate();
    if (name === 'br') return createBrotliDecompress();
    if (name === 'zstd') return createZstdDecompress();
    throw new SourceUnreachable(`${what} packed its answer in an unknown way (${name.slice(0, 40)}).`);
  });
}
