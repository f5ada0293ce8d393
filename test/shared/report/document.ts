import type { CitationGraph } from '../../../shared/collate/graph/schema.ts';
import type { Contradiction } from '../../../shared/contracts/analysis.ts';
import type { Anchor, PaperNote } from '../../../shared/contracts/note.ts';
import type { PlanNode } from '../../../shared/contracts/plan.ts';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';
import type { Sentence, Synthesis } from '../../../shared/contracts/synthesis.ts';
import type { StoredText } from '../../../shared/contracts/text.ts';
import { auditReference } from '../../../shared/evidence/audit.ts';
import { costTable } from '../../../shared/models/cost-table.ts';
import type { ReportDocument } from '../../../shared/present/report/document.ts';

const IDS = ['arxiv:2101.00001', 'doi:10.1/b', 'acl:P03-1021'];

/** A small whole document; `say` makes every text that comes from outside. */
export function sampleDocument(say: (plain: string) => string = (plain) => plain): ReportDocument {
  const body = `${say('Queues are everywhere.')} ${say('A bounded queue never blocks the reader.')} ${say('Nothing else was measured.')}`;
  const start = say('Queues are everywhere.').length + 1;
  const quote = say('A bounded queue never blocks the reader.');
  const anchor: Anchor = { quote, start, end: start + quote.length, section: say('Results') };
  const records: PaperRecord[] = IDS.map((id, at) => ({
    ...blankRecord(id, 'arxiv'),
    title: say(`Title ${at}`),
    authors: [say('Ada Lovelace'), 'Grace Hopper'],
    year: 2019 + at,
    venue: at === 0 ? null : say('Journal of Queues'),
    url: at === 2 ? 'javascript:alert(1)' : `https://example.org/${at}`,
  }));
  const facts = factsFor(say, records);
  return {
    facts,
    synthesis: synthesisFor(say, anchor),
    digest: null,
    records,
    notes: IDS.slice(0, 2).map(
      (_id, at): PaperNote => ({ ...noteFor(say, records[at]!, anchor), access: at === 0 ? 'full' : 'abstract' }),
    ),
    texts: new Map(IDS.slice(0, 2).map((id) => [id, textFor(id, body, say)])),
    contradictions: { items: [contradictionFor(say, anchor)], notes: [] },
    graph: graphFor(say),
    audit: {
      asked: true,
      note: 'Looked up.',
      entries: records.map((record, at) =>
        auditReference(
          record,
          at === 0 ? [{ provider: 'crossref', outcome: 'found', record: { ...record, retracted: true } }] : [],
        ),
      ),
    },
    costs: costTable([]),
    times: [],
  };
}

function sentence(over: Partial<Sentence>): Sentence {
  return { text: 'Ours.', voice: 'ours', cites: [], support: [], verdict: 'not-needed', marks: [], ...over };
}

function synthesisFor(say: (plain: string) => string, anchor: Anchor): Synthesis {
  const quoted = sentence({
    text: anchor.quote,
    voice: 'quote',
    cites: [IDS[0]!],
    support: [{ paper: IDS[0]!, anchor, score: 1 }],
    verdict: 'supported',
    marks: ['single-source', 'preprint'],
  });
  const ours = sentence({
    text: say('Two works deal with queues.'),
    cites: [IDS[1]!, IDS[0]!],
    support: [{ paper: IDS[1]!, anchor, score: 0.4 }],
    verdict: 'unsupported',
    marks: ['abstract-only', 'unsupported'],
  });
  const cell = { text: say('bounded queue'), anchor };
  return {
    topic: say('bounded queues'),
    writer: say('extractive'),
    partial: { reason: say('budget'), undone: [say('SQ3 was not researched')] },
    answer: [quoted, ours],
    top_findings: [quoted],
    unanswered: [{ sq: 'SQ2', text: say('Nothing was found.') }],
    sections: [{ sq: 'SQ1', heading: say('What of queues?'), paragraphs: [[ours, quoted]] }],
    table: [{ paper: IDS[0]!, method: cell, data: null, measure: cell, result: null }],
    tensions: [{ id: 'C1', sentences: [ours, quoted] }],
    gaps: [sentence({ text: say('Nobody measured energy.') })],
    reading_list: [{ paper: IDS[2]!, reason: say('the most cited') }],
    references: IDS,
  };
}

function noteFor(say: (plain: string) => string, record: PaperRecord, anchor: Anchor): PaperNote {
  return {
    id: record.id,
    ids: [record.id],
    title: record.title!,
    authors: record.authors,
    year: record.year,
    venue: record.venue,
    url: record.url!,
    access: 'full',
    text_sha256: 'ab'.repeat(32),
    reader: 'extractive',
    sq: ['SQ1'],
    preprint: record.venue === null,
    retracted: false,
    tldr: say('Short.'),
    claims: [{ id: 'c1', statement: null, anchor, sq: ['SQ1'] }],
    method: [],
    evaluation: [],
    limitations: [],
    related_work: [],
    concerns: [],
    table: { method: null, data: null, measure: null, result: null },
    dropped_quotes: 0,
  };
}

function textFor(id: string, text: string, say: (plain: string) => string): StoredText {
  return {
    id,
    title: say('T'),
    access: 'full',
    origin: 'arxiv-html',
    url: `https://arxiv.org/html/${id.slice(6)}`,
    sha256: 'x',
    text,
    sections: [],
    truncated: false,
    notes: [],
  };
}

function contradictionFor(say: (plain: string) => string, anchor: Anchor): Contradiction {
  const side = (paper: string) => ({ paper, anchor });
  return {
    id: 'C1',
    kind: 'values',
    claim: say('which holds'),
    a: side(IDS[0]!),
    b: side(IDS[1]!),
    explanation: say('They differ.'),
    conditions: null,
    under_evidenced: true,
    sq: ['SQ1'],
  };
}

function graphFor(say: (plain: string) => string): CitationGraph {
  const nodes = [...IDS, 'arxiv:1000.00001'].map((id, at) => ({
    id,
    title: say(id),
    year: at === 1 ? null : 2019 + at,
    inRun: at < 3,
    pagerank: 0.4 - at / 10,
    community: 0,
  }));
  const counts = {
    papers: 3,
    stubs: 1,
    edges: 3,
    self_citations: 0,
    to_nowhere: 0,
    to_unknown: 0,
    duplicate_edges: 0,
    capped_nodes: 0,
    capped_edges: 0,
    fetched: 0,
    failed: 0,
  };
  return {
    nodes,
    edges: [
      [IDS[1]!, IDS[0]!],
      [IDS[2]!, IDS[0]!],
      [IDS[0]!, 'arxiv:1000.00001'],
    ],
    counts,
    notes: [],
  };
}

function factsFor(say: (plain: string) => string, records: readonly PaperRecord[]): ReportDocument['facts'] {
  const node = (id: string, depends_on: string[], over: Partial<PlanNode> = {}): PlanNode => ({
    id, question: say(`Question ${id}`), rationale: '', kind: 'theoretical', depends_on, status: 'done', partial: false,
    assigned_subtask_id: null, answer_summary: null, answer_evidence: null, reason: null, revision: 0, sources: [], ...over,
  }); // biome-ignore format: a row
  return {
    goal: {
      topic: say('bounded queues'), topic_slug: 'bounded-queues-2026-11-30', restatement: say('Survey queues.'), cs_subfield: 'systems',
      question_shape: 'survey', time_horizon: { from: null, to: null, rule: 'preferred' }, depth: 'standard', reading: say('the data structure'),
      axes: [], subjects: [], sources: ['arxiv', 'library'], offline: false, language: 'en', seed_papers: [], exclude: [],
    }, // biome-ignore format: a row
    plan: {
      root_id: 'root',
      status: 'complete',
      nodes: [
        node('root', ['SQ1', 'SQ2']),
        node('SQ1', []),
        node('SQ2', ['SQ1'], { status: 'failed', reason: say('no source answered') }),
      ],
    },
    revisions: [
      {
        number: 1,
        ts: '2026-11-30T00:00:00.000Z',
        decision: 'widen',
        trigger: say('a gap'),
        added: [say('SQ3')],
        removed: [],
        reason: say('because'),
      },
    ],
    findings: [
      {
        sub_question_id: 'SQ1', researcher: 'arxiv', researcher_run_id: 'a', query_used: say('queue AND bounded'), results_count: 3, status: 'ok', round: 1, tick: 1,
        dispatch_id: '1.1.SQ1.arxiv', outcome: 'hits', sources: [{ provider: 'arxiv', outcome: 'hits', count: 3, note: say('fine') }],
        papers: records.map((record) => ({ ...record, relevance_self_score: 0.5, abstract_missing: false })), posts: [], notes: '',
      },
    ], // biome-ignore format: a row
    counts: {
      found: 5,
      duplicates: 2,
      outOfHorizon: 1,
      undated: 0,
      excluded: 0,
      canonical: 3,
      candidates: 3,
      read: 2,
      cited: 3,
    },
    failures: [{ where: say('arxiv for SQ2'), reason: say('throttled') }],
    warnings: [say('The embedder failed.')],
    cost: { tokens: 0, currency: 0, calls: 0 },
    library: { name: say('my library'), records: 9 },
    model: 'extractive',
    generated: '2026-11-30T00:00:00.000Z',
  };
}
