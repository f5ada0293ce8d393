import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from './answer.ts';
import { type BatchEnd, BatchShelf } from './batches.ts';
import { chunkFrame } from './event-stream.ts';
import { type Costume, costumeOf, FAULTS, type Fault, type FaultPlan, faultOf } from './faults.ts';
import { spoilt } from './flaws.ts';
import type { MessagesRequest } from './material.ts';
import { countTokens, eventsOf, type Message, messageOf } from './message.ts';
import { searches, searchMessage, type WebSearchAnswer } from './web-search.ts';

export interface MessagesServerOptions {
  /** Share of calls that fail, and how. */
  readonly rate?: number;
  readonly faults?: readonly Fault[];
  readonly seed?: string;
  /** Overrides the plan: the fault of the nth call, from 1. */
  readonly script?: (nth: number, request: MessagesRequest) => Fault | null;
  /** Overrides the wrapping of good answers. */
  readonly costume?: Costume;
  /** Whether an answer that would be good is spoilt: claims nothing backs, altered quotations, works that there are not. */
  readonly spoils?: (request: MessagesRequest, nth: number) => boolean;
  /** Overrides the text of a good answer. */
  readonly answer?: (request: MessagesRequest, nth: number) => unknown;
  /** What the search tool finds, or the code of the error it gives; default: two pages about the query. */
  readonly web?: (query: string, nth: number) => WebSearchAnswer;
  /** Times a batch is still in progress when it is looked at. */
  readonly batchLooks?: number;
  /** How batches end that nobody cancels. */
  readonly batchEnds?: BatchEnd;
  /** Whether a cancel comes before their end. */
  readonly batchCancels?: boolean;
  /** Seconds that a `retry-after` asks for. */
  readonly retryAfter?: number;
}

/** One call as the server saw it. */
export interface SeenCall {
  readonly request: MessagesRequest;
  readonly headers: IncomingMessage['headers'];
  readonly fault: Fault | null;
  /** What was billed: 0 where the answer was an error. */
  readonly input: number;
  readonly output: number;
}

/** Faults that break an answer off in its middle. */
const BROKEN: ReadonlySet<Fault> = new Set(['drop-midway', 'stream-error', 'cut-clean', 'stall-midway', 'garbled']);

const MOST_BODY = 8 * 1024 * 1024;
const MOST_CALLS = 20_000;

/**
 * A Messages API on the loopback: whole and streamed answers, usage, token counts, batches, and every way a call can fail.
 * It answers any role from the request's own JSON schema.
 */
export class MessagesServer {
  readonly calls: SeenCall[] = [];
  counted = 0;
  private readonly server: Server;
  private readonly options: MessagesServerOptions;
  private readonly seen = new Map<string, number>();
  private readonly batches: BatchShelf;
  private readonly stalled = new Set<ServerResponse>();

  private constructor(options: MessagesServerOptions) {
    this.options = options;
    this.batches = new BatchShelf(options.batchLooks ?? 1, options.batchEnds, options.batchCancels);
    this.server = createServer((request, response) => {
      this.serve(request, response).catch((error: unknown) => {
        if (!response.headersSent) fail(response, 500, 'api_error', String(error));
        else response.destroy();
      });
    });
  }

  static async start(options: MessagesServerOptions = {}): Promise<MessagesServer> {
    const server = new MessagesServer(options);
    await new Promise<void>((resolve) => server.server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Batches that were cancelled. */
  get cancelledBatches(): number {
    return this.batches.cancelled;
  }

  /** Tokens billed so far, batches included. */
  get billed(): { readonly input: number; readonly output: number } {
    return {
      input: this.calls.reduce((sum, call) => sum + call.input, 0),
      output: this.calls.reduce((sum, call) => sum + call.output, 0),
    };
  }

  async close(): Promise<void> {
    for (const response of this.stalled) response.destroy();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(incoming.url ?? '/', 'http://x').pathname;
    const body = await read(incoming);
    if (path === '/v1/messages' && incoming.method === 'POST') return this.message(body, incoming, response);
    if (path === '/v1/messages/count_tokens') {
      this.counted++;
      return json(response, 200, { input_tokens: countTokens(JSON.parse(body) as MessagesRequest) });
    }
    const bedrock = /^\/model\/([^/]+)\/invoke(-with-response-stream)?$/.exec(path);
    if (bedrock) {
      const model = decodeURIComponent(bedrock[1]!);
      const whole = { ...(JSON.parse(body) as object), model, ...(bedrock[2] ? { stream: true } : {}) };
      return this.message(JSON.stringify(whole), incoming, response, bedrock[2] !== undefined);
    }
    const batch = /^\/v1\/messages\/batches(?:\/([^/]+))?(?:\/(results|cancel))?$/.exec(path);
    if (batch) return this.batch(body, incoming, response, batch[1], batch[2]);
    fail(response, 404, 'not_found_error', path);
  }

  private async message(
    body: string,
    incoming: IncomingMessage,
    response: ServerResponse,
    frames = false,
  ): Promise<void> {
    if (this.calls.length >= MOST_CALLS) return fail(response, 429, 'rate_limit_error', 'this server has had enough');
    const request = JSON.parse(body) as MessagesRequest;
    const nth = (this.seen.get(body) ?? 0) + 1;
    this.seen.set(body, nth);
    const plan: FaultPlan = {
      rate: this.options.rate ?? 0,
      faults: this.options.faults ?? FAULTS,
      seed: this.options.seed ?? '1',
    };
    const fault = this.options.script ? this.options.script(this.calls.length + 1, request) : faultOf(plan, body, nth);
    const refused = invalid(request);
    if (refused !== null) return fail(response, 400, 'invalid_request_error', refused);
    const message = this.compose(request, nth, fault, this.options.costume ?? costumeOf(plan, body));
    const errs = [
      'rate-limit',
      'rate-limit-later',
      'overloaded',
      'server-error',
      'drop',
      'stall',
      'unauthorised',
      'too-large',
      'page',
    ].includes(fault ?? '');
    this.calls.push({
      request,
      headers: incoming.headers,
      fault,
      input: errs ? 0 : message.usage.input_tokens,
      output: errs ? 0 : message.usage.output_tokens,
    });
    if (frames && fault === null) {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      for (const { data } of eventsOf(message)) response.write(chunkFrame(data));
      response.end();
      return;
    }
    return this.send(response, message, request.stream === true, fault);
  }

  private compose(request: MessagesRequest, nth: number, fault: Fault | null, costume: Costume): Message {
    if (searches(request)) return searchMessage(request, nth, fault, this.options.web);
    const message = messageOf(request, nth, fault, costume);
    if (fault !== null) return message;
    const said = (answer: unknown): Message => ({
      ...message,
      content: [{ type: 'text', text: JSON.stringify(answer) }],
    });
    if (this.options.answer) return said(this.options.answer(request, nth));
    return this.options.spoils?.(request, nth) ? said(spoilt(answerOf(request, `${nth}`))) : message;
  }

  private async send(response: ServerResponse, message: Message, stream: boolean, fault: Fault | null): Promise<void> {
    switch (fault) {
      case 'rate-limit':
        return fail(response, 429, 'rate_limit_error', 'slow down');
      case 'rate-limit-later':
        return fail(response, 429, 'rate_limit_error', 'slow down', {
          'retry-after': String(this.options.retryAfter ?? 1),
        });
      case 'overloaded':
        return fail(response, 529, 'overloaded_error', 'overloaded');
      case 'server-error':
        return fail(response, 500, 'api_error', 'internal');
      case 'unauthorised':
        return fail(response, 401, 'authentication_error', 'invalid x-api-key');
      case 'too-large':
        return fail(response, 413, 'request_too_large', 'too large');
      case 'page':
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html><body>Sign in to the network</body></html>');
        return;
      case 'drop':
        response.destroy();
        return;
      case 'stall':
        this.stalled.add(response);
        return;
      default:
    }
    if (!stream) {
      const text = JSON.stringify(message);
      if (fault === null || !BROKEN.has(fault)) return json(response, 200, message);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, text.length / 2));
      if (fault === 'stall-midway') return void this.stalled.add(response);
      setTimeout(() => response.destroy(), 10);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = eventsOf(message);
    const half = fault !== null && BROKEN.has(fault) ? Math.ceil(events.length / 2) : events.length;
    for (const { event, data } of events.slice(0, half)) {
      response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
    if (fault === 'stream-error') {
      const error = { type: 'error', error: { type: 'overloaded_error', message: 'overloaded' } };
      response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
    } else if (fault === 'stall-midway') this.stalled.add(response);
    else if (fault === 'garbled') response.end('event: content_block_delta\ndata: {"type": "content_bl\n\n');
    else if (fault === 'drop-midway') setTimeout(() => response.destroy(), 10);
    else response.end();
  }

  private batch(
    body: string,
    incoming: IncomingMessage,
    response: ServerResponse,
    id: string | undefined,
    what: string | undefined,
  ): void {
    if (id === undefined) {
      const { requests } = JSON.parse(body) as { requests: { custom_id: string; params: MessagesRequest }[] };
      for (const { params } of requests) {
        const { usage } = messageOf(params, 1, null, 'plain');
        this.calls.push({
          request: params,
          headers: incoming.headers,
          fault: null,
          input: usage.input_tokens,
          output: usage.output_tokens,
        });
      }
      json(response, 200, this.batches.open(requests, this.url));
      return;
    }
    const found = what === 'cancel' ? this.batches.cancel(id) : this.batches.look(id, what === 'results');
    if (found === null) fail(response, 404, 'not_found_error', `no batch ${id}`);
    else if (what !== 'results') json(response, 200, found);
    else response.writeHead(200, { 'content-type': 'application/x-jsonl' }).end(found as string);
  }
}

/** What the API refuses at once. */
function invalid(request: MessagesRequest): string | null {
  const opus = request.model.includes('opus');
  if (opus && request.thinking?.type === 'disabled') return 'thinking cannot be disabled for this model';
  if (opus && request.tool_choice !== undefined) return 'forced tool use is not supported by this model';
  if (!Array.isArray(request.messages) || request.messages.length === 0) return 'messages: at least one is needed';
  if (searches(request) && request.tools?.some((tool) => (tool.max_uses ?? 0) < 1))
    return 'max_uses: must be at least 1';
  if (!(request.max_tokens > 0)) return 'max_tokens: must be positive';
  return null;
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

function fail(
  response: ServerResponse,
  status: number,
  type: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  json(response, status, { type: 'error', error: { type, message } }, headers);
}

async function read(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += (part as Buffer).length;
    if (size > MOST_BODY) throw new Error('the body is too long');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString('utf8');
}
