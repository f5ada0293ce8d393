import type { Rate } from '../limiter.ts';

/**
 * The rate that a response's headers announce: Crossref's limit, interval and connections, or the first window of Brave's.
 * Null when they say nothing, or nothing believable.
 */
export function learnedRate(headers: Readonly<Record<string, string>>): Rate | null {
  const limit = Number(headers['x-rate-limit-limit']);
  const interval = /^(\d+)s$/.exec(headers['x-rate-limit-interval'] ?? '')?.[1];
  if (Number.isInteger(limit) && limit >= 1 && interval) {
    const connections = Number(headers['x-concurrency-limit'] ?? 1);
    return rate((Number(interval) * 1000) / limit, connections);
  }
  // "1;w=1, 2000;w=2592000", or "1, 2000" with the policy beside it: the first one is per second.
  const second = /^(\d{1,3}),\s*\d+/.exec(headers['x-ratelimit-limit'] ?? '')?.[1];
  return second && Number(second) >= 1 ? rate(1000 / Number(second), 1) : null;
}

function rate(intervalMs: number, connections: number): Rate {
  return {
    intervalMs: Math.max(20, Math.ceil(intervalMs * 1.04)),
    connections: Number.isInteger(connections) && connections >= 1 ? Math.min(connections, 10) : 1,
  };
}
