import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citationKeys } from '../../../shared/evidence/export/keys.ts';
import { hostileRecords, record } from './records.ts';

const keyOf = (over: object) => [...citationKeys([record('lib:0000000001', over)]).values()][0];

describe('citation keys', () => {
  it('are family name, year and first telling word', () => {
    expect(keyOf({ authors: ['Ada Smith'], year: 2021, title: 'On the Attention of Machines' })).toBe(
      'smith2021attention',
    );
    expect(keyOf({ authors: ['Łukasz Kaiser'], year: 2020, title: 'Één model' })).toBe('kaiser2020een');
    expect(keyOf({ authors: [], year: 0, title: '' })).toBe('anonuntitled');
  });

  it('tell records apart by letters in the order of ids, whatever the order they come in', () => {
    const same = ['c', 'a', 'b'].map((c) =>
      record(`lib:000000000${c}`, { authors: ['A. Smith'], year: 2021, title: 'Attention' }),
    );
    const keys = citationKeys(same);
    expect(['a', 'b', 'c'].map((c) => keys.get(`lib:000000000${c}`))).toEqual(
      ['a', 'b', 'c'].map((c) => `smith2021attention${c}`),
    );
    expect([...citationKeys([...same].reverse())].sort()).toEqual([...keys].sort());
  });

  it('do not collide with a key that ends in such a letter by itself', () => {
    const records = [
      record('lib:0000000001', { authors: ['A. Smith'], year: 2021, title: 'Net' }),
      record('lib:0000000002', { authors: ['A. Smith'], year: 2021, title: 'Net' }),
      record('lib:0000000003', { authors: ['A. Smith'], year: 2021, title: 'Neta' }),
    ];
    expect([...citationKeys(records).values()].sort()).toEqual(['smith2021neta', 'smith2021netb', 'smith2021netc']);
  });

  it('are unique, safe and independent of the order for any records', () => {
    fc.assert(
      fc.property(hostileRecords, (records) => {
        const keys = citationKeys(records);
        expect(new Set(keys.values()).size).toBe(records.length);
        for (const key of keys.values()) expect(key).toMatch(/^[a-z][a-z0-9]*$/);
        expect(new Map([...citationKeys([...records].reverse())].sort())).toEqual(new Map([...keys].sort()));
      }),
      { numRuns: 100 },
    );
  });
});
