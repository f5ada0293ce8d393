import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Asked, askedBy, type Incoming } from './asked.ts';

/** What answers a request that may be made: an address to pass it on to, or the answer itself. */
export type Route = (asked: Asked, request: Incoming) => Promise<string | { status: number; body: string }>;

/** One address for all of AWS: every request is checked against the rights of who signed it, then passed on. */
export interface Gate {
  readonly url: string;
  close(): Promise<void>;
}

/** @param refuse what of a request its sender may not do */
export async function openGate(refuse: (asked: Asked) => string[], route: Route): Promise<Gate> {
  const server: Server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await incoming(message);
    const asked = askedBy(request);
    const denied = refuse(asked);
    if (denied.length > 0) {
      response.writeHead(403, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ __type: 'AccessDeniedException', message: denied.join(', ') }));
      return;
    }
    const answer = await route(asked, request);
    if (typeof answer === 'string') await passOn(answer, request, response);
    else response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answer.body);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function incoming(message: IncomingMessage): Promise<Incoming> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return {
    method: message.method!,
    url: new URL(message.url!, 'http://gate'),
    headers: message.headers as Record<string, string>,
    body: Buffer.concat(parts),
  };
}

const HOP = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'accept-encoding'];

/** The servers check no signature; DynamoDB Local keeps a database for each key, so all come with one. */
async function passOn(to: string, { method, url, headers, body }: Incoming, response: ServerResponse): Promise<void> {
  const kept = Object.entries(headers).filter(([name]) => !HOP.includes(name)) as [string, string][];
  const sent = kept.map(([name, value]) => [name, value.replace(/Credential=[^/]+/, 'Credential=conformance')]);
  const reply = await fetch(`${to}${url.pathname}${url.search}`, {
    method,
    headers: sent as [string, string][],
    ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
  });
  const back = [...reply.headers].filter(
    ([name]) => !['connection', 'transfer-encoding', 'content-encoding'].includes(name),
  );
  const bytes = Buffer.from(await reply.arrayBuffer());
  response.writeHead(
    reply.status,
    Object.fromEntries(back.filter(([name]) => method === 'HEAD' || name !== 'content-length')),
  );
  response.end(bytes);
}
