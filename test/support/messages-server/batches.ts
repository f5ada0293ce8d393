import type { MessagesRequest } from './material.ts';
import { messageOf } from './message.ts';

interface Held {
  readonly id: string;
  readonly url: string;
  readonly requests: readonly { readonly custom_id: string; readonly params: MessagesRequest }[];
  looks: number;
  cancelled: boolean;
}

const MOST = 1000;

/** How the requests of batches end that nobody cancels. */
export type BatchEnd = 'succeeded' | 'expired' | 'canceled' | 'errored' | 'invalid';

function resultOf(end: BatchEnd, params: MessagesRequest): object {
  const failed = (type: string) => ({ type: 'errored', error: { type: 'error', error: { type, message: type } } });
  if (end === 'succeeded') return { type: 'succeeded', message: messageOf(params, 1, null, 'plain') };
  if (end === 'errored') return failed('api_error');
  return end === 'invalid' ? failed('invalid_request_error') : { type: end };
}

/** Batches in memory: in progress for a number of looks, then ended. */
export class BatchShelf {
  private readonly held = new Map<string, Held>();
  private readonly looks: number;

  private readonly ends: BatchEnd;
  private readonly cancels: boolean;

  /** @param cancels whether a cancel comes in time */
  constructor(looks: number, ends: BatchEnd = 'succeeded', cancels = true) {
    this.looks = looks;
    this.ends = ends;
    this.cancels = cancels;
  }

  /** Batches that were cancelled. */
  get cancelled(): number {
    return [...this.held.values()].filter((held) => held.cancelled).length;
  }

  open(requests: Held['requests'], base: string): object {
    if (this.held.size >= MOST) throw new Error('too many batches');
    const id = `msgbatch_${this.held.size + 1}`;
    const url = `${base}/v1/messages/batches/${id}/results`;
    const held: Held = { id, url, requests, looks: 0, cancelled: false };
    this.held.set(id, held);
    return this.shape(held, false);
  }

  cancel(id: string): object | null {
    const held = this.held.get(id);
    if (!held) return null;
    held.cancelled = this.cancels;
    return this.shape(held, true);
  }

  look(id: string, results: boolean): object | string | null {
    const held = this.held.get(id);
    if (!held) return null;
    if (results) return this.results(held);
    held.looks++;
    return this.shape(held, held.cancelled || held.looks > this.looks);
  }

  private results(held: Held): string {
    return held.requests
      .map(({ custom_id, params }) => {
        const result = resultOf(held.cancelled ? 'canceled' : this.ends, params);
        return JSON.stringify({ custom_id, result });
      })
      .join('\n');
  }

  private shape(held: Held, ended: boolean): object {
    return {
      id: held.id,
      type: 'message_batch',
      processing_status: ended ? 'ended' : 'in_progress',
      request_counts: { processing: ended ? 0 : held.requests.length, succeeded: ended ? held.requests.length : 0 },
      results_url: ended ? held.url : null,
      created_at: '2026-11-01T00:00:00Z',
      expires_at: '2026-11-02T00:00:00Z',
      ended_at: ended ? '2026-11-01T01:00:00Z' : null,
      archived_at: null,
      cancel_initiated_at: null,
    };
  }
}
