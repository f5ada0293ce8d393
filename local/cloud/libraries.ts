import { isAbsolute } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import * as z from 'zod';
import { LibraryOrder } from '../../shared/api/embedded.ts';
import { MethodNotAllowed, TooLarge, UnsupportedMedia } from '../../shared/api/errors.ts';
import { JSON_TYPE } from '../../shared/api/route.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { importLibrary } from '../library/import.ts';
import type { Served } from './http.ts';

/** `POST /libraries {path}`: indexes a library of this machine. There is no such route in the cloud. */
export async function importRoute(
  cloud: Served,
  method: string,
  type: string | undefined,
  bytes: Buffer | undefined,
): Promise<APIGatewayProxyResult> {
  if (method !== 'POST') throw new MethodNotAllowed(`/libraries does not take ${method}; it takes POST.`, ['POST']);
  if (bytes === undefined) throw new TooLarge('The body is too large for a path.');
  if ((type ?? '').split(';')[0]!.trim().toLowerCase() !== JSON_TYPE) {
    throw new UnsupportedMedia('Send the path as application/json.');
  }
  const { path } = bodyOf(bytes);
  if (!isAbsolute(path)) {
    throw new UsageError(`The path ${path} is relative to a folder this server does not know. Give it from the root.`);
  }
  const manifest = await importLibrary(cloud.runtime.blobs, path);
  cloud.reloadLibrary(manifest.id);
  return { statusCode: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(manifest) };
}

function bodyOf(bytes: Buffer): z.infer<typeof LibraryOrder> {
  try {
    return LibraryOrder.parse(JSON.parse(bytes.toString('utf8')));
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof z.ZodError)) throw cause;
    throw new UsageError('The body is not as described: send {"path": "/…"}.', { cause });
  }
}
