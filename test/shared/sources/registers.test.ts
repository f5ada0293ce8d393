import { afterAll, describe, expect, it } from 'vitest';
import { auditReference } from '../../../shared/evidence/audit.ts';
import type { SourceDeps } from '../../../shared/sources/deps.ts';
import { SourceBusy } from '../../../shared/sources/errors.ts';
import { openSources } from '../../../shared/sources/open.ts';
import { registers } from '../../../shared/sources/registers.ts';
import { MemoryBlobs, MemoryTable } from '../../../shared/store/memory.ts';
import { WarpedTime } from '../../support/fake-time.ts';
import { type Replay, type ReplayHandler, startReplay } from '../../support/replay-server.ts';
import { record } from '../export/records.ts';

const time = new WarpedTime();
const live: Replay[] = [];
afterAll(async () => {
  for (const replay of live) await replay.close();
});

const ID = 'doi:10.5555/caches';
const work = (more: object) => ({ DOI: '10.5555/Caches', title: ['On caches'], author: [{ family: 'Lee' }], ...more });
const nothing: ReplayHandler = () => ({ body: '{"results":[],"meta":{"count":0}}' });

async function open(handlers: Readonly<Record<string, ReplayHandler>>): Promise<SourceDeps> {
  const replay = await startReplay({ semanticscholar: () => ({ body: '[null]' }), openalex: nothing, ...handlers });
  live.push(replay);
  const stores = { table: new MemoryTable(), blobs: new MemoryBlobs() };
  return openSources({ env: replay.env, ...stores, time, random: () => 0.5 });
}

const ask = (deps: SourceDeps) => registers([ID], { share: 'audit', deadline: time.now() + 20_000 }, deps);
const answer = (...items: object[]) =>
  JSON.stringify({ status: 'ok', 'message-type': 'work-list', message: { items } });

describe('registers', () => {
  it('asks Crossref for what has been published about every DOI, and names who said what', async () => {
    const updates = [
      { DOI: '10.5555/Note', type: 'correction' },
      { DOI: '10.5555/Gone', type: 'retraction' },
    ];
    const deps = await open({ crossref: () => ({ body: answer(work({ 'updated-by': updates })) }) });
    const said = (await ask(deps)).get(ID)!;
    expect(said.map(({ provider, outcome }) => `${provider} ${outcome}`)).toEqual([
      'semanticscholar not_found',
      'openalex not_found',
      'crossref found',
    ]);
    const entry = auditReference(record(ID, { title: 'On caches' }), said);
    expect(entry.status).toBe('retracted');
    expect(entry.reasons).toEqual(['crossref has a retraction notice: doi:10.5555/gone.']);
    expect(entry.notices.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'correction doi:10.5555/note',
      'retraction doi:10.5555/gone',
    ]);
  });

  it('tells a correction from a retraction', async () => {
    const deps = await open({
      crossref: () => ({ body: answer(work({ 'updated-by': [{ DOI: '10.5555/n', type: 'erratum' }] })) }),
    });
    expect(auditReference(record(ID, { title: 'On caches' }), (await ask(deps)).get(ID)!).status).toBe('corrected');
  });

  it('asks a busy register once more, then says that it could not be asked; the others count', async () => {
    const deps = await open({ crossref: () => ({ body: answer(work({})) }) });
    let turns = 0;
    const caller = {
      call: (call: Parameters<SourceDeps['caller']['call']>[0]) => {
        if (call.provider !== 'openalex') return deps.caller.call(call);
        turns++;
        return Promise.reject(new SourceBusy('openalex', 60_000));
      },
    };
    const said = (await ask({ ...deps, caller: caller as unknown as SourceDeps['caller'] })).get(ID)!;
    expect(turns).toBe(2);
    const entry = auditReference(record(ID, { title: 'On caches' }), said);
    expect(entry).toMatchObject({ status: 'resolved', found_by: ['crossref'], failed_at: ['openalex'] });
    expect(said.find(({ outcome }) => outcome === 'failed')).toMatchObject({ reason: expect.stringContaining('busy') });
  });

  it('knows a retraction by the title a register shows', () => {
    const lookup = {
      provider: 'openalex',
      outcome: 'found',
      record: record(ID, { title: '[Retracted] On caches' }),
    } as const;
    expect(auditReference(record(ID, { title: 'On caches' }), [lookup]).status).toBe('retracted');
    const notice = { ...lookup, record: record(ID, { title: 'Retraction notice to On caches' }) };
    expect(auditReference(record(ID, { title: 'On caches' }), [notice]).status).not.toBe('retracted');
  });
});
