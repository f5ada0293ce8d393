import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import anyAscii from 'any-ascii';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../../infra/bundle/bundle.ts';
import { ROOT } from '../../infra/bundle/root.ts';
import { ASCII_FILE, asciiFileOf } from '../../infra/bundle/slim.ts';
import { NO_SUCH_CHARTS } from '../../infra/bundle/specs.ts';
import { charts as wholeCharts } from '../../shared/present/report/charts.ts';

/** One bundle of the packages that bundles carry only a part of, made as the functions' are. */
const ENTRY = `
  export { default as Anthropic } from '@anthropic-ai/sdk';
  export { default as anyAscii } from 'any-ascii';
  export { Agent, request } from 'undici';
  export { parseHTML } from 'linkedom';
  export { charts } from '${ROOT}shared/present/report/charts.ts';
  export class UsageError extends Error { constructor() { super(); this.name = new.target.name; } }
`;

interface Slim {
  readonly Anthropic: new (
    options: object,
  ) => {
    readonly messages: { create(request: object): Promise<{ content: { text: string }[] }> };
  };
  readonly anyAscii: (text: string) => string;
  readonly Agent: new (options: object) => { close(): Promise<void> };
  readonly request: (
    url: URL,
    options: object,
  ) => Promise<{ statusCode: number; headers: Record<string, string>; body: { text(): Promise<string> } }>;
  readonly parseHTML: (html: string) => { document: { querySelector(css: string): { textContent: string } | null } };
  readonly charts: typeof wholeCharts;
  readonly UsageError: new () => Error;
}

const folder = join(ROOT, 'node_modules/.cache/plumbline-slim');
let slim: Slim;
let bytes = 0;
const seen: { method: string; url: string; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    seen.push({ method: request.method!, url: request.url!, body });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'heard' }],
        usage: {},
      }),
    );
  });
});
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'entry.js'), ENTRY);
  const { metafile } = await build({
    ...optionsOf({ alias: NO_SUCH_CHARTS }),
    entryPoints: [join(folder, 'entry.js')],
    outfile: join(folder, 'index.mjs'),
    metafile: true,
  });
  writeFileSync(join(folder, ASCII_FILE), (await asciiFileOf(Object.keys(metafile.inputs)))!);
  bytes = Object.values(metafile.outputs)[0]!.bytes;
  slim = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as Slim;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('what bundles carry of large packages', () => {
  it('is a part of them', () => expect(bytes).toBeLessThan(2_100_000));

  it('keeps names of classes, by which the state machine matches errors', () => {
    expect(new slim.UsageError().name).toBe('UsageError');
  });

  it.each(['Čeština', 'Ελληνικά', '深層学習', 'Привет', 'naïve café', '𝔘𝔫𝔦𝔠𝔬𝔡𝔢', '🙂', 'ascii', '\u{10ffff}x'])(
    'transliterates %s as the whole package does',
    (text) => expect(slim.anyAscii(text)).toBe(anyAscii(text)),
  );

  it('asks models', async () => {
    const client = new slim.Anthropic({ apiKey: 'k', baseURL: address(), maxRetries: 0 });
    const message = await client.messages.create({
      model: 'm',
      max_tokens: 5,
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(message.content[0]!.text).toBe('heard');
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/v1/messages' });
  });

  it('sends requests through an agent with its own lookup, with query, method and body', async () => {
    const asked: string[] = [];
    const agent = new slim.Agent({
      connect: {
        lookup: (host: string, _options: object, done: (error: null, found: object[]) => void) => {
          asked.push(host);
          done(null, [{ address: '127.0.0.1', family: 4 }]);
        },
      },
    });
    const { port } = new URL(address());
    const answer = await slim.request(new URL(`http://paper.test:${port}/a/b?c=d`), {
      method: 'POST',
      body: 'hello',
      dispatcher: agent,
    });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json']);
    expect(await answer.body.text()).toContain('heard');
    expect(asked).toEqual(['paper.test']);
    expect(seen.at(-1)).toEqual({ method: 'POST', url: '/a/b?c=d', body: 'hello' });
    await agent.close();
  });

  it('draws the charts of a report as the whole Vega does', async () => {
    const records = [2019, 2020, 2020, 2024].map((year, at) => ({ id: `doi:10.1/${at}`, year }));
    const findings = [
      {
        sources: [
          { provider: 'arxiv', count: 7 },
          { provider: 'openalex', count: 12 },
        ],
      },
    ];
    const page = { records, numbers: new Map([['doi:10.1/1', 1]]), facts: { findings } } as never;
    const drawn = JSON.stringify(await slim.charts(page));
    expect(drawn).toBe(JSON.stringify(await wholeCharts(page)));
    expect(drawn).toContain('svg');
  });

  it('parses pages with styles in them', () => {
    const { document } = slim.parseHTML('<html><style>p { color: red }</style><p class="x">text</p></html>');
    expect(document.querySelector('.x')!.textContent).toBe('text');
  });
});
