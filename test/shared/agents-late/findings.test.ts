import { describe, expect, it } from 'vitest';
import { conditionIn } from '../../../shared/agents/contradictions/conditions.ts';
import { findingsOf } from '../../../shared/agents/contradictions/findings.ts';
import { opposites } from '../../../shared/agents/contradictions/opposites.ts';
import { stanceOf } from '../../../shared/agents/contradictions/stance.ts';
import { read, type Work } from './library.ts';

describe('what a sentence reports', () => {
  it.each([
    ['Prefetching improves the hit ratio on all traces.', ['gain']],
    ['Prefetching gave no significant improvement on the second trace.', ['none']],
    ['Prefetching degrades the hit ratio of small caches.', ['loss']],
    ['Prefetching does not hurt the hit ratio.', []],
    ['We hope that prefetching improves the hit ratio.', []],
    ['The best use of prefetching is an open question.', []],
    ['Prefetching helps large caches, but it hurts small ones.', ['gain', 'loss']],
  ] as const)('%s', (sentence, effects) => {
    expect(findingsOf(sentence).map(({ effect }) => effect)).toEqual(effects);
  });

  it('says what was varied and what was beaten, an apposition with it', () => {
    const [finding] = findingsOf(
      'Our experiments show that the ring policy outperforms Slab, a widely used system for slot-based eviction.',
    );
    expect(finding).toMatchObject({ effect: 'gain', over: 'Slab, a widely used system for slot-based eviction' });
    expect(finding!.subject.trim()).toBe('the ring policy');
    const [rate] = findingsOf('We obtain gains in throughput by compressing cold objects.');
    expect(rate!.factor).toContain('compressing cold objects');
  });
});

describe('what a passage names as its condition', () => {
  it.each([
    ['When using the small trace, the policy did worse than the list.', 'when using the small trace'],
    ['The policy did better on the university traces.', 'on the university traces'],
    ['The policy did better.', null],
  ] as const)('%s', (passage, condition) => {
    expect(conditionIn(passage)).toBe(condition);
  });
});

describe('works that point apart', () => {
  const work = (id: string, year: number, title: string, abstract: string): Work => ({
    id: `doi:10.1000/${id}`,
    title,
    authors: [`Ann ${id}`],
    year,
    abstract,
  });
  const found = async (...works: Work[]) =>
    opposites(await Promise.all(works.map((one) => read(one))), new Set(['cach', 'proxi']));

  it('a gain and no gain of one thing; not of two', async () => {
    const gain = work(
      'gain',
      2009,
      'Ghost Lists',
      'Ghost lists of evicted objects improve the hit ratio significantly.',
    );
    const none = work('none', 2012, 'Lists Again', 'Ghost lists of evicted objects did not improve the hit ratio.');
    const other = work('other', 2012, 'Compression', 'Compressed cold objects did not improve the hit ratio.');
    expect((await found(gain, none, other)).map(({ a, b, how }) => [a.note.id, b.note.id, how])).toEqual([
      [gain.id, none.id, 'none'],
    ]);
  });

  it('quality against cost is no disagreement', async () => {
    const gain = work('gain', 2009, 'Ghost Lists', 'Ghost lists of evicted objects improve the accuracy.');
    const cost = work('cost', 2012, 'Ghosts', 'Ghost lists of evicted objects increase memory.');
    expect(await found(gain, cost)).toEqual([]);
  });

  it('two kinds ranked the other way round, whatever their spelling', async () => {
    const slots = work(
      'slots',
      2006,
      'On Eviction',
      'In large tests, slot-based eviction outperforms ring based eviction.',
    );
    const rings = work(
      'rings',
      2008,
      'A Ring-based Policy',
      'Our experiments show that the policy outperforms Slab, a widely used system for slotbased eviction.',
    );
    expect((await found(slots, rings)).map(({ how }) => how)).toEqual(['reversed']);
    const also = work('also', 2009, 'More Slots', 'A slot-based policy outperforms a ring-based policy.');
    expect(await found(slots, also)).toEqual([]);
  });

  it('quotes a sentence that leans on the one before it together with that one', async () => {
    const gain = work('gain', 2009, 'Ghost Lists', 'Ghost lists of evicted objects improve the hit ratio.');
    const leaning = work(
      'lean',
      2012,
      'Lists Again',
      'We added ghost lists of evicted objects to the caches of eleven web proxies in three countries. They did not improve its hit ratio by a significant amount in any trace.',
    );
    const [pair] = await found(gain, leaning);
    expect(pair!.answer.text).toBe(leaning.abstract);
  });
});

describe('what a sentence does with a work it names', () => {
  const stance = (text: string, name: string, byAuthors = false) =>
    stanceOf(text, text.indexOf(name), text.indexOf(name) + name.length, false, byAuthors);
  it.each([
    ['The rationale behind Slab is that eviction is expensive.', 'Slab', null],
    ['A ring is not really very different from Slab.', 'Slab', null],
    ['The main challenge in Slab is memory.', 'Slab', null],
    ['These measurements challenge the claims made for Slab.', 'Slab', 'disagrees'],
    ['We keep more detailed lists than Slab (2004).', 'Slab', null],
    ['Our lists reach a higher hit ratio than Slab in all experiments.', 'Slab', 'outperforms'],
    ['Rings were shown to outperform lists in an experiment by Slab.', 'Slab', null],
    ['A higher score of Slab is neither necessary nor sufficient for fewer misses.', 'Slab', 'limits'],
  ] as const)('%s', (text, name, expected) => {
    expect(stance(text, name)).toBe(expected);
  });
});
