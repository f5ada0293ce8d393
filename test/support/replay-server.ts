import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a provider's stand-in answers. */
export interface ReplayAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly delayMs?: number;
}

export interface ReplayRequest {
  readonly provider: string;
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type ReplayHandler = (request: ReplayRequest) => ReplayAnswer | Promise<ReplayAnswer>;

export interface Replay {
  readonly url: string;
  /** `PLUMBLINE_<PROVIDER>_URL` for every handler. */
  readonly env: Readonly<Record<string, string>>;
  readonly requests: ReplayRequest[];
  close(): Promise<void>;
}

/** A server on loopback that stands in for any number of providers, each below a path of its own name. */
export async function startReplay(handlers: Readonly<Record<string, ReplayHandler>>): Promise<Replay> {
  const requests: ReplayRequest[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    void (async () => {
      const whole = new URL(incoming.url ?? '/', 'http://replay');
      const [, provider = '', ...rest] = whole.pathname.split('/');
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const url = new URL(`/${rest.join('/')}${whole.search}`, 'http://replay');
      const request = {
        provider,
        method: incoming.method ?? 'GET',
        url,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(request);
      const answer = handlers[provider]
        ? await handlers[provider](request)
        : { status: 404, body: 'Resource not found.' };
      if (answer.delayMs) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
      outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      outgoing.end(answer.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = Object.fromEntries(
    Object.keys(handlers).map((name) => [`PLUMBLINE_${name.toUpperCase()}_URL`, `${url}/${name}`]),
  );
  return {
    url,
    env,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
