import * as z from 'zod';
import { ApiUnavailable } from './errors.ts';
import { errorOf, PROBLEM_TYPE, Problem } from './problem.ts';
import { JSON_TYPE } from './route.ts';

/** Who asks: a token as it is, or a way to get one that has not expired. */
export interface Credentials {
  readonly token: string | (() => Promise<string>);
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: object;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Longer than API Gateway waits for a function. */
export const TIMEOUT_MS = 35_000;
const TRIES = 3;
const PAUSE_MS = 150;

/** Requests to one API, signed; failures come back as the errors that the service threw. */
export class Transport {
  private readonly base: string;
  private readonly credentials: Credentials;

  /** @param base address without a final slash, with the stage's path where there is one */
  constructor(base: string, credentials: Credentials) {
    this.base = base.replace(/\/+$/, '');
    this.credentials = credentials;
  }

  async json<T>(path: string, schema: z.ZodType<T>, call: Call = {}): Promise<T> {
    return parsed(await this.send(path, call), schema);
  }

  /** Sends, and sends again what is harmless to repeat and failed in passing. */
  async send(path: string, call: Call = {}): Promise<Response> {
    const harmless = (call.method ?? 'GET') === 'GET' || call.headers?.['idempotency-key'] !== undefined;
    for (let tried = 1; ; tried++) {
      try {
        const reply = await this.once(path, call);
        if (reply.ok) return reply;
        throw await failureOf(reply);
      } catch (error) {
        if (!(error instanceof ApiUnavailable) || !harmless || tried >= TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tried));
      }
    }
  }

  /** One try, whatever the status of the answer. */
  async once(path: string, call: Call): Promise<Response> {
    const address = new URL(this.base + path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const { token } = this.credentials;
    return fetchOrFail(address, {
      method: call.method ?? 'GET',
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS),
      headers: {
        ...call.headers,
        accept: call.accept ?? `${JSON_TYPE}, */*;q=0.5`,
        authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
        ...(call.body === undefined ? {} : { 'content-type': JSON_TYPE }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
  }
}

export const typeOf = (reply: Response): string => (reply.headers.get('content-type') ?? '').split(';')[0]!.trim();

/** @throws {ApiUnavailable} when nobody answers */
export async function fetchOrFail(address: URL | string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    const { host } = new URL(address);
    const inner = (cause as { cause?: { code?: string } }).cause?.code ?? (cause as Error).name;
    throw new ApiUnavailable(`${host} does not answer (${inner}). Check the address and try again.`, { cause });
  }
}

/** @throws {ApiUnavailable} for what is not as the schema says: server and client are of different versions */
export async function parsed<T>(reply: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await reply.text();
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    if (!(cause instanceof z.ZodError || cause instanceof SyntaxError)) throw cause;
    throw new ApiUnavailable(
      `${hostOf(reply)} answered in a form this version does not know. Are both of one version?`,
      { cause },
    );
  }
}

async function failureOf(reply: Response): Promise<Error> {
  const text = await reply.text();
  if (typeOf(reply) === PROBLEM_TYPE) {
    const problem = Problem.safeParse(JSON.parse(text));
    if (problem.success) return errorOf(problem.data, reply.headers);
  }
  return new ApiUnavailable(`${hostOf(reply)} answered ${reply.status} and not as this API does. Check the address.`);
}

const hostOf = (reply: Response): string => URL.parse(reply.url)?.host ?? 'The server';
