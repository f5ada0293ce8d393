import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotFound } from '../../shared/api/errors.ts';
import type { Service } from '../../shared/api/service.ts';

const POLL_MS = 150;
/** A comment now and then tells both ends that the other is still there. */
const BEAT_MS = 15_000;
const ENDED = new Set(['complete', 'partial', 'failed', 'cancelled', 'interrupted']);

/**
 * A run's transcript as server-sent events: each row with its number as id, so that a client that was cut off goes on
 * where it was (`Last-Event-ID`, or else `from`). `status` is sent when it changes, `end` when nothing more will come.
 */
export async function streamEvents(
  service: Service,
  slug: string,
  from: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let after = numberOf(request.headers['last-event-id']) ?? from;
  let status = await service.status(slug);
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  const write = (event: string, data: unknown, id?: number) =>
    response.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  write('status', { status });
  let beat = performance.now();
  while (!response.destroyed && !response.writableEnded) {
    // The status is read first: rows written before it changed are then among those read after.
    const now = await statusOf(service, slug);
    if (now === undefined) break;
    const { rows } = await service.transcript(slug, after);
    for (const row of rows) write('row', row, row.seq);
    after = rows.at(-1)?.seq ?? after;
    if (now !== status) write('status', { status: now });
    status = now;
    if (rows.length === 0 && ENDED.has(status)) {
      write('end', { status });
      break;
    }
    if (performance.now() - beat > BEAT_MS) {
      response.write(': still here\n\n');
      beat = performance.now();
    }
    if (rows.length === 0) await sleep(POLL_MS);
  }
  response.end();
}

async function statusOf(service: Service, slug: string) {
  try {
    return await service.status(slug);
  } catch (error) {
    if (error instanceof NotFound) return undefined; // deleted while it was followed
    throw error;
  }
}

function numberOf(value: string | string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : undefined;
}
