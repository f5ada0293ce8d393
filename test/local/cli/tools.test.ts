import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { exitOf } from '../../../local/cli/exit.ts';
import { program } from '../../../local/cli/program.ts';

let folder: string;
let out: string;
let err: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-tools-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  out = '';
  err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((part) => {
    out += String(part);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    err += String(part);
    return true;
  });
  return () => vi.restoreAllMocks();
});

/** Runs a tool over files given by content; the result is the parsed lines of its output. */
async function tool(args: readonly string[], files: Record<string, unknown> = {}): Promise<unknown[]> {
  for (const [name, content] of Object.entries(files)) {
    const text =
      typeof content === 'string'
        ? content
        : Array.isArray(content)
          ? content.map((line) => JSON.stringify(line)).join('\n')
          : JSON.stringify(content);
    await writeFile(join(folder, name), text);
  }
  const paths = args.map((arg) => (arg in files ? join(folder, arg) : arg));
  await program().parseAsync(['node', 'plumbline', 'tools', ...paths]);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

const keysOf = (value: unknown): string[] => Object.keys(value as object);
const PAPERS = [
  {
    id: 'arxiv:2001.00001',
    title: 'Sparse attention for long sequences',
    authors: ['A. One'],
    year: 2020,
    abstract: 'We make attention sparse.',
  },
  {
    id: 'doi:10.1145/1.1',
    title: 'Sparse Attention for Long Sequences',
    authors: ['Ann One'],
    year: 2021,
    abstract: 'We make attention sparse.',
  },
  {
    id: 'arxiv:2002.00002',
    title: 'A study of compilers',
    authors: ['B. Two'],
    year: 2020,
    abstract: 'Compilers optimise loops.',
  },
];

it('parse: every field of a paper is there, null when absent', async () => {
  const body = {
    message: {
      'total-results': 1,
      items: [{ DOI: '10.1145/1.1', title: ['A title'], author: [{ given: 'A', family: 'One' }] }],
    },
  };
  const [answer] = (await tool(['parse', 'crossref', 'body.json', '--status', '200'], { 'body.json': body })) as [
    { papers: object[] },
  ];
  expect(answer).toMatchObject({ outcome: 'hits', total: 1, posts: [], notes: expect.any(Array) });
  expect(keysOf(answer)).toEqual(expect.arrayContaining(['outcome', 'total', 'next', 'papers', 'posts', 'notes']));
  const wanted =
    'id ids title authors year date abstract url doi arxivId venue cites citedByCount retracted withdrawn openAccessUrl source';
  expect(keysOf(answer.papers[0])).toEqual(expect.arrayContaining(wanted.split(' ')));
  expect(answer.papers[0]).toMatchObject({ id: 'doi:10.1145/1.1', abstract: null, year: null });
});

it('match and dedup: a verdict a pair, every id in exactly one cluster', async () => {
  const pairs = [
    { a: PAPERS[0], b: PAPERS[1] },
    { a: PAPERS[0], b: PAPERS[2] },
  ];
  const verdicts = await tool(['match', 'pairs.jsonl'], { 'pairs.jsonl': pairs });
  expect(verdicts).toMatchObject([{ match: true }, { match: false }]);
  expect(verdicts.map(keysOf)).toEqual([
    ['match', 'score'],
    ['match', 'score'],
  ]);
  out = '';
  const clusters = (await tool(['dedup', 'records.jsonl'], { 'records.jsonl': PAPERS })) as { cluster: string[] }[];
  expect(clusters.flatMap(({ cluster }) => cluster).sort()).toEqual(PAPERS.map(({ id }) => id).sort());
  for (const line of clusters) expect(keysOf(line)).toEqual(['cluster', 'canonical']);
});

it('rank: best first, score is similarity without edges, and --top limits', async () => {
  const files = { 'records.jsonl': PAPERS };
  const ranked = (await tool(['rank', 'records.jsonl', '--query', 'compilers', '--top', '2'], files)) as {
    id: string;
    score: number;
    similarity: number;
  }[];
  expect(ranked).toHaveLength(2);
  expect(ranked[0]!.id).toBe('arxiv:2002.00002');
  for (const { score, similarity } of ranked) expect(score).toBe(similarity);
  out = '';
  const edges = { 'edges.json': JSON.stringify([['arxiv:2001.00001', 'arxiv:2002.00002']]) };
  const central = await tool(['rank', 'records.jsonl', '--query', 'compilers', '--edges', 'edges.json'], {
    ...files,
    ...edges,
  });
  expect(keysOf(central[0])).toEqual(['id', 'score', 'similarity', 'centrality']);
  expect(central[0]).toMatchObject({ id: 'arxiv:2002.00002' });
});

it('anchor and support: places in the text, and why not', async () => {
  const text = 'Raft elects a leader. Randomised timeouts make split votes rare.';
  const quotes = [
    { id: 'q1', quote: 'Raft elects a leader.' },
    { id: 'q2', quote: 'Paxos has no leader.' },
  ];
  const anchors = await tool(['anchor', 'quotes.jsonl', '--text', 'text.txt'], {
    'quotes.jsonl': quotes,
    'text.txt': text,
  });
  expect(anchors).toEqual([
    { id: 'q1', status: 'exact', start: 0, end: 21, reason: null },
    { id: 'q2', status: 'rejected', start: null, end: null, reason: expect.any(String) },
  ]);
  out = '';
  const sentences = [{ id: 's1', sentence: 'Split votes are rare with randomised timeouts.' }];
  const files = { 's.jsonl': sentences, 'text.txt': text };
  const [support] = (await tool(['support', 's.jsonl', '--text', 'text.txt'], files)) as [{ best: object[] }];
  expect(keysOf(support)).toEqual(['id', 'score', 'best']);
  expect(keysOf(support.best[0])).toEqual(['start', 'end']);
});

it('cite: the draft on the output, what was done on the error output', async () => {
  const files = { 'ids.json': ['Smith2021'], 'draft.md': 'True [Smith2021]. Near [Smith21]. Not [X9].\n' };
  await program().parseAsync([
    'node',
    'plumbline',
    'tools',
    'cite',
    ...(await Promise.all(
      Object.entries(files).map(async ([name, content]) => {
        const path = join(folder, name);
        await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
        return name === 'ids.json' ? `--known=${path}` : path;
      }),
    )),
  ]);
  expect(out).toContain('Near [Smith2021].');
  expect(out).not.toContain('X9');
  expect(JSON.parse(err)).toEqual({ removed: ['X9'], repaired: { Smith21: 'Smith2021' }, kept: 1 });
});

it('plan check, route and replan: as promised', async () => {
  const nodes = [1, 2, 3].map((n) => ({ id: `SQ${n}`, question: `${n}?`, depends_on: n === 3 ? ['SQ1'] : [] }));
  const root = { id: 'root', question: 'all?', depends_on: ['SQ2', 'SQ3'] };
  const [plan] = await tool(['plan', 'check', 'plan.json'], {
    'plan.json': { root_id: 'root', nodes: [...nodes, root] },
  });
  expect(plan).toEqual({ valid: true, errors: [], ready: ['SQ1', 'SQ2'], waves: [['SQ1', 'SQ2'], ['SQ3']] });
  out = '';
  const routes = (await tool(['route', '--kind', 'sota', '--subfield', 'ml', '--depth', 'standard'])) as {
    score: number;
    selected?: true;
  }[];
  expect(routes.filter(({ selected }) => selected)).toHaveLength(3);
  expect(routes.map(({ score }) => score)).toEqual(routes.map(({ score }) => score).sort((a, b) => b - a));
  out = '';
  const facts = {
    depth: 'standard',
    iteration: 1,
    tokens_used: 0,
    budget: 1_500_000,
    last_replan_added_papers: null,
    critical_missing: ['x'],
    under_evidenced: [],
    under_read: [],
    paper_budget_left: 5,
    coverage: { SQ1: 3 },
  };
  const [decision] = await tool(['replan', 'facts.json'], { 'facts.json': facts });
  expect(keysOf(decision)).toEqual(['decision', 'reason', 'widen', 'deepen', 'ask']);
  expect(decision).toMatchObject({ decision: 'proceed', reason: 'iteration_cap' });
});

it.each([
  [['match', 'x.jsonl'], { a: { title: 'A title' }, b: { title: 'A title' } }, '{"a":1}'],
  [['dedup', 'x.jsonl'], { id: 'a', title: 'A title' }, '[1]'],
  [['rank', 'x.jsonl', '--query', 'title'], { id: 'a', title: 'A title' }, '{"id":'],
  [['anchor', 'x.jsonl', '--text', 't.txt'], { id: 'a', quote: 'fine words' }, '{"quote":7}'],
  [['support', 'x.jsonl', '--text', 't.txt'], { id: 'a', sentence: 'Fine words.' }, '"open'],
] as [string[], object, string][])('%j answers the lines around a wrong one', async (args, right, wrong) => {
  const lines = [right, wrong, { ...right, id: 'b' }].map((one) =>
    typeof one === 'string' ? one : JSON.stringify(one),
  );
  const files = { 'x.jsonl': lines.join('\n'), 't.txt': 'Some fine words.' };
  const error: unknown = await tool(args, files).catch((thrown: unknown) => thrown);
  expect(exitOf(error)).toBe(2);
  expect(String(error)).toContain('1 of 3 lines');
  expect(err).toMatch(/^! line 2 left out: it /m);
  expect(out.trim().split('\n')).toHaveLength(2);
});

it.each([
  ['match'],
  ['dedup'],
  ['rank', '--query', 'q'],
  ['anchor', '--text', 't.txt'],
  ['support', '--text', 't.txt'],
])('tools %s answers nothing with nothing', async (name, ...more) => {
  expect(await tool([name!, 'x.jsonl', ...more], { 'x.jsonl': ' \n\n', 't.txt': 'Some words.' })).toEqual([]);
  expect(err).toBe('');
});

it.each([
  [['match', 'x.jsonl'], { 'x.jsonl': 'not json' }],
  [['rank', 'x.jsonl', '--query', 'q', '--top', '0'], { 'x.jsonl': '' }],
  [['plan', 'check', 'x.json'], { 'x.json': [] }],
  [['replan', 'x.json'], { 'x.json': { depth: 'bottomless' } }],
  [['parse', 'nobody', 'x.json'], { 'x.json': '{}' }],
  [['anchor', 'x.jsonl', '--text', '/nowhere/at/all'], { 'x.jsonl': '' }],
  [['anchor', 'x.jsonl', '--text', 't.txt'], { 'x.jsonl': '"fine words"', 't.txt': 'fine\u0000words' }],
  [['cite', 'd.md', '--known', 'k.json'], { 'd.md': '%PDF-1.7\n\u0000\u0001', 'k.json': ['P1'] }],
] as [string[], Record<string, unknown>][])('%j on nonsense exits with 2', async (args, files) => {
  const error: unknown = await tool(args, files).catch((thrown: unknown) => thrown);
  expect(exitOf(error)).toBe(2);
  expect(out).toBe('');
});

it.each(['\n', '\r\n', '\r'])('reads lines that end with %j, behind a byte order mark', async (end) => {
  const lines = `\ufeff{"id":"a","quote":"fine words"}${end}{"id":"b","quote":"other words"}${end}`;
  const rows = await tool(['anchor', 'q.jsonl', '--text', 't.txt'], { 'q.jsonl': lines, 't.txt': 'Some fine words.' });
  expect(rows).toMatchObject([
    { id: 'a', status: 'exact' },
    { id: 'b', status: 'rejected' },
  ]);
});
