import { describe, expect, it } from 'vitest';
import { contradictionsRole } from '../../../shared/agents/contradictions/contradictions.ts';
import { judgeContradictions } from '../../../shared/agents/contradictions/judge.ts';
import { outcomeOf } from '../../../shared/agents/contradictions/outcome.ts';
import { domainRole } from '../../../shared/agents/domain/domain.ts';
import { mapDomain } from '../../../shared/agents/domain/map.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import type { DomainInput } from '../../../shared/agents/inputs.ts';
import { methodologyRole } from '../../../shared/agents/methodology/methodology.ts';
import { reviewMethodology } from '../../../shared/agents/methodology/review.ts';
import { Contradictions, DomainMap, MethodologyReview } from '../../../shared/contracts/analysis.ts';
import { GOAL, NODES, planOf, readAll, recordOf, WORKS } from './library.ts';

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
