import { describe, expect, it } from 'vitest';
import type { PlanGraph, PlanNode } from '../../../shared/contracts/plan.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';
import type { Goal } from '../../../shared/contracts/run.ts';
import type { Sentence, Synthesis } from '../../../shared/contracts/synthesis.ts';
import {
  parseContradictionsMd,
  parseDomainMapMd,
  parseMethodologyReviewMd,
  renderContradictionsMd,
  renderDomainMapMd,
  renderMethodologyReviewMd,
} from '../../../shared/present/analysis-md.ts';
import { compareRuns } from '../../../shared/present/compare-runs.ts';
import { renderDigestMd } from '../../../shared/present/digest-md.ts';
import type { RunFacts } from '../../../shared/present/facts.ts';
import { familyName, people, subjectOf } from '../../../shared/present/names.ts';
import { worksOf } from '../../../shared/present/reference.ts';
import { summaryText } from '../../../shared/present/summary-text.ts';
import { renderSynthesisMd } from '../../../shared/present/synthesis-md.ts';
import { dataNote } from '../../../shared/present/table-columns.ts';
import { finding, findingPaper, HOSTILE, note } from './sample.ts';

const GOAL: Goal = {
  topic: 'bounded queues',
  topic_slug: 'bounded-queues-2026-11-30',
  restatement: 'What is known about bounded queues?',
  cs_subfield: 'systems',
  question_shape: 'survey',
  time_horizon: { from: '2021', to: '2026', rule: 'preferred' },
  depth: 'standard',
  reading: null,
  axes: [],
  subjects: [],
  sources: ['library'],
  offline: true,
  language: 'en',
  seed_papers: [],
  exclude: [],
};

const node = (id: string, over: Partial<PlanNode> = {}): PlanNode => ({
  id,
  question: `What is known for ${id}?`,
  rationale: '',
  kind: 'theoretical',
  depends_on: [],
  status: 'done',
  partial: false,
  assigned_subtask_id: null,
  answer_summary: null,
  answer_evidence: null,
  reason: null,
  revision: 0,
  sources: ['library'],
  ...over,
});

const PLAN: PlanGraph = {
  root_id: 'root',
  status: 'complete',
  nodes: [node('SQ1'), node('SQ2', { revision: 1 }), node('root', { depends_on: ['SQ1', 'SQ2'] })],
};

const FACTS: RunFacts = {
  goal: GOAL,
  plan: PLAN,
  revisions: [],
  findings: [
    finding(),
    finding({
      sub_question_id: 'SQ1',
      dispatch_id: '1.1.SQ1.arxiv',
      researcher: 'arxiv',
      outcome: 'throttled',
      status: 'failed',
      papers: [],
      results_count: 0,
      query_used: 'a | b `c`',
    }),
  ],
  counts: {
    found: 4,
    duplicates: 1,
    outOfHorizon: 1,
    undated: 0,
    excluded: 0,
    canonical: 2,
    candidates: 2,
    read: 1,
    cited: 1,
  },
  failures: [{ where: 'arxiv for SQ1', reason: 'throttled twice' }],
  warnings: [],
  cost: { tokens: 0, currency: 0, calls: 0 },
  library: { name: 'starter library', records: 312 },
  model: 'extractive',
};

const ID = 'arxiv:2101.00001';
const anchor = { quote: 'A bounded queue never blocks the reader.', start: 20, end: 60, section: null };
const quote: Sentence = {
  text: anchor.quote,
  voice: 'quote',
  cites: [ID],
  support: [{ paper: ID, anchor, score: 1 }],
  verdict: 'supported',
  marks: ['single-source', 'abstract-only'],
};
const lead: Sentence = {
  text: 'Lovelace (2021) reports:',
  voice: 'ours',
  cites: [],
  support: [],
  verdict: 'not-needed',
  marks: [],
};

const SYNTHESIS: Synthesis = {
  topic: HOSTILE,
  writer: 'extractive',
  partial: null,
  answer: [lead, quote],
  top_findings: [quote],
  unanswered: [{ sq: 'SQ2', text: 'Nothing in the papers read answers this.' }],
  sections: [{ sq: 'SQ1', heading: 'What is known for SQ1?', paragraphs: [[lead, quote]] }],
  table: [{ paper: ID, method: { text: 'a | bounded queue', anchor }, data: null, measure: null, result: null }],
  tensions: [{ id: 'C1', sentences: [lead, quote] }],
  gaps: [{ ...lead, text: 'No paper reports latency.' }],
  reading_list: [{ paper: ID, reason: 'the only paper read' }],
  references: [ID],
};

const CONTRADICTIONS = {
  items: [
    {
      id: 'C1',
      kind: 'contrast' as const,
      claim: 'who blocks',
      a: { paper: ID, anchor },
      b: { paper: ID, anchor },
      explanation: 'Both.',
      conditions: null,
      under_evidenced: false,
      sq: ['SQ1'],
    },
  ],
  notes: [],
};

function document(facts: RunFacts = FACTS) {
  const { relevance_self_score: _score, abstract_missing: _missing, ...record } = findingPaper(ID);
  return renderSynthesisMd({
    synthesis: SYNTHESIS,
    facts,
    records: [record],
    notes: [note()],
    contradictions: CONTRADICTIONS,
  });
}

describe('synthesis.md', () => {
  it('says whose words the quotations are', () => {
    const library = { name: 'starter library', records: 433 };
    expect(document({ ...FACTS, library: null })).toContain(
      'Text in quotation marks is verbatim from the source cited behind it;',
    );
    const ours = document({ ...FACTS, library });
    expect(ours).toContain("verbatim from Plumbline's own short description of the work");
    expect(ours).not.toContain('verbatim from the source cited behind it');
    const both = document({ ...FACTS, library, goal: { ...GOAL, offline: false } });
    expect(both).toMatch(/verbatim from the source cited behind it, and for works of the starter library from/);
  });

  it('says what is missing, then the answer, then the rest in order', () => {
    const headings = [...document().matchAll(/^#{2,3} .*$/gm)].map((m) => m[0]);
    expect(headings).toEqual([
      '## What could not be answered',
      '## Executive Summary',
      '## SQ1: What is known for SQ1?',
      '## Comparison',
      '## Tensions',
      '### C1: who blocks',
      '## Gaps',
      '## Reading list',
      '## Methodology',
      '### Queries',
      '### Flow of records',
      '### Failures and warnings',
      '### Cost',
      '## References',
    ]);
  });

  it('puts a source in quotation marks with its number and marks, and explains the marks once', () => {
    const text = document();
    expect(text).toContain('Lovelace (2021) reports: “A bounded queue never blocks the reader.” [1]ᵃ');
    expect(text.match(/ᵃ read as abstract only/g)).toHaveLength(1);
    expect(text).toContain('1. Ada Lovelace (2021). *Bounded queues*.');
    expect(text).toContain('preprint, read as abstract only');
  });

  it('shows every query as it was sent, with its outcome', () => {
    const text = document();
    expect(text).toContain('| SQ1 | arxiv | `` a \\| b `c` `` | throttled | 0 |');
    expect(text).toContain('| SQ2 | library | `bounded queue latency` | hits | 1 |');
    expect(text).toContain('| Merged as the same work | 1 |');
    expect(text).toContain('- arxiv for SQ1: throttled twice');
  });

  it('lets no markup of a source through', () => {
    expect(document()).not.toMatch(/<script|[^\\]\]\(javascript|\u202e|\u200b/);
  });
});

describe('the summary of stage 8', () => {
  it("prints the seed's lines", () => {
    const text = summaryText({
      facts: FACTS,
      synthesis: SYNTHESIS,
      contradictions: 1,
      iterations: { discovery: 2, replan: 1 },
      paths: { result: 'r/synthesis.md', plan: 'r/plan.md', transcript: 'r/transcript.jsonl' },
    });
    expect(text.split('\n')).toEqual([
      'Research complete: bounded queues (depth=standard)',
      '  Sub-questions: 2 (1 added during replan)',
      '  Papers: 2 (1 deep-read)',
      '  Sources: library 1 work (1 cited), arxiv 0 works',
      '  Contradictions surfaced: 1',
      '  Iterations: 2 discovery, 1 replan',
      '',
      'Synthesis:  r/synthesis.md',
      'Plan:       r/plan.md',
      'Transcript: r/transcript.jsonl',
      '',
      'Top 1 findings:',
      '  1. Title of arxiv:2101.00001: “A bounded queue never blocks the reader.” [1]ᵃ',
      '',
    ]);
  });
});

describe('digest.md', () => {
  it('lists only records that were kept, per sub-question and source', () => {
    const { relevance_self_score: _s, abstract_missing: _m, ...kept } = findingPaper(ID);
    const facts = {
      ...FACTS,
      findings: [finding({ papers: [findingPaper(ID), findingPaper('arxiv:1999.00002')], results_count: 2 })],
    };
    const text = renderDigestMd({ facts, records: [kept] });
    expect(text).toContain('## SQ2: What is known for SQ2?');
    expect(text).toContain('Title of arxiv:2101.00001');
    expect(text).not.toContain('arxiv:1999.00002');
  });
});

describe('analysis files', () => {
  it('come back as they were', () => {
    const works = worksOf([], [note()]);
    const domain = {
      clusters: [{ label: HOSTILE, papers: [ID] }],
      missing_perspectives: [],
      proposed_sub_questions: ['Why?'],
      under_read: [ID],
      notes: ['n'],
    };
    const review = {
      papers: [
        {
          id: ID,
          marks: [{ criterion: 'data' as const, met: 'yes' as const, anchor }],
          strength: 'weak' as const,
          remark: 'r',
        },
      ],
      notes: [],
    };
    expect(parseDomainMapMd(renderDomainMapMd(domain, works))).toEqual(domain);
    expect(parseMethodologyReviewMd(renderMethodologyReviewMd(review, works))).toEqual(review);
    const file = renderContradictionsMd(CONTRADICTIONS, works);
    expect(file).toMatch(/^## C1$/m);
    expect(parseContradictionsMd(file)).toEqual(CONTRADICTIONS);
    expect(() => parseContradictionsMd(file.slice(0, -30), 'analysis/contradictions.md')).toThrow(
      /analysis\/contradictions.md/,
    );
  });
});

describe('names of authors', () => {
  it('are found in either order, with particles and suffixes', () => {
    expect([
      familyName('Dao, Tri'),
      familyName('Ludwig van Beethoven'),
      familyName('Martin Luther King Jr.'),
      familyName('Plato'),
    ]).toEqual(['Dao', 'van Beethoven', 'King', 'Plato']);
    expect(people(['A B', 'C D', 'E F'], 't')).toBe('B et al.');
    expect(people([], 'A title of more than six words indeed')).toBe('A title of more than six …');
  });
});

describe('what stands alone', () => {
  it('is named by its work where its own words do not', () => {
    const title = 'WiscKey: Separating Keys from Values in SSD-conscious Storage';
    expect(subjectOf(title, 'It loads a database 2.5 to 111 times faster than LevelDB.')).toBe('WiscKey');
    expect(subjectOf(title, 'On microbenchmarks WiscKey loads a database faster.')).toBeNull();
    expect(subjectOf('Data center TCP (DCTCP)', 'In DCTCP the switch marks packets.')).toBeNull();
    expect(subjectOf(`On ${'long '.repeat(30)}titles`, 'It works.')!.length).toBeLessThanOrEqual(62);
  });

  it('is set side by side with what it was measured on, or the comparison says that it is not', () => {
    const cell = (text: string | null) =>
      text === null ? null : { text, anchor: { quote: text, start: 0, end: text.length, section: null } };
    const row = (data: string | null) => ({
      paper: ID,
      method: null,
      data: cell(data),
      measure: null,
      result: cell('1'),
    });
    expect(dataNote([row('NIST'), row('nist ')])).toBeNull();
    expect(dataNote([row('NIST'), row('WSJ')])).toMatch(/^Each row .* the data differ/);
    expect(dataNote([row('NIST'), row(null)])).toMatch(/^Only 1 of the 2 rows names the data/);
    expect(dataNote([row(null), row(null)])).toMatch(/^No row names the data/);
  });
});

describe('two runs', () => {
  it('found the same work when one knows it by its DOI and the other as a record of a library', () => {
    const work = {
      ...blankRecord('doi:10.1145/1851182.1851192', 'scholarly'),
      title: 'Data center TCP (DCTCP)',
      authors: ['Mohammad Alizadeh', 'Albert Greenberg'],
      year: 2010,
    };
    const run = (slug: string, record: typeof work) => ({ slug, nodes: [], records: [record], synthesis: null });
    const found = compareRuns(run('a', work), run('b', { ...work, id: 'lib:0123456789', ids: ['lib:0123456789'] }));
    expect([found.both, found.onlyA, found.onlyB]).toEqual([1, [], []]);
    const other = { ...work, id: 'doi:10.1/x', ids: ['doi:10.1/x'], title: 'Copa: Practical Delay-Based Control' };
    expect(compareRuns(run('a', work), run('b', other)).both).toBe(0);
  });
});
