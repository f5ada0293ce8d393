import { describe, expect, it } from 'vitest';
import { judgeContradictions } from '../../../shared/agents/contradictions/judge.ts';
import { outcomeOf } from '../../../shared/agents/contradictions/outcome.ts';
import { contradictionsRole } from '../../../shared/agents/contradictions/role.ts';
import { mapDomain } from '../../../shared/agents/domain/map.ts';
import { domainRole } from '../../../shared/agents/domain/role.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import type { DomainInput } from '../../../shared/agents/inputs.ts';
import { reviewMethodology } from '../../../shared/agents/methodology/review.ts';
import { methodologyRole } from '../../../shared/agents/methodology/role.ts';
import { Contradictions, DomainMap, MethodologyReview } from '../../../shared/contracts/analysis.ts';
import { GOAL, NODES, planOf, readAll, recordOf, WORKS, type Work } from './library.ts';

const SIZED = 'doi:10.1000/sized';
const LEARNED = 'arxiv:2101.00010';
const papers = await readAll();
const input = { goal: GOAL, plan: planOf(), papers, candidates: [] };
const span = (paper: string, quote: string) => {
  const start = papers.find((p) => p.note.id === paper)!.text.text.indexOf(quote);
  return { paper, start, end: start + quote.length };
};

describe('which way an outcome points', () => {
  it.each([
    ['The cache improves the hit ratio of the proxy.', 'better'],
    ['Larger caches increase latency for every client.', 'worse'],
    ['The error rate drops by half.', 'better'],
    ['It does not improve accuracy on long inputs.', 'worse'],
    ['We expect that the method improves accuracy.', null],
    ['It is faster but hurts accuracy.', null],
    ['Objects are stored on two lists.', null],
  ] as const)('%s', (sentence, outcome) => {
    expect(outcomeOf(sentence)).toBe(outcome);
  });
});

describe('the contradiction critic', () => {
  it('finds a paper that sets itself against another by name, with both in their own words', () => {
    const found = judgeContradictions(input);
    expect(Contradictions.parse(found)).toEqual(found);
    const item = found.items.find((c) => c.a.paper === LEARNED && c.b.paper === SIZED);
    expect(item?.a.anchor.quote).toBe('Unlike SizeWise, the learned eviction policy needs no tuning by hand.');
    expect(item?.explanation).toContain('Wolf (2021)');
    expect(found.items.map((c) => c.id)).toEqual(found.items.map((_, at) => `C${at + 1}`));
    for (const c of found.items) {
      for (const side of [c.a, c.b]) {
        const text = papers.find((p) => p.note.id === side.paper)!.text.text;
        expect(text.slice(side.anchor.start, side.anchor.end)).toBe(side.anchor.quote);
      }
    }
  });

  it('does not take two figures of two systems for a contradiction', () => {
    const candidates = [
      {
        kind: 'values' as const,
        a: span(
          SIZED,
          'On production traces the segmented recency algorithm is worse than SizeWise, whose object hit ratio reaches 62.4%.',
        ),
        b: span(
          LEARNED,
          'It improves the object hit ratio by 4.1 points on three production traces and adds 0.3 ms of latency per miss.',
        ),
        score: 0.95,
        cue: 'hit ratio',
      },
    ];
    const found = judgeContradictions({ ...input, candidates });
    expect(found.items.filter((c) => c.kind === 'values')).toEqual([]);
  });

  it('does not depend on the order of the papers', () => {
    expect(judgeContradictions({ ...input, papers: [...papers].reverse() })).toEqual(judgeContradictions(input));
  });

  const work = (id: string, title: string, author: string, year: number, abstract: string): Work => ({
    id: `doi:10.1000/${id}`,
    title,
    authors: [author, 'Zoe Second', 'Yan Third'],
    year,
    abstract,
  });
  const judge = async (works: readonly Work[], records: readonly Work[] = []) =>
    judgeContradictions({
      goal: GOAL,
      plan: planOf(),
      papers: await readAll(works),
      candidates: [],
      records: [...works, ...records].map(recordOf),
    }).items;
  const ringed = work(
    'ring',
    'RingCache: Eviction for Web Proxies on a Ring',
    'Ida Ring',
    2010,
    'RingCache keeps the objects of a web proxy cache on a ring of buckets and evicts whole buckets. On traces of four web proxies RingCache improves the hit ratio by 9 points over a plain list.',
  );

  it('takes a work that nobody read as a side, by its abstract', async () => {
    const critic = work(
      'critic',
      'Measuring Cache Eviction for Web Proxies',
      'Cay Stern',
      2016,
      'Cache eviction is measured on eleven web proxies in three countries. The measurements contradict the claim that RingCache raises the hit ratio of web proxies under bursts of requests.',
    );
    const items = await judge([critic], [ringed]);
    expect(items.map((c) => [c.a.paper, c.b.paper])).toEqual([['doi:10.1000/critic', 'doi:10.1000/ring']]);
    expect(items[0]!.kind).toBe('conclusion');
    expect(items[0]!.claim).toBe('the claims made for RingCache hold up against what Stern et al. report');
    expect(ringed.abstract.slice(items[0]!.b.anchor.start, items[0]!.b.anchor.end)).toBe(items[0]!.b.anchor.quote);
    expect(items[0]!.b.anchor.quote).toContain('improves the hit ratio by 9 points');
  });

  it('sees what a later work found about an earlier one', async () => {
    const early = work(
      'early',
      'Buckets for Web Proxy Caches',
      'Eve Early',
      2008,
      'Objects of a web proxy cache are kept in buckets and evicted together. The strong order of buckets is a bottleneck, and bursts can still block eviction, as RingCache later showed.',
    );
    const [item] = await judge([early, ringed]);
    expect(item).toMatchObject({ a: { paper: 'doi:10.1000/early' }, b: { paper: 'doi:10.1000/ring' } });
    expect(item!.claim).toContain('later report');
  });

  it('leaves out a fault that the work grants itself, and a rank under other conditions', async () => {
    const granting = work(
      'grant',
      'SlotCache: Eviction for Web Proxies by Slots',
      'Gil Grant',
      2012,
      'SlotCache keeps the objects of a web proxy cache in slots of one size. SlotCache cannot handle objects larger than one slot of the cache.',
    );
    const other = work(
      'other',
      'Large Objects in Web Proxy Caches',
      'Oda Other',
      2015,
      'Large objects fill a web proxy cache quickly. SlotCache cannot handle objects larger than one slot of the cache. The score of our policy is lower than that of RingCache on another data set.',
    );
    expect(await judge([granting, other, ringed])).toEqual([]);
  });

  it('sees where two works put the greater share, and whose weight is disputed', async () => {
    const inner = work(
      'inner',
      'Misses of Web Proxy Caches Counted',
      'Ina Inner',
      2012,
      'Most misses of a web proxy cache come from expired objects rather than evictions in the morning hours.',
    );
    const outer = work(
      'outer',
      'Where Web Proxy Caches Miss',
      'Ute Outer',
      2013,
      'The dominant reason for misses in the morning is eviction: mainly evictions of expired objects by scans explain them.',
    );
    const [shares] = await judge([inner, outer]);
    expect(shares).toMatchObject({
      kind: 'conclusion',
      a: { paper: 'doi:10.1000/inner' },
      b: { paper: 'doi:10.1000/outer' },
    });
    const fleet = work(
      'fleet',
      'Ten Years of Web Proxy Caches',
      'Flo Fleet',
      2020,
      'Web proxy caches were run for ten years in one company. The operators argue that reducing write amplification matters less in their fleets than the literature suggests.',
    );
    const flash = work(
      'flash',
      'Flash for Web Proxy Caches',
      'Fay Flash',
      2018,
      'Flash holds the objects of web proxy caches. The policy reduces write amplification by 45 percent in web proxy caches.',
    );
    const [weighed] = await judge([fleet, flash]);
    expect(weighed!.claim).toContain('write amplification');
    expect(weighed!.a.paper).toBe('doi:10.1000/fleet');
  });

  it('does not take an abbreviation of the topic for a system', async () => {
    const one = work(
      'one',
      'On CEFWP Lists',
      'Ann One',
      2000,
      'CEFWP lists hold the objects of web proxies. CEFWP lists are short.',
    );
    const two = work(
      'two',
      'Better Lists',
      'Bob Two',
      2004,
      'Lists of web proxies hold objects. Our lists outperform CEFWP lists for web proxies.',
    );
    expect(await judge([one, two])).toEqual([]);
  });

  it('says when it finds nothing', () => {
    expect(judgeContradictions({ ...input, papers: papers.slice(0, 1) })).toEqual({
      items: [],
      notes: ['Fewer than two papers were read, so nothing can contradict.'],
    });
  });

  it('keeps from a model only what both texts have', () => {
    const side = (paper: string, quote: string) => ({ paper, quote });
    const good = {
      kind: 'contrast' as const,
      claim: 'tuning',
      a: side(LEARNED, 'Unlike SizeWise, the learned eviction policy needs no tuning by hand.'),
      b: side(SIZED, 'A drawback is that large popular objects may never be admitted.'),
      explanation: 'e',
      conditions: null,
      under_evidenced: true,
    };
    const found = contradictionsRole.accept(
      { items: [{ ...good, b: side(SIZED, 'Large objects are always admitted.') }, good] },
      input,
    );
    expect(found.items.map((c) => c.id)).toEqual(['C1']);
    expect(found.notes[0]).toContain('1 of the tensions');
    expect(() => contradictionsRole.accept({ items: [{ ...good, a: side('doi:10.1/none', 'x') }] }, input)).toThrow(
      AnswerRejected,
    );
  });
});

describe('the methodology critic', () => {
  it('marks what the text shows and tells missing from unknown', () => {
    const review = reviewMethodology({ goal: GOAL, papers });
    expect(MethodologyReview.parse(review)).toEqual(review);
    const full = review.papers.find((p) => p.id === 'doi:10.1000/slru')!;
    const met = Object.fromEntries(full.marks.map((m) => [m.criterion, m.met]));
    expect(met).toMatchObject({ baseline: 'yes', data: 'yes', variance: 'no', artefact: 'no', threats: 'yes' });
    const abstract = review.papers.find((p) => p.id === LEARNED)!;
    expect(abstract.marks.every((m) => m.met !== 'no')).toBe(true);
    expect(abstract.strength).not.toBe('strong');
    for (const paper of review.papers) {
      const text = papers.find((p) => p.note.id === paper.id)!.text.text;
      for (const mark of paper.marks)
        if (mark.anchor) expect(text.slice(mark.anchor.start, mark.anchor.end)).toBe(mark.anchor.quote);
    }
  });

  it('asks no ablation of a theory', () => {
    const theory = papers[3]!;
    const text =
      'We prove a lower bound for online eviction. The theorem holds for every deterministic algorithm. The proof uses an adversary argument and a lemma on request sequences.';
    const review = reviewMethodology({
      goal: GOAL,
      papers: [
        {
          note: {
            ...theory.note,
            title: 'Bounds for Online Eviction',
            tldr: '',
            access: 'full',
            limitations: [],
            table: { method: null, data: null, measure: null, result: null },
          },
          text: { ...theory.text, access: 'full', text },
        },
      ],
    });
    expect(review.papers[0]!.remark).toContain('theory paper');
    expect(review.papers[0]!.marks.find((m) => m.criterion === 'ablation')!.met).toBe('unknown');
  });

  it('counts a model’s yes only with a passage', () => {
    const marks = [
      {
        criterion: 'baseline' as const,
        met: 'yes' as const,
        quote: 'The baseline is a plain recency list of the same size.',
      },
      { criterion: 'data' as const, met: 'yes' as const, quote: 'An invented passage about data.' },
    ];
    const review = methodologyRole.accept(
      { papers: [{ id: 'doi:10.1000/slru', marks, strength: 'moderate', remark: 'r' }], notes: [] },
      { goal: GOAL, papers },
    );
    const met = Object.fromEntries(review.papers[0]!.marks.map((m) => [m.criterion, m.met]));
    expect(met).toMatchObject({ baseline: 'yes', data: 'unknown', variance: 'unknown' });
    expect(review.papers).toHaveLength(papers.length);
  });
});

describe('the domain critic', () => {
  const unread = (abstracts: readonly string[]): DomainInput['unread'] =>
    abstracts.map((abstract, at) => ({
      record: { ...recordOf(WORKS[0]!), id: `doi:10.1000/u${at}`, ids: [`doi:10.1000/u${at}`], abstract, year: 2014 },
      score: 0.9 - at / 10,
      sq: ['SQ1'],
    }));
  const base: DomainInput = {
    goal: GOAL,
    plan: planOf(),
    papers,
    unread: [],
    coverage: { SQ1: 4, SQ2: 4, SQ3: 4 },
    clusters: [],
  };

  it('finds nothing critical where the ground is covered', () => {
    const map = mapDomain(base);
    expect(DomainMap.parse(map)).toEqual(map);
    expect(map.missing_perspectives.filter((m) => m.critical)).toEqual([]);
    expect(map.under_read).toEqual([]);
  });

  it('calls a sub-question with one work critical, once', () => {
    const thin = { ...base, coverage: { SQ1: 4, SQ2: 1, SQ3: 4 } };
    expect(
      mapDomain(thin)
        .missing_perspectives.filter((m) => m.critical)
        .map((m) => m.name),
    ).toEqual(['evidence for SQ2']);
    const again = planOf(NODES.map((n) => ({ ...n, revision: n.id === 'SQ2' ? 1 : 0 })));
    expect(mapDomain({ ...thin, plan: again }).missing_perspectives.filter((m) => m.critical)).toEqual([]);
  });

  it('calls a required perspective critical only when the unread works show it exists', () => {
    const blind = papers.map((p) => ({
      text: { ...p.text, text: 'Objects are kept on lists.' },
      note: { ...p.note, tldr: '', claims: [], method: [], evaluation: [], limitations: [] },
    }));
    const plan = planOf([NODES[0]!]);
    const critical = (input: DomainInput) =>
      mapDomain(input)
        .missing_perspectives.filter((m) => m.critical)
        .map((m) => m.name);
    expect(critical({ ...base, papers: blind, plan })).toEqual([]);
    const shown = unread([
      'We evaluate eviction on traces.',
      'Experiments compare eviction policies.',
      'Lists of objects.',
    ]);
    expect(critical({ ...base, papers: blind, plan, unread: shown })).toEqual(['measured results']);
  });

  it('flags unread works for sub-questions nobody was read for', () => {
    const long = 'An abstract of more than fifty characters about eviction lists in proxies.';
    const one = papers.map((p) => ({ ...p, note: { ...p.note, sq: ['SQ2', 'SQ3'] } }));
    expect(mapDomain({ ...base, papers: one, unread: unread([long]) }).under_read).toEqual(['doi:10.1000/u0']);
  });

  it('takes from a model only ids that were given', () => {
    const map = domainRole.accept(
      {
        clusters: [{ label: 'lists', papers: ['doi:10.1000/slru', 'doi:10.9/none'] }],
        missing_perspectives: [
          { name: 'cost', critical: true, why: 'w', question: 'q?', kind: 'practical', depends_on: ['SQ1', 'SQ7'] },
        ],
        under_read: ['doi:10.9/none'],
        notes: [],
      },
      base,
    );
    expect(map.clusters).toEqual([{ label: 'lists', papers: ['doi:10.1000/slru'] }]);
    expect(map.missing_perspectives[0]!.depends_on).toEqual(['SQ1']);
    expect(map.under_read).toEqual([]);
  });
});
