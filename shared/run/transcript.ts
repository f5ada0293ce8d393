import { TranscriptRow } from '../contracts/run.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row, Table } from '../store/ports.ts';
import type { RunHandle } from './handle.ts';

/** The number is claimed first: a crash between the two writes leaves a gap, never a repeat. */
export async function appendEvent(
  run: RunHandle,
  row: Omit<TranscriptRow, 'seq' | 'ts' | 'attempt' | 'round'> & { round?: number },
): Promise<void> {
  const { table } = run.runtime;
  const counter = await run.fenced(keys.meta(run.owner, run.slug), { add: { seq: 1 } });
  const seq = Number(counter.seq);
  const full = TranscriptRow.parse({ round: 1, ...row, seq, ts: run.now(), attempt: run.attempt });
  await table.put(keys.event(run.owner, run.slug, seq), withoutUndefined(full));
}

/** Rows of the transcript in order. `after` is the last `seq` already seen. */
export async function listEvents(
  table: Table,
  owner: string,
  slug: string,
  options: { after?: number; limit?: number } = {},
): Promise<TranscriptRow[]> {
  const rows = await table.query({
    pk: runPk(owner, slug),
    prefix: 'EV#',
    ...(options.after === undefined ? {} : { after: keys.event(owner, slug, options.after).sk }),
    ...(options.limit === undefined ? {} : { limit: options.limit }),
  });
  return rows.map(({ pk: _pk, sk: _sk, ...row }) => TranscriptRow.parse(row));
}

function withoutUndefined(value: object): Row {
  return JSON.parse(JSON.stringify(value)) as Row;
}
