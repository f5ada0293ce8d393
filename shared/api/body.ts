import { UsageError } from '../contracts/errors.ts';
import { BODY_LIMIT } from './bounds.ts';
import { TooLarge, UnsupportedMedia } from './errors.ts';
import { JSON_TYPE } from './route.ts';

/** What a body comes with. */
export interface BodyHeaders {
  readonly type: string | undefined;
  readonly encoding: string | undefined;
}

export const tooLarge = (): TooLarge => new TooLarge(`The body is too large; the most are ${BODY_LIMIT} bytes.`);

/**
 * The JSON of a body.
 * @throws {TooLarge}
 * @throws {UnsupportedMedia} for another type, another character set or a compressed body
 * @throws {UsageError} for what is no JSON
 */
export function jsonBody(bytes: Uint8Array, { type, encoding }: BodyHeaders): unknown {
  if (bytes.byteLength > BODY_LIMIT) throw tooLarge();
  const [name = '', ...parameters] = (type ?? '').split(';').map((part) => part.trim());
  if (name.toLowerCase() !== JSON_TYPE) {
    throw new UnsupportedMedia(`The body is ${name === '' ? 'of no stated type' : `"${name}"`}; send ${JSON_TYPE}.`);
  }
  const charset = parameters.map((part) => /^charset\s*=\s*"?([^"]*)"?$/i.exec(part)?.[1]).find((one) => one);
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new UnsupportedMedia(`The body is in the character set "${charset}"; send JSON in UTF-8.`);
  }
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding.trim())) {
    throw new UnsupportedMedia(`The body is encoded as "${encoding}"; send it as it is, without a Content-Encoding.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    const what = cause instanceof SyntaxError ? cause.message : 'it is no UTF-8';
    throw new UsageError(`The body is no JSON: ${what}`, { cause });
  }
}
