import { describe, expect, test } from 'vitest';
import { Finding } from '../../../shared/contracts/finding.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';
import { isRecordId } from '../../../shared/run/finding-ids.ts';
import { medoidTitle, type Similarity, validateFinding } from '../../../shared/run/validate-findings.ts';

const ABSTRACT = 'We show that tiling reduces the reads and writes between the levels of memory.';

function paper(id: string, change: Record<string, unknown> = {}) {
  return {
    ...blankRecord(id, 'arxiv'),
    title: `Tiled attention ${id}`,
    url: 'https://example.org/a',
    abstract: ABSTRACT,
    relevance_self_score: 0.5,
    abstract_missing: false,
    ...change,
  };
}

function finding(change: Record<string, unknown> = {}) {
  return {
    sub_question_id: 'SQ2',
    researcher: 'arxiv',
    researcher_run_id: 'arx-7f3a',
    query_used: 'tiled attention',
    results_count: 2,
    status: 'ok',
    round: 1,
    tick: 1,
    dispatch_id: '1.1.SQ2.arxiv',
    outcome: 'hits',
    sources: [],
    papers: [paper('arxiv:2307.08691'), paper('arxiv:2205.14135')],
    posts: [],
    notes: '',
    ...change,
  };
}

const post = {
  id: 'hn:1',
  title: 'Tiled attention explained',
  url: 'https://example.org',
  author: null,
  date: null,
  site: 'hn',
  score: 3,
  text: '',
  relevance_self_score: null,
};
const close: Similarity = () => 0.9;
const codes = (
  found: unknown,
  similarity: Similarity | null = close,
  spot = null as Parameters<typeof validateFinding>[2],
) => validateFinding(found, similarity, spot).problems.map((problem) => problem.code);

describe('the six checks', () => {
  test('a good finding has no problem and fits its contract', () => {
    const result = validateFinding(finding(), close);
    expect(result).toEqual({ finding: Finding.parse(finding()), problems: [], short: [] });
  });

  test.each([
    null,
    'text',
    {},
    [],
    finding({ papers: 'none' }),
    finding({ status: 'fine' }),
    finding({ sub_question_id: 'q2' }),
  ])('1: frontmatter that is no finding (%#)', (broken) => {
    const result = validateFinding(broken, close);
    expect(result.finding).toBeNull();
    expect(result.problems.map((problem) => [problem.check, problem.code])).toEqual([[1, 'unparseable']]);
  });

  test('2: ok wants papers or posts; a status that says so may be empty', () => {
    expect(codes(finding({ papers: [] }))).toEqual(['empty']);
    expect(codes(finding({ papers: [], posts: [post] }))).toEqual([]);
    expect(codes(finding({ papers: [], status: 'failed', outcome: 'error' }))).toEqual([]);
  });

  test('3: an id of no known form is named in the reminder', () => {
    const result = validateFinding(
      finding({ papers: [paper('arxiv:2307.08691'), paper('arXiv 2205', { ids: [] })] }),
      close,
    );
    expect(result.finding).toBeNull();
    expect(result.problems.map((problem) => problem.code)).toEqual(['bad_id']);
    expect(result.problems[0]!.reminder).toContain('arXiv 2205');
  });

  test('4: short abstracts are counted per record and fail the finding only when none is left', () => {
    const one = [
      paper('arxiv:2307.08691', { abstract: 'x'.repeat(49) }),
      paper('arxiv:2205.14135', { abstract: 'x'.repeat(50) }),
    ];
    expect(validateFinding(finding({ papers: one }), close)).toMatchObject({
      problems: [],
      short: ['arxiv:2307.08691'],
    });
    const none = [
      paper('arxiv:2307.08691', { abstract: null }),
      paper('arxiv:2205.14135', { abstract: ' '.repeat(80) }),
    ];
    expect(codes(finding({ papers: none }))).toEqual(['short_abstracts']);
    expect(codes(finding({ papers: none, posts: [post] }))).toEqual([]);
  });

  test('5: below 0.55 the finding is off topic, at 0.55 it is not', () => {
    expect(codes(finding(), () => 0.549)).toEqual(['off_topic']);
    expect(codes(finding(), () => 0.55)).toEqual([]);
    expect(codes(finding(), () => Number.NaN)).toEqual(['off_topic']);
    expect(codes(finding(), () => null)).toEqual([]);
    expect(codes(finding(), null)).toEqual([]);
  });

  test('6: below 0.6 the page is suspect, at 0.6 it is not', () => {
    const spot = { url: 'https://example.org/a', title: 'Tiled attention', content: 'Recipes for bread' };
    const page =
      (value: number): Similarity =>
      (a, b) =>
        b === spot.content || a === spot.content ? value : 0.9;
    expect(codes(finding(), page(0.599), spot)).toEqual(['suspect']);
    expect(codes(finding(), page(0.6), spot)).toEqual([]);
    expect(codes(finding(), null, spot)).toEqual([]);
  });

  test('several problems are all reported, in order', () => {
    const bad = finding({ papers: [paper('doi:nothing', { ids: [], abstract: '' })] });
    expect(validateFinding(bad, () => 0).problems.map((problem) => problem.check)).toEqual([3, 4, 5]);
  });
});

describe('ids', () => {
  test.each([
    'arxiv:2307.08691',
    'arxiv:0704.0001',
    'arxiv:hep-th/9901001',
    'arxiv:math.GT/0309136',
    'doi:10.1145/3292500.3330701',
    'doi:10.1002/(sici)1097-0258(19980815)17:15<1661::aid-sim968>3.0.co;2-2',
    'url:https://example.org/a?b=c',
    'url:http://a.b',
    'pwc:flashattention-2',
    'acl:P03-1021',
    'acl:2020.acl-main.703',
    'dblp:conf/nips/VaswaniSPUJGKP17',
    's2:204e3073870fae3d05bcbc2f6a8e263d9b72e776',
    'openalex:W2963403868',
    'lib:0123abcdef',
    'hn:38263142',
    'so:stackoverflow/11227809',
    'reddit:abc123',
    'gh:owner/repo',
    'gh:owner/repo.js#12',
    'rfc:9110',
  ])('%s is one', (id) => {
    expect(isRecordId(id)).toBe(true);
  });

  test.each([
    'arxiv:2307.086',
    'arxiv:',
    'arXiv:2307.08691',
    'doi:11.1145/x',
    'doi:10.1145',
    'url:ftp://a',
    'url:example.org',
    'pwc:',
    'isbn:123',
    'lib:xyz',
    '2307.08691',
    '',
    'gh:owner',
    ':x',
    'constructor:x',
  ])('%s is none', (id) => {
    expect(isRecordId(id)).toBe(false);
  });
});

describe('the medoid', () => {
  const table: Readonly<Record<string, number>> = {
    'a|b': 0.9,
    'a|c': 0.8,
    'b|c': 0.1,
    'a|d': 0.2,
    'b|d': 0.1,
    'c|d': 0.1,
  };
  const similarity: Similarity = (x, y) => table[[x, y].sort().join('|')] ?? 1;

  test('is the title closest to all others, in any order', () => {
    expect(medoidTitle(['d', 'c', 'b', 'a'], similarity)).toBe('a');
    expect(medoidTitle(['a', 'b', 'c', 'd'], similarity)).toBe('a');
  });

  test('of one title is that title, of none is none', () => {
    expect(medoidTitle(['x'], similarity)).toBe('x');
    expect(medoidTitle([], similarity)).toBeNull();
  });
});
