import { describe, expect, it } from 'vitest';
import type { TranscriptRow } from '../../shared/contracts/run.ts';
import { BatchPending } from '../../shared/models/errors.ts';
import { SourceBusy } from '../../shared/sources/errors.ts';
import { deepRun } from '../support/deep-run.ts';
import { type FaultRun, faultRun, steered } from '../support/fault-run.ts';
import { hastyAsl } from '../support/hostile.ts';
import { cloudOver, runToEnd } from '../support/pipeline.ts';

async function rowsOf({ stores, asked, parts }: FaultRun): Promise<TranscriptRow[]> {
  const cloud = await cloudOver(stores, { ...parts, asl: hastyAsl() });
  const slug = await runToEnd(cloud, asked);
  expect((await cloud.service.view(slug)).status).toBe('complete');
  return (await cloud.service.transcript(slug, 0, 100_000)).rows;
}

/** Calls by id: each is dispatched once, and returns once, later. */
function callsOf(rows: readonly TranscriptRow[]): Map<string, TranscriptRow> {
  const open = new Set<string>();
  const returned = new Map<string, TranscriptRow>();
  for (const row of rows) {
    const id = row.id ?? '';
    if (row.event === 'dispatched') {
      expect(open.has(id) || returned.has(id), `${id} is dispatched once`).toBe(false);
      open.add(id);
    }
    if (row.event === 'returned') {
      expect(open.delete(id), `${id} was dispatched before it returned`).toBe(true);
      returned.set(id, row);
    }
  }
  expect([...open]).toEqual([]);
  return returned;
}

describe('the transcript', () => {
  it.each([
    ['quick', () => faultRun({ depth: 'quick' }), [0, 1, 2, 3, 7, 8]],
    ['standard', () => faultRun(), [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['deep', deepRun, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ] as const)(
    'of a %s run has both rows of every agent call, with role, attempt and duration',
    async (_, make, stages) => {
      const run = await make();
      const rows = await rowsOf(run);
      const calls = callsOf(rows);
      for (const row of calls.values()) {
        expect(row).toMatchObject({ status: 'ok', attempt: 1, role: expect.any(String), ms: expect.any(Number) });
      }
      expect([...new Set([...calls.values()].map((row) => row.stage))].sort()).toEqual(stages);
      // Whoever was asked was asked within a call that has its rows.
      expect(run.parts.roles.calls.length).toBeGreaterThan(10);
      for (const { step } of run.parts.roles.calls) expect([...calls.keys()]).toContain(step);
      const complete = rows.filter((row) => row.event === 'stage_complete').map((row) => row.stage);
      expect([...new Set(complete)].sort()).toEqual(stages.filter((stage) => stage < 8));
    },
  );

  it('of calls that waited for a batch, or for a turn, shows one call each, and no failure', async () => {
    const run = await faultRun({}, 5);
    const pending = (answer: never, _at: unknown, nth: number) => {
      if (nth <= 3) throw new BatchPending('The batch b has not ended.');
      return answer;
    };
    const busy = (answer: never, _at: unknown, nth: number) => {
      if (nth <= 2) throw new SourceBusy('arxiv', 3000);
      return answer;
    };
    const rows = await rowsOf({
      ...run,
      parts: { ...run.parts, roles: steered({ methodology: pending, finding: busy }) },
    });
    const calls = callsOf(rows);
    expect(calls.get('critique.1.methodology')).toMatchObject({ status: 'ok', attempt: 1 });
    // Three pauses of the state machine are part of how long the call took.
    expect(calls.get('critique.1.methodology')?.ms).toBeGreaterThan(10);
    expect(rows.filter((row) => row.event === 'returned' && row.status !== 'ok')).toEqual([]);
  });
});
