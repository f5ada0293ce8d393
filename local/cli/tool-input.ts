import { createReadStream } from 'node:fs';
import { UsageError } from '../../shared/contracts/errors.ts';
import { decodeText } from '../../shared/text/decode.ts';
import { userPath } from './typed.ts';

/** A file of the user's piece by piece, or the standard input for `-`. */
export async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  if (path === '-' && process.stdin.readableEnded) {
    throw new UsageError('The standard input can be read once: give a file for one of the two.');
  }
  try {
    yield* path === '-' ? process.stdin : createReadStream(userPath(path));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new UsageError(`${path} cannot be read (${code}). Check the path; - is the standard input.`, { cause });
  }
}

export async function readBytes(path: string): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(chunksOf(path)));
}

/**
 * A text file of the user's in whatever encoding it is.
 * @throws {UsageError} when it is no text
 */
export async function readInput(path: string): Promise<string> {
  const text = decodeText(await readBytes(path));
  const at = text.indexOf('\0');
  if (at >= 0) throw noText(path, `character ${at + 1}`);
  return text;
}

export async function json(path: string): Promise<unknown> {
  const text = await readInput(path);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${path} is not JSON: ${(cause as Error).message}.`, { cause });
  }
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/**
 * The lines of a text as they come, each by its number: ended by a line feed, a carriage return or both, the last one by
 * nothing. What is never whole in memory may be longer than memory.
 */
export async function* linesOf(
  path: string,
  chunks: AsyncIterable<Uint8Array> = chunksOf(path),
): AsyncGenerator<{ readonly text: string; readonly number: number }> {
  let number = 0;
  let parts: Uint8Array[] = [];
  const line = (last: Uint8Array) => {
    const text = decodeText(Buffer.concat([...parts, last]));
    parts = [];
    number++;
    if (text.includes('\0')) throw noText(path, `line ${number}`);
    return { text, number };
  };
  let returned = false;
  for await (const chunk of utf8Of(chunks)) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      // The two together are one end, also where a piece of input ends between them.
      if (byte === LINE_FEED && returned) from = at + 1;
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        yield line(chunk.subarray(from, at));
        from = at + 1;
      }
      returned = byte === CARRIAGE_RETURN;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield line(new Uint8Array());
}

/** Input whose byte order mark says UTF-16, as UTF-8; other input as it is, its own mark left out. */
async function* utf8Of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null | undefined;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 3) continue;
      decoder = utf16Of(head);
    }
    const piece = head.length > 0 ? withoutMark(head) : chunk;
    head = new Uint8Array();
    yield decoder === null ? piece : Buffer.from(decoder.decode(piece, { stream: true }));
  }
  if (head.length > 0) yield Buffer.from(decodeText(head));
}

function utf16Of(head: Uint8Array): TextDecoder | null {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le');
  return head[0] === 0xfe && head[1] === 0xff ? new TextDecoder('utf-16be') : null;
}

const withoutMark = (head: Uint8Array): Uint8Array =>
  head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;

function noText(path: string, where: string): UsageError {
  return new UsageError(
    `${path} is not a text file: ${where} holds NUL. Give text; of a PDF or an archive, the text taken out of it.`,
  );
}
