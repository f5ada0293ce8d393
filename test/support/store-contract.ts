import { expect, it } from 'vitest';
import { ConditionFailed } from '../../shared/store/errors.ts';
import type { Blobs, Table } from '../../shared/store/ports.ts';

let serial = 0;
const fresh = () => `RUN#local#t${++serial}`;

/** What every adapter of the table port promises. */
export function tableContract(open: () => Promise<Table> | Table): void {
  it('returns what was put, with nested values, and undefined for what is not there', async () => {
    const table = await open();
    const key = { pk: fresh(), sk: 'META' };
    expect(await table.get(key)).toBeUndefined();
    await table.put(key, { a: 1, b: { c: [1, 'x', null, true] }, size: '', status: 'active' });
    expect(await table.get(key)).toEqual({ a: 1, b: { c: [1, 'x', null, true] }, size: '', status: 'active' });
  });

  it('lets only one of many concurrent claims through', async () => {
    const table = await open();
    const key = { pk: fresh(), sk: 'STEP#x' };
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => table.put(key, { by: i }, { exists: false })),
    );
    expect(claims.filter((c) => c.status === 'fulfilled')).toHaveLength(1);
    for (const claim of claims) if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(ConditionFailed);
  });

  it('adds atomically and returns the item afterwards', async () => {
    const table = await open();
    const key = { pk: fresh(), sk: 'SEQ' };
    const rows = await Promise.all(Array.from({ length: 25 }, () => table.update(key, { add: { seq: 1 } })));
    expect(new Set(rows.map((row) => row.seq))).toEqual(new Set(Array.from({ length: 25 }, (_, i) => i + 1)));
  });

  it('checks equals, atLeast, atMost and the keys of a map', async () => {
    const table = await open();
    const key = { pk: fresh(), sk: 'BUDGET' };
    await table.put(key, { available: 100, open: {}, attempt: 2, name: 'x' });
    const after = await table.update(
      key,
      { add: { available: -60 }, setIn: { open: { key: 'call-1.a', value: 60 } } },
      { atLeast: { available: 60 }, absentIn: { open: 'call-1.a' } },
    );
    expect(after).toEqual({ available: 40, open: { 'call-1.a': 60 }, attempt: 2, name: 'x' });
    const refused = [
      table.update(key, { add: { available: -60 } }, { atLeast: { available: 60 } }),
      table.update(key, { set: { x: 1 } }, { absentIn: { open: 'call-1.a' } }),
      table.update(key, { set: { x: 1 } }, { equals: { name: 'y' } }),
      table.update(key, { set: { x: 1 } }, { atMost: { attempt: 1 } }),
      table.update(key, { set: { x: 1 } }, { presentIn: { open: 'call-2' } }),
      table.update({ pk: key.pk, sk: 'NONE' }, { set: { x: 1 } }, { exists: true }),
      table.delete(key, { equals: { name: 'y' } }),
    ];
    for (const result of await Promise.allSettled(refused)) {
      expect(result.status === 'rejected' && result.reason).toBeInstanceOf(ConditionFailed);
    }
    const settled = await table.update(
      key,
      { add: { available: 50 }, removeIn: { open: 'call-1.a' }, remove: ['name'] },
      { presentIn: { open: 'call-1.a' }, equals: { missing: null }, atMost: { absent: 3 } },
    );
    expect(settled).toEqual({ available: 90, open: {}, attempt: 2 });
  });

  it('queries by prefix, after, direction and limit, in sort-key order', async () => {
    const table = await open();
    const pk = fresh();
    const sks = ['EV#01', 'EV#02', 'EV#03', 'EV#04', 'META', 'NODE#root'];
    for (const sk of [...sks].reverse()) await table.put({ pk, sk }, { sk2: sk });
    const of = async (q: Omit<Parameters<Table['query']>[0], 'pk'>) =>
      (await table.query({ pk, ...q })).map((r) => r.sk);
    expect(await of({})).toEqual(sks);
    expect(await of({ prefix: 'EV#' })).toEqual(sks.slice(0, 4));
    expect(await of({ prefix: 'EV#', after: 'EV#02' })).toEqual(['EV#03', 'EV#04']);
    expect(await of({ prefix: 'EV#', after: 'EV#01', limit: 2 })).toEqual(['EV#02', 'EV#03']);
    expect(await of({ prefix: 'EV#', descending: true, limit: 2 })).toEqual(['EV#04', 'EV#03']);
    expect(await of({ prefix: 'EV#', descending: true, after: 'EV#03' })).toEqual(['EV#02', 'EV#01']);
    expect(await of({ after: 'EV#04' })).toEqual(['META', 'NODE#root']);
    expect(await of({ prefix: 'NO', after: 'ZZ' })).toEqual([]);
  });

  it('pages through more than one answer of the service', async () => {
    const table = await open();
    const pk = fresh();
    const text = 'x'.repeat(60_000);
    for (let i = 0; i < 40; i++) await table.put({ pk, sk: `EV#${String(i).padStart(3, '0')}` }, { text });
    expect(await table.query({ pk, prefix: 'EV#' })).toHaveLength(40);
    expect(await table.query({ pk, prefix: 'EV#', limit: 33 })).toHaveLength(33);
  });
}

/** What every adapter of the blob port promises. */
export function blobContract(open: () => Promise<Blobs> | Blobs): void {
  it('stores, replaces, lists and deletes', async () => {
    const blobs = await open();
    const at = `runs/t${++serial}/`;
    expect(await blobs.get(`${at}a.md`)).toBeUndefined();
    expect(await blobs.size(`${at}a.md`)).toBeUndefined();
    await blobs.put(`${at}a.md`, 'old');
    await blobs.put(`${at}a.md`, 'ne\u00fc');
    await blobs.put(`${at}papers/b.md`, new Uint8Array([1, 2, 3]));
    expect(new TextDecoder().decode(await blobs.get(`${at}a.md`))).toBe('ne\u00fc');
    expect(await blobs.size(`${at}a.md`)).toBe(4);
    expect(await blobs.list(at)).toEqual([`${at}a.md`, `${at}papers/b.md`]);
    expect(await blobs.list(`${at}papers/`)).toEqual([`${at}papers/b.md`]);
    expect(await blobs.list(`${at}pap`)).toEqual([`${at}papers/b.md`]);
    await blobs.delete(`${at}a.md`);
    await blobs.delete(`${at}a.md`);
    expect(await blobs.list(at)).toEqual([`${at}papers/b.md`]);
  });

  it('gives either the old or the new object to a reader during writes', async () => {
    const blobs = await open();
    const key = `runs/t${++serial}/big.json`;
    const bodies = ['a', 'b', 'c'].map((c) => c.repeat(200_000));
    await blobs.put(key, bodies[0]!);
    const writes = Promise.all(bodies.map((body) => blobs.put(key, body)));
    for (let i = 0; i < 10; i++) {
      const text = new TextDecoder().decode(await blobs.get(key));
      expect(bodies).toContain(text);
    }
    await writes;
  });
}
