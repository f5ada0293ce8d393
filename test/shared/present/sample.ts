import type { Finding, FindingPaper } from '../../../shared/contracts/finding.ts';
import type { PaperNote } from '../../../shared/contracts/note.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';

export const HOSTILE =
  'A <script>alert(1)</script> [click](javascript:alert(1)) `code` **bold** \u202eevil\u200b https://evil.example/x | ![i](http://e/i.png) &lt;b&gt;';

export function findingPaper(id: string, over: Partial<FindingPaper> = {}): FindingPaper {
  return {
    ...blankRecord(id, 'library'),
    title: `Title of ${id}`,
    authors: ['Ada Lovelace', 'Grace Hopper'],
    year: 2021,
    abstract: 'A queue is bounded. A bounded queue never blocks the reader.',
    url: `https://example.org/${encodeURIComponent(id)}`,
    relevance_self_score: 0.5,
    abstract_missing: false,
    ...over,
  };
}

export function finding(over: Partial<Finding> = {}): Finding {
  return {
    sub_question_id: 'SQ2',
    researcher: 'library',
    researcher_run_id: 'lib-1a2b',
    query_used: 'bounded queue latency',
    results_count: 1,
    status: 'ok',
    round: 1,
    tick: 1,
    dispatch_id: '1.1.SQ2.library',
    outcome: 'hits',
    sources: [{ provider: 'library', outcome: 'hits', count: 1, note: '' }],
    papers: [findingPaper('arxiv:2101.00001')],
    posts: [],
    notes: 'One record was found.\nNothing after 2021.\n',
    ...over,
  };
}

export function note(over: Partial<PaperNote> = {}): PaperNote {
  const anchor = { quote: 'A bounded queue never blocks the reader.', start: 20, end: 60, section: 'Abstract' };
  return {
    id: 'arxiv:2101.00001',
    ids: ['arxiv:2101.00001'],
    title: 'Bounded queues',
    authors: ['Ada Lovelace'],
    year: 2021,
    venue: null,
    url: 'https://example.org/1',
    access: 'abstract',
    text_sha256: 'ab'.repeat(32),
    reader: 'extractive',
    sq: ['SQ1'],
    preprint: true,
    retracted: false,
    tldr: 'A bounded queue never blocks the reader.',
    claims: [{ id: 'c1', statement: null, anchor, sq: ['SQ1'] }],
    method: [anchor],
    evaluation: [],
    limitations: [],
    related_work: [],
    concerns: ['Only the abstract could be read.'],
    table: { method: { text: 'bounded queue', anchor }, data: null, measure: null, result: null },
    dropped_quotes: 0,
    ...over,
  };
}
