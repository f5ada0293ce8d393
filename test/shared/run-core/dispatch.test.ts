import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Kind, type Source } from '../../../shared/contracts/enums.ts';
import { type DispatchInput, dispatchesOfTick, planDispatches } from '../../../shared/run/dispatch.ts';

const LIVE: readonly Source[] = ['arxiv', 'scholarly', 'web', 'community', 'github'];

function input(change: Partial<DispatchInput> & { count?: number; kind?: Kind } = {}): DispatchInput {
  const { count = 4, kind = 'practical', ...rest } = change;
  const nodes = Array.from({ length: count }, (_, at) => ({ id: `SQ${at + 1}`, kind }));
  return { nodes, subfield: 'db', depth: 'standard', sources: LIVE, offline: false, ...rest };
}

const names = (list: ReturnType<typeof planDispatches>) => list.map((d) => `${d.node}.${d.source}`);

describe('the dispatches of a round', () => {
  test('three sources a node, in plan order, best first', () => {
    expect(names(planDispatches(input({ count: 2 })))).toEqual([
      'SQ1.web',
      'SQ1.community',
      'SQ1.github',
      'SQ2.web',
      'SQ2.community',
      'SQ2.github',
    ]);
  });

  test('fifteen at most in standard, twenty in deep', () => {
    expect(planDispatches(input({ count: 8 }))).toHaveLength(15);
    expect(planDispatches(input({ count: 8, depth: 'quick' }))).toHaveLength(15);
    expect(planDispatches(input({ count: 8, depth: 'deep' }))).toHaveLength(20);
  });

  test('the lowest-scored go first', () => {
    const nodes = [
      { id: 'SQ1', kind: 'historical' as const },
      { id: 'SQ2', kind: 'practical' as const },
    ];
    // historical: scholarly 1.0, arxiv 0.5, web 0.4; practical: 0.9 three times.
    expect(names(planDispatches({ ...input(), nodes, cap: 4 }))).toEqual([
      'SQ1.scholarly',
      'SQ2.web',
      'SQ2.community',
      'SQ2.github',
    ]);
    expect(names(planDispatches({ ...input(), nodes, cap: 5 }))).toContain('SQ1.arxiv');
  });

  test('of equals the later in plan order goes, then the later column', () => {
    expect(names(planDispatches(input({ count: 2, cap: 5 })))).toEqual([
      'SQ1.web',
      'SQ1.community',
      'SQ1.github',
      'SQ2.web',
      'SQ2.community',
    ]);
  });

  test('every node keeps its best source, even when nothing is left', () => {
    expect(names(planDispatches(input({ count: 3, cap: 0 })))).toEqual(['SQ1.web', 'SQ2.web', 'SQ3.web']);
  });

  test('the library is asked beside the three', () => {
    const planned = planDispatches(input({ count: 1, sources: [...LIVE, 'library'] }));
    expect(names(planned)).toEqual(['SQ1.web', 'SQ1.community', 'SQ1.github', 'SQ1.library']);
  });

  test('offline it is the only one', () => {
    expect(names(planDispatches(input({ count: 2, offline: true })))).toEqual(['SQ1.library', 'SQ2.library']);
  });

  test('a tick takes its part', () => {
    const round = planDispatches(input({ count: 3 }));
    expect(names(dispatchesOfTick(round, ['SQ2']))).toEqual(['SQ2.web', 'SQ2.community', 'SQ2.github']);
  });

  test('over random rounds: within the cap, none dropped while a lower one stays, each node served', () => {
    const nodes = fc
      .array(fc.constantFrom(...Kind.options), { minLength: 1, maxLength: 11 })
      .map((kinds) => kinds.map((kind, at) => ({ id: `SQ${at + 1}`, kind })));
    const outcome = fc.check(
      fc.property(
        nodes,
        fc.constantFrom('standard' as const, 'deep' as const),
        fc.boolean(),
        (list, depth, library) => {
          const given = { ...input({ depth, sources: library ? [...LIVE, 'library'] : LIVE }), nodes: list };
          const kept = planDispatches(given);
          const all = planDispatches({ ...given, cap: 1000 });
          expect(kept.length).toBe(Math.min(all.length, depth === 'deep' ? 20 : 15));
          for (const { id } of list) expect(kept.some((d) => d.node === id)).toBe(true);
          const dropped = all.filter((d) => !kept.some((k) => k.node === d.node && k.source === d.source));
          const isBest = (d: (typeof all)[number]) => all.find((other) => other.node === d.node)!.source === d.source;
          const lowest = Math.min(...kept.filter((d) => !isBest(d)).map((d) => d.score), 1);
          for (const d of dropped) expect(d.score).toBeLessThanOrEqual(lowest);
        },
      ),
    );
    expect(outcome).toMatchObject({ failed: false });
  });
});
