import type { IncomingMessage } from 'node:http';
import { isAbsolute } from 'node:path';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { checked } from '../../lambdas/api/middleware/parse.ts';
import { jsonBody, tooLarge } from '../../shared/api/body.ts';
import { LibraryOrder } from '../../shared/api/embedded.ts';
import { MethodNotAllowed } from '../../shared/api/errors.ts';
import { JSON_TYPE } from '../../shared/api/route.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import type { Served } from './http.ts';

/** `POST /libraries {path}`: indexes a library of this machine. There is no such route in the cloud. */
export async function importRoute(
  cloud: Served,
  { method = '', headers }: IncomingMessage,
  bytes: Buffer | undefined,
): Promise<APIGatewayProxyResult> {
  if (method !== 'POST') throw new MethodNotAllowed(`/libraries does not take ${method}; it takes POST.`, ['POST']);
  if (bytes === undefined) throw tooLarge();
  const body = jsonBody(bytes, { type: headers['content-type'], encoding: headers['content-encoding'] });
  const { path } = checked(LibraryOrder, body, 'body');
  if (!isAbsolute(path)) {
    throw new UsageError(`path: "${path}" is relative to a folder this server does not know. Give it from the root.`);
  }
  const manifest = await cloud.importLibrary(path);
  return { statusCode: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(manifest) };
}
