import { describe, expect, it } from 'vitest';
import { judgeContradictions } from '../../../shared/agents/contradictions/judge.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import { mend } from '../../../shared/agents/repair/mend.ts';
import { writeSynthesis } from '../../../shared/agents/synthesize/extract.ts';
import { synthesizeRole } from '../../../shared/agents/synthesize/role.ts';
import { introduce } from '../../../shared/agents/synthesize/voice.ts';
import { type Sentence, Synthesis } from '../../../shared/contracts/synthesis.ts';
import { embedder, GOAL, NODES, node, planOf, readAll, recordOf, synthesisInput, WORKS, type Work } from './library.ts';

const papers = await readAll();
const contradictions = judgeContradictions({ goal: GOAL, plan: planOf(), papers, candidates: [] });
const full = synthesisInput(papers, { contradictions });
const write = (input = full) => writeSynthesis(input, { embedder });

const all = (s: Synthesis): Sentence[] => [
  ...s.answer,
  ...s.top_findings,
  ...s.sections.flatMap((x) => x.paragraphs.flat()),
  ...s.tensions.flatMap((t) => t.sentences),
  ...s.gaps,
];

describe('the extractive writer', () => {
  it('cites only what it was given and anchors every cited sentence', async () => {
    const synthesis = await write();
    expect(Synthesis.parse(synthesis)).toEqual(synthesis);
    const texts = new Map(papers.map((p) => [p.note.id, p.text.text]));
    for (const sentence of all(synthesis)) {
      for (const id of sentence.cites) {
        expect(texts.has(id)).toBe(true);
        expect(synthesis.references).toContain(id);
      }
      if (sentence.cites.length > 0) expect(sentence.support.length).toBeGreaterThan(0);
      for (const { paper, anchor } of sentence.support)
        expect(texts.get(paper)!.slice(anchor.start, anchor.end)).toBe(anchor.quote);
      if (sentence.voice === 'quote') expect(sentence.text).toBe(sentence.support[0]!.anchor.quote);
      else expect(sentence.text).not.toMatch(/[“”"]/);
    }
  });

  it('answers first, gives every sub-question its section, and says a sentence once', async () => {
    const synthesis = await write();
    expect(synthesis.answer.length).toBeGreaterThanOrEqual(3);
    expect(synthesis.sections.map((s) => s.sq)).toEqual(['SQ1', 'SQ2', 'SQ3']);
    const quotes = [...synthesis.answer, ...synthesis.sections.flatMap((s) => s.paragraphs.flat())]
      .filter((s) => s.voice === 'quote')
      .map((s) => s.text);
    expect(new Set(quotes).size).toBe(quotes.length);
    const drawn = new Set(synthesis.sections.flatMap((s) => s.paragraphs.flat()).flatMap((s) => s.cites));
    expect(drawn.size).toBeGreaterThanOrEqual(3);
    expect(
      synthesis.sections[2]!.paragraphs.flat()
        .map((s) => s.text)
        .join(' '),
    ).toMatch(/cannot follow sudden changes|does not consider the size|may never be admitted/);
  });

  it('discusses every contradiction and names one in the answer', async () => {
    const synthesis = await write();
    expect(contradictions.items.length).toBeGreaterThan(0);
    expect(synthesis.tensions.map((t) => t.id)).toEqual(contradictions.items.map((c) => c.id));
    expect(synthesis.answer.some((s) => s.text.includes('(C1)'))).toBe(true);
  });

  it('gives reasons that are facts of the run', async () => {
    const { reading_list } = await write();
    expect(reading_list.find((r) => r.paper === 'doi:10.1000/slru')!.reason).toContain(
      'the most cited among what was found: by three other works',
    );
    expect(reading_list.find((r) => r.paper === 'arxiv:2101.00010')!.reason).toContain('most recent work read (2021)');
  });

  it('does not depend on the order of its input', async () => {
    const turned = { ...full, papers: [...papers].reverse(), records: [...full.records].reverse() };
    expect(await write(turned)).toEqual(await write());
  });

  it('opens a partial answer with what was left undone', async () => {
    const partial = { reason: 'The token budget was used up.', undone: ['SQ3 was not researched.'] };
    const synthesis = await write({ ...full, partial });
    expect(synthesis.answer[0]!.text).toBe(
      'This answer is partial: the token budget was used up. Left undone: SQ3 was not researched.',
    );
    expect(synthesis.partial).toEqual(partial);
  });

  it('lists what failed, was skipped or found nothing', async () => {
    const plan = planOf([
      NODES[0]!,
      { ...NODES[1]!, status: 'failed', reason: 'no source answered' },
      { ...NODES[2]!, question: 'Qzx vbn wqr?', kind: 'open-problems' },
    ]);
    const { unanswered } = await write({ ...full, plan });
    expect(unanswered.find((u) => u.sq === 'SQ2')!.text).toContain('It failed: no source answered.');
  });

  it('is short and honest with two papers and with none', async () => {
    const two = await write(synthesisInput(papers.slice(0, 2)));
    expect(two.answer[0]!.text).toContain('Only two papers');
    const none = await write(synthesisInput([]));
    expect(none.answer.map((s) => s.text)).toEqual([
      'No paper could be read, so nothing can be said about cache eviction for web proxies from evidence.',
    ]);
    expect(none.unanswered.map((u) => u.sq)).toEqual(['SQ1', 'SQ2', 'SQ3']);
    expect(none.references).toEqual([]);
  });

  it('leaves retracted work out of the answer', async () => {
    const retracted = papers.map((p) =>
      p.note.id === 'arxiv:2101.00010' ? { ...p, note: { ...p.note, retracted: true } } : p,
    );
    const synthesis = await write(synthesisInput(retracted));
    expect(synthesis.answer.flatMap((s) => s.cites)).not.toContain('arxiv:2101.00010');
    expect(synthesis.reading_list.map((r) => r.paper)).not.toContain('arxiv:2101.00010');
  });

  it('does not repeat on the second try what the verifier named', async () => {
    const first = await write();
    const named = [...first.answer, ...first.sections.flatMap((s) => s.paragraphs.flat())].find(
      (s) => s.voice === 'ours' && s.cites.length > 0,
    );
    if (named === undefined) return expect(first.answer.some((s) => s.voice === 'ours')).toBe(true);
    const second = await write({ ...full, problems: [`"${named.text.slice(0, 85)}…" is not backed by the text.`] });
    expect(all(second).map((s) => s.text)).not.toContain(named.text);
  });
});

describe('what a section rests on', () => {
  const extra = (id: string, title: string, abstract: string): Work => ({
    id: `doi:10.1000/${id}`,
    title,
    authors: ['Una Read', 'Vic Seen'],
    year: 2018,
    abstract,
  });
  const bloom = extra(
    'bloom',
    'Bloom Filters for Cache Eviction in Web Proxies',
    'BloomKeep marks the objects of web proxies in a filter before eviction. BloomKeep reduces the filter memory of web proxies by 30 percent at the same hit ratio.',
  );
  const filters = extra(
    'filters',
    'Counting Filters and Cache Eviction for Web Proxies',
    'Counting filters forget objects that web proxies do not see again. CountKeep needs a filter of 4 bits per object in web proxies and saves memory. However, counting filters of web proxies cannot follow an object that comes back after days.',
  );
  const sketch = extra(
    'sketch',
    'Sketch Filters that Guide Cache Eviction for Web Proxies',
    'Sketch filters estimate how often an object of web proxies is asked for. SketchKeep improves the hit ratio of web proxies by 5 points with a sketch filter.',
  );
  const stray = extra(
    'stray',
    'Grammars of Whale Songs',
    'Whale songs follow grammars of filters and pauses that listeners learn. Recordings show that whale songs change by 20 percent a year.',
  );
  const plan = planOf([
    ...NODES,
    node(
      'SQ4',
      'How does work on Bloom and counting filters approach cache eviction for web proxies, and what results does it report?',
      'theoretical',
    ),
    node(
      'SQ5',
      'How does work on learned eviction approach cache eviction for web proxies, and what results does it report?',
      'theoretical',
    ),
  ]);
  const records = [...WORKS, bloom, filters, sketch, stray].map(recordOf);
  const input = { ...full, plan, records };
  const citesOf = (s: Synthesis, sq: string) => [
    ...new Set(
      s.sections
        .find((x) => x.sq === sq)!
        .paragraphs.flat()
        .flatMap((x) => x.cites),
    ),
  ];

  it('is at least three works, filled by abstracts that were not read and marked so', async () => {
    const synthesis = await write(input);
    for (const { sq } of synthesis.sections) expect(citesOf(synthesis, sq).length).toBeGreaterThanOrEqual(3);
    expect(citesOf(synthesis, 'SQ4')).toContain('doi:10.1000/filters');
    expect(synthesis.references).toContain('doi:10.1000/bloom');
    const unread = all(synthesis).filter((s) => s.voice === 'quote' && s.cites[0] === 'doi:10.1000/bloom');
    expect(unread.length).toBeGreaterThan(0);
    for (const sentence of unread) {
      expect(sentence.marks).toContain('abstract-only');
      const { start, end } = sentence.support[0]!.anchor;
      expect(bloom.abstract.slice(start, end)).toBe(sentence.text);
    }
  });

  it('is no work that is about something else', async () => {
    expect((await write(input)).references).not.toContain('doi:10.1000/stray');
  });

  it('keeps what belongs to one line of work out of the other', async () => {
    const cites = citesOf(await write(input), 'SQ5');
    expect(cites).toContain('arxiv:2101.00010');
    expect(cites[0]).toBe('arxiv:2101.00010');
  });

  it('answers a survey by its lines of work', async () => {
    const lines = (await write(input)).answer.map((s) => s.text);
    expect(lines.some((text) => text.startsWith('Bloom and counting filters:'))).toBe(true);
    expect(lines.some((text) => text.startsWith('Learned eviction:'))).toBe(true);
  });

  it('answers a comparison with what weighs both', async () => {
    const topic = 'segmented recency vs SizeWise for cache eviction';
    const goal = {
      ...GOAL,
      topic,
      question_shape: 'comparative' as const,
      subjects: ['segmented recency', 'SizeWise'],
    };
    const { answer } = await write({ ...full, goal });
    expect(answer.find((s) => s.voice === 'quote')!.text).toContain(
      'segmented recency algorithm is worse than SizeWise',
    );
  });

  it('tells a history by its years', async () => {
    const goal = { ...GOAL, question_shape: 'historical' as const };
    const years = (await write({ ...full, goal })).answer.flatMap((s) => /^(\d{4}):/.exec(s.text)?.[1] ?? []);
    expect(years.length).toBeGreaterThanOrEqual(3);
    expect(years).toEqual([...years].sort());
  });

  it('names findings that say what they speak of', async () => {
    for (const { text } of (await write(input)).top_findings) expect(text).not.toMatch(/^(?:It|The system|They)\b/);
  });
});

describe('the writer with a model', () => {
  const passage = { paper: 'doi:10.1000/clock', quote: 'The clock algorithm reduces write amplification by 45%' };
  const said = {
    text: 'A clock cuts write amplification by 45%.',
    voice: 'ours' as const,
    cites: ['doi:10.1000/clock'],
    passages: [passage],
  };
  const tensions = contradictions.items.map((c) => ({ id: c.id, sentences: [said] }));
  const answer = {
    answer: [said],
    top_findings: [said],
    unanswered: [{ sq: 'SQ9', text: 'cost' }],
    sections: [{ sq: 'SQ2', paragraphs: [{ sentences: [said] }] }],
    tensions,
    gaps: [],
    reading_list: [],
  };

  it('closes the citation set and marks what lost one', () => {
    const wild = {
      ...said,
      cites: ['doi:10.1000/clock', 'doi:10.9/invented'],
      passages: [passage, { paper: 'doi:10.1000/clock', quote: 'reduces write amplification by 54%' }],
    };
    const synthesis = synthesizeRole.accept({ ...answer, answer: [wild] }, full);
    expect(synthesis.answer[0]).toMatchObject({ cites: ['doi:10.1000/clock'], verdict: 'supported' });
    expect(synthesis.answer[0]!.support).toHaveLength(1);
    expect(synthesis.answer[0]!.marks).toContain('unknown-citation');
    expect(synthesis.unanswered[0]).toEqual({ sq: null, text: 'cost' });
    expect(Synthesis.parse(synthesis)).toEqual(synthesis);
  });

  it('drops a quotation that is in no source', () => {
    const invented = { ...said, voice: 'quote' as const, text: 'The clock algorithm is perfect in every way.' };
    const synthesis = synthesizeRole.accept(
      { ...answer, gaps: [invented, { ...said, voice: 'quote', text: passage.quote }] },
      full,
    );
    expect(synthesis.gaps.map((s) => s.text)).toEqual([passage.quote]);
  });

  it('is asked again when a contradiction is passed over or nothing is answered', () => {
    expect(() => synthesizeRole.accept({ ...answer, tensions: [] }, full)).toThrow(/C1/);
    expect(() => synthesizeRole.accept({ ...answer, answer: [] }, full)).toThrow(AnswerRejected);
  });

  it('gets sources in document blocks only', () => {
    const prompt = synthesizeRole.prompt({ ...full, problems: ['Say less.'] });
    expect(prompt.instruction).not.toContain('write amplification');
    expect(prompt.instruction).not.toContain('Say less.');
    expect(prompt.documents.find((d) => d.id === 'problems')!.text).toBe('- Say less.');
    expect(prompt.documents.map((d) => d.id)).toContain('contradictions');
  });
});

describe('reported speech', () => {
  const voice = { name: 'Quist and Reyes (1999)', authors: ['Ada Quist', 'Bo Reyes'], aside: '', inAbstract: true };
  it.each([
    [
      'We show that probation protects popular objects from scans.',
      'Quist and Reyes (1999) show that',
      'probation protects',
    ],
    ['In this paper, we also propose a clock that evicts whole blocks.', 'Quist and Reyes (1999) propose', 'a clock'],
    [
      'We use that total order to build a replicated cache of objects.',
      'Quist and Reyes (1999) use',
      'that total order',
    ],
    [
      'This paper trains a small model that predicts the next request.',
      'The paper by Quist and Reyes (1999)',
      'trains a small',
    ],
    [
      'Our approach does not consider the size of the cached objects.',
      'The approach of Quist and Reyes (1999)',
      'does not consider',
    ],
    [
      'We propose and evaluate three changes to the admission of objects.',
      'Quist and Reyes (1999) propose and evaluate',
      'three changes',
    ],
    ['Quist and Reyes keep objects on probation until a second request.', 'Quist and Reyes (1999)', 'keep objects'],
  ])('%s', (sentence, lead, rest) => {
    const said = introduce(sentence, voice);
    expect(said.lead).toBe(lead);
    expect(sentence.slice(said.from).startsWith(rest)).toBe(true);
  });

  it('takes the name of a system into the lead', () => {
    const made = { ...voice, system: 'SizeWise', behind: ' (Tran et al. 2011)' };
    const sentence = 'SizeWise admits an object with a probability that falls with its size.';
    const said = introduce(sentence, made);
    expect(said.lead).toBe('SizeWise (Tran et al. 2011)');
    expect(sentence.slice(said.from)).toMatch(/^admits an object/);
    expect(introduce('The SizeWise developers look back on eight years of running the cache.', made).lead).toBeNull();
  });

  it('agrees with one author and leaves other sentences whole', () => {
    const one = { ...voice, name: 'Wolf (2021)', authors: ['Fay Wolf'] };
    expect(introduce('We have studied the eviction of objects in three proxies.', one).lead).toBe(
      'Wolf (2021) has studied',
    );
    expect(introduce('Flash caches wear out when eviction rewrites pages.', one)).toEqual({ lead: null, from: 0 });
  });
});

describe('mending a section without a model', () => {
  const anchor = { quote: 'The clock algorithm evicts whole blocks.', start: 0, end: 40, section: null };
  const support = [{ paper: 'doi:10.1000/clock', anchor, score: 0.2 }];
  const bad: Sentence = {
    text: 'Clocks are perfect.',
    voice: 'ours',
    cites: ['doi:10.1000/clock'],
    support,
    verdict: 'unsupported',
    marks: ['unsupported'],
  };
  const lead: Sentence = {
    text: 'Xu and Young report:',
    voice: 'ours',
    cites: [],
    support: [],
    verdict: 'not-needed',
    marks: [],
  };

  it('puts the passage in the place of a statement nothing backs, and takes a lead-in away with its quotation', () => {
    const { paragraphs, dropped } = mend([[bad], [lead, { ...bad, voice: 'quote', support: [] }]]);
    expect(paragraphs).toHaveLength(1);
    expect(paragraphs[0]![0]).toMatchObject({ voice: 'quote', text: anchor.quote, verdict: 'supported', marks: [] });
    expect(dropped).toBe(2);
  });
});

it('the library of these tests holds the papers the tests speak of', () => {
  expect(WORKS.map((w) => w.id)).toContain('doi:10.1000/clock');
});
