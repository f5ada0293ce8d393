import { ambiguityRole } from '../../../shared/agents/ambiguity/role.ts';
import { answerRole } from '../../../shared/agents/answer/role.ts';
import { contradictionsRole } from '../../../shared/agents/contradictions/role.ts';
import { decomposeRole } from '../../../shared/agents/decompose/role.ts';
import { domainRole } from '../../../shared/agents/domain/role.ts';
import { findingRole } from '../../../shared/agents/finding/role.ts';
import { formulateRole } from '../../../shared/agents/formulate/role.ts';
import type { ReadPaper, SynthesizeInput } from '../../../shared/agents/inputs.ts';
import { methodologyRole } from '../../../shared/agents/methodology/role.ts';
import { readerRole } from '../../../shared/agents/reader/role.ts';
import { repairRole } from '../../../shared/agents/repair/role.ts';
import type { Prompt, Role, RoleName, Tier } from '../../../shared/agents/role.ts';
import { synthesizeRole } from '../../../shared/agents/synthesize/role.ts';
import { understandRole } from '../../../shared/agents/understand/role.ts';
import type { PlanGraph, PlanNode } from '../../../shared/contracts/plan.ts';
import { blankRecord, type PaperRecord, type Post } from '../../../shared/contracts/record.ts';
import { type Goal, RunRequest } from '../../../shared/contracts/run.ts';
import type { StoredText } from '../../../shared/contracts/text.ts';
import { findingPaper, note } from '../present/sample.ts';

const topic = 'bounded queues against back pressure in stream processors';

const goal: Goal = {
  topic,
  topic_slug: 'bounded-queues-against-back-pressure-in-stream-processors-2026-11-30',
  restatement: 'Compare bounded queues with back pressure.',
  cs_subfield: 'distributed',
  question_shape: 'comparative',
  time_horizon: { from: null, to: null, rule: 'preferred' },
  depth: 'standard',
  reading: 'stream processing',
  axes: ['latency', 'memory'],
  subjects: ['bounded queues', 'back pressure'],
  sources: ['library'],
  offline: false,
  language: 'en',
  seed_papers: [],
  exclude: [],
};

function node(id: string, more: Partial<PlanNode> = {}): PlanNode {
  return {
    id,
    question: `What does ${id} ask about bounded queues?`,
    rationale: 'It is needed.',
    kind: 'comparative',
    depends_on: [],
    status: 'done',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: null,
    answer_evidence: null,
    reason: null,
    revision: 0,
    sources: ['library'],
    ...more,
  };
}

const plan: PlanGraph = {
  root_id: 'root',
  status: 'executing',
  nodes: [
    node('root', { depends_on: ['SQ1', 'SQ2'] }),
    node('SQ1'),
    node('SQ2', { depends_on: ['SQ1'], status: 'failed', reason: 'no source had anything' }),
  ],
};

const post: Post = {
  id: 'hn:1234567',
  title: 'Queues in production',
  url: 'https://news.ycombinator.com/item?id=1234567',
  author: 'someone',
  date: '2024-03-01',
  site: 'news.ycombinator.com',
  score: 42,
  text: 'We replaced an unbounded queue and the pages stopped.',
  relevance_self_score: null,
};

const record = (id: string): PaperRecord => ({
  ...blankRecord(id, 'library'),
  title: `Title of ${id}`,
  year: 2021,
  abstract: 'A queue is bounded. A bounded queue never blocks the reader.',
  url: 'https://example.org/1',
});

const text = (id: string): StoredText => ({
  id,
  title: `Title of ${id}`,
  access: 'full',
  origin: 'library',
  url: null,
  sha256: 'ab'.repeat(32),
  text: 'A queue is bounded. A bounded queue never blocks the reader. It loses 3 % of the messages under load.',
  sections: [{ title: 'Abstract', start: 0, end: 60 }],
  truncated: false,
  notes: [],
});

const paper = (id: string): ReadPaper => ({ note: note({ id, ids: [id], title: `Title of ${id}` }), text: text(id) });
const papers = [paper('arxiv:2101.00001'), paper('doi:10.1145/1.2')];
const anchor = { quote: 'A bounded queue never blocks the reader.', start: 20, end: 60, section: 'Abstract' };
const before = { node: 'SQ1', question: 'What is a bounded queue?', summary: 'A queue with a limit.', evidence: [] };

export const SYNTHESIS_INPUT: SynthesizeInput = {
  goal,
  plan,
  papers,
  records: [record('arxiv:2101.00001'), record('doi:10.1145/1.2')],
  posts: [post],
  contradictions: {
    items: [
      {
        id: 'C1',
        kind: 'values',
        claim: 'messages lost under load',
        a: { paper: 'arxiv:2101.00001', anchor },
        b: { paper: 'doi:10.1145/1.2', anchor },
        explanation: 'One loses messages, the other none.',
        conditions: 'load',
        under_evidenced: true,
        sq: ['SQ1'],
      },
    ],
    notes: [],
  },
  domain: {
    clusters: [{ label: 'queues', papers: ['arxiv:2101.00001'] }],
    missing_perspectives: [
      {
        name: 'cost',
        critical: true,
        why: 'Nobody counts it.',
        question: 'What do queues cost?',
        kind: 'practical',
        depends_on: [],
      },
    ],
    proposed_sub_questions: ['What do queues cost?'],
    under_read: [],
    notes: [],
  },
  methodology: {
    papers: [{ id: 'arxiv:2101.00001', marks: [], strength: 'strong', remark: 'Compared on two data sets.' }],
    notes: [],
  },
  coverage: { SQ1: 2, SQ2: 0 },
  ranking: [{ id: 'arxiv:2101.00001', score: 0.9, sq: ['SQ1'] }],
  partial: { reason: 'budget', undone: ['SQ2 was not researched'] },
  problems: ['C1 is not discussed.'],
};

/** One role with what it asks for on a small input of every kind. */
export interface RoleCase {
  readonly name: RoleName;
  readonly tier: Tier;
  readonly prompt: Prompt;
  readonly schemas: {
    readonly wire: Role<never, unknown, unknown>['wire'];
    readonly simpler?: Role<never, unknown, unknown>['wire'];
  };
}

function roleCase<I, W, O>(role: Role<I, W, O>, input: I): RoleCase {
  return {
    name: role.name,
    tier: role.tier,
    prompt: role.prompt(input),
    schemas: { wire: role.wire, ...(role.simpler ? { simpler: role.simpler } : {}) },
  };
}

export const ROLE_CASES: readonly RoleCase[] = [
  roleCase(ambiguityRole, { topic }),
  roleCase(understandRole, { topic, request: RunRequest.parse({ topic }), reading: 'stream processing' }),
  roleCase(decomposeRole, {
    goal,
    rejected: 'SQ1 and SQ2 depend on each other.',
    vocabulary: ['bounded queue', 'back pressure'],
  }),
  roleCase(formulateRole, { goal, node: node('SQ2'), source: 'library', predecessors: [before] }),
  roleCase(findingRole, {
    goal,
    node: node('SQ1'),
    source: 'library',
    query: 'bounded queue latency',
    papers: [record('arxiv:2101.00001')],
    posts: [post],
  }),
  roleCase(answerRole, {
    goal,
    node: node('SQ2'),
    papers: [findingPaper('arxiv:2101.00001')],
    posts: [post],
    predecessors: [before],
  }),
  roleCase(readerRole, {
    goal,
    paper: record('arxiv:2101.00001'),
    text: text('arxiv:2101.00001'),
    nodes: [node('SQ1')],
  }),
  roleCase(domainRole, {
    goal,
    plan,
    papers,
    unread: [{ record: record('acl:P19-1001'), score: 0.4, sq: ['SQ1'] }],
    coverage: { SQ1: 2, SQ2: 0 },
    clusters: [],
  }),
  roleCase(methodologyRole, { goal, papers }),
  roleCase(contradictionsRole, {
    goal,
    plan,
    papers,
    candidates: [
      {
        kind: 'values',
        a: { paper: 'arxiv:2101.00001', start: 20, end: 60 },
        b: { paper: 'doi:10.1145/1.2', start: 61, end: 102 },
        score: 0.8,
        cue: 'loses',
      },
    ],
  }),
  roleCase(synthesizeRole, SYNTHESIS_INPUT),
  roleCase(repairRole, {
    heading: 'SQ1: What does SQ1 ask?',
    sq: ['SQ1'],
    paragraphs: [
      [
        {
          text: 'Queues never block.',
          voice: 'ours',
          cites: ['arxiv:2101.00001'],
          support: [],
          verdict: 'unsupported',
          marks: [],
        },
      ],
    ],
    problems: ['"Queues never block." is not supported.'],
    synthesis: SYNTHESIS_INPUT,
  }),
];
