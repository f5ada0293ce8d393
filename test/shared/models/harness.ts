import * as z from 'zod';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import type { Role } from '../../../shared/agents/role.ts';
import { RunRequest, type TranscriptRow } from '../../../shared/contracts/run.ts';
import type { CallLimits } from '../../../shared/models/client.ts';
import { openProviders } from '../../../shared/models/open.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { createRun } from '../../../shared/run/create.ts';
import { RunHandle } from '../../../shared/run/handle.ts';
import { listEvents } from '../../../shared/run/transcript.ts';
import type { RoleCall, Runtime } from '../../../shared/runtime.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import type { Blobs, Table } from '../../../shared/store/ports.ts';

/** A clock that tests move. */
export class Wall {
  ms = Date.parse('2026-11-30T12:00:00Z');
  now = (): Date => new Date(this.ms);
  wall = (): number => this.ms;
}

export interface Bench {
  readonly runtime: Runtime;
  readonly wall: Wall;
  readonly run: RunHandle;
}

/** A run in memory, as a step of it sees it. */
export async function bench(
  request: Partial<RunRequest> = {},
  stores: { table: Table; blobs: Blobs } = { table: new MemoryTable(), blobs: new MemoryBlobs() },
): Promise<Bench> {
  const wall = new Wall();
  const runtime = {
    ...stores,
    clock: wall,
    log: { info() {}, warn() {}, error() {} },
    embedder: null,
    rootOf: (_owner: string, slug: string) => `runs/${slug}`,
  } as unknown as Runtime;
  const { slug } = await createRun(runtime, 'local', RunRequest.parse({ topic: 'efficient attention', ...request }));
  return { runtime, wall, run: new RunHandle(runtime, { owner: 'local', slug, attempt: 1 }) };
}

/** One invocation of a step. */
export function invocation(run: RunHandle, more: Partial<RoleCall> = {}): RoleCall {
  return { run, stage: 4, step: 'read.arxiv:1706.03762', remainingMs: () => 600_000, ...more };
}

export const Wire = z.object({ title: z.string(), quotes: z.array(z.string()) });
export type Wire = z.infer<typeof Wire>;

export interface Note {
  readonly by: 'model' | 'simpler' | 'twin';
  readonly quotes: readonly string[];
}

export const TEXT =
  'Attention takes time quadratic in the length of the input. A kernel makes it linear on long inputs of 16,384 tokens. The loss in accuracy is below one point on every data set we tried.';

/** A role of a test: a long answer of the reader's tier, with a quote that must be in the document. */
export const noteRole: Role<{ readonly text: string }, Wire, Note> = {
  name: 'reader',
  tier: 'reader',
  wire: Wire,
  simpler: z.object({ quotes: z.array(z.string()) }),
  prompt: ({ text }) => ({
    system: 'Take notes.',
    documents: [{ id: 'arxiv:1706.03762', title: 'A paper', text, weight: 1 }],
    instruction: 'Answer as JSON.',
    maxTokens: 2000,
  }),
  accept: (answer, { text }) => {
    const quotes = answer.quotes ?? [];
    if (quotes.some((quote) => !text.includes(quote))) throw new AnswerRejected('A quote is not in the document.');
    return { by: answer.title === undefined ? 'simpler' : 'model', quotes };
  },
  extract: ({ text }) => ({ by: 'twin', quotes: [text.split('. ')[0]!] }),
};

/** A short answer of the fast tier, which is not streamed. */
export const queryRole: Role<{ readonly topic: string }, { query: string }, string> = {
  name: 'formulate',
  tier: 'fast',
  wire: z.object({ query: z.string() }),
  prompt: ({ topic }) => ({
    system: 'Write a query.',
    documents: [{ id: 'topic', title: 'Topic', text: topic, weight: 1 }],
    instruction: 'Answer as JSON.',
    maxTokens: 300,
  }),
  accept: ({ query }) => query ?? '',
  extract: ({ topic }) => `twin: ${topic}`,
};

/** For calls that are meant to run out of time; the machine may be slow, so good calls get more. */
export const SHORT: CallLimits = { idleMs: 200, firstMs: 200, baseMs: 200, perTokenMs: 0 };

/** A runner on the loopback server. */
export function runnerAt(url: string, limits: Partial<CallLimits> = {}): ModelRunner {
  return new ModelRunner(openProviders({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: url }, limits));
}

export function rowsOf(run: RunHandle): Promise<TranscriptRow[]> {
  return listEvents(run.runtime.table, run.owner, run.slug);
}

export async function chargesOf(run: RunHandle): Promise<TranscriptRow[]> {
  return (await rowsOf(run)).filter((row) => row.event === 'charged');
}

/** Calls a role as the state machine does: an error with a name it retries is a new invocation. */
export async function retried<T>(call: () => Promise<T>, most = 12): Promise<{ value: T; retries: string[] }> {
  const retries: string[] = [];
  for (;;) {
    try {
      return { value: await call(), retries };
    } catch (error) {
      if (!(error instanceof Error) || !('retryable' in error) || error.retryable !== true || retries.length >= most) {
        throw error;
      }
      retries.push(error.name);
    }
  }
}
