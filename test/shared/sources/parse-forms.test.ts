import { describe, expect, it } from 'vitest';
import { parseProvider } from '../../../shared/sources/parse.ts';

const now = Date.UTC(2026, 5, 1);
const parse = (provider: string, body: unknown, status = 200) =>
  parseProvider(provider, new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)), {
    status,
    now,
  });

const feed = (entries: string, total: number, link = '') =>
  `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:os="http://a9.com/-/spec/opensearch/1.1/">${link}<os:totalResults>${total}</os:totalResults><os:startIndex>0</os:startIndex>${entries}</feed>`;
const errorEntry = (id: string, message: string) =>
  `<entry><id>${id}</id><title>Error</title><summary>${message}</summary></entry>`;

describe('arXiv', () => {
  it.each([
    ['https://export.arxiv.org/api/errors#x', 'incorrect id format for x', 'error'],
    ['http://arxiv.org/api/errors', 'start must be an integer', 'error'],
    ['http://arxiv.org/api/errors#y', 'max_results must be non-negative', 'error'],
    ['http://arxiv.org/api/errors#z', 'start + max_results must be no more than 30000', 'window_exceeded'],
  ])('error entry %s: %s', (id, message, outcome) => {
    const result = parse('arxiv', feed(errorEntry(id, message), 1), 400);
    expect([result.outcome, result.papers]).toEqual([outcome, []]);
  });

  it('names the ids of a request that did not come back', () => {
    const link = '<link rel="self" href="http://arxiv.org/api/query?id_list=2101.00009,2101.00002"/>';
    const entry = '<entry><id>http://arxiv.org/abs/2101.00002v3</id><title>T</title></entry>';
    expect(parse('arxiv', feed(entry, 1, link)).notes.join()).toContain('2101.00009');
  });
});

describe('Semantic Scholar: an elided list of references is unknown, not empty', () => {
  it.each([
    { offset: 0, data: null },
    { referenceCount: 40, data: [] },
    { offset: 0, data: [], citingPaperInfo: { title: 'T' } },
  ])('%j', (body) => {
    const result = parse('semanticscholar', body);
    expect(result.outcome).toBe('partial');
    expect(result.notes).toHaveLength(1);
  });

  it('also of one paper', () => {
    const paper = { paperId: 'ab'.repeat(20), title: 'T', referenceCount: 12, references: [] };
    expect(parse('semanticscholar', paper).notes.join()).toContain('12 references');
    expect(parse('semanticscholar', { ...paper, referenceCount: 0 }).notes).toEqual([]);
  });
});

describe('titles keep what is no mark-up', () => {
  const title = (text: string) =>
    parse('crossref', { message: { DOI: '10.1000/t', title: [text] } }).papers[0]?.title ?? null;
  it.each([
    ['if a<b and c>d', 'if a<b and c>d'],
    ['x <u and v> y', 'x <u and v> y'],
    ['A<br/>B', 'A B'],
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['<i class="x">In</i> <sub xml:lang=\'en\'>2</sub>', 'In 2'],
    ['<mml:math xmlns:mml="http://m"><mml:mi mathvariant="bold">x</mml:mi></mml:math>', 'x'],
  ])('%s', (raw, expected) => expect(title(raw)).toBe(expected));

  it('ends on what looks like endless attributes', () => {
    title(`<i ${'a=b '.repeat(50_000)}`);
    title(`<i ${'a = '.repeat(50_000)}`);
    title(`<i${' '.repeat(100_000)}x`);
  });
});

it('character references in names are resolved', () => {
  const work = { DOI: '10.1000/t', title: ['T'], author: [{ given: '&Eacute;va', family: 'M&uuml;ller' }] };
  expect(parse('crossref', { message: work }).papers[0]!.authors).toEqual(['Éva Müller']);
});

describe('classes of failure', () => {
  it('OpenAlex: a wrong query answered with 403 is no refusal', () => {
    const body = { error: 'Invalid query parameters error.', message: 'foo is not a valid field.' };
    expect(parse('openalex', body, 403).outcome).toBe('error');
  });
  it('Reddit: 429 is throttling whatever the page says', () => {
    expect(parse('reddit', '<html><title>Too Many Requests</title>whoa there, pardner!</html>', 429).outcome).toBe(
      'throttled',
    );
  });
});

describe('posts', () => {
  it('absent text is null, a repeated post counts once, deleted comments are gone', () => {
    const row = { title: 'T', url: 'https://a.example/x', description: null };
    const answer = parse('brave', { type: 'search', web: { results: [row, row] } });
    expect(answer.posts.map((post) => post.text)).toEqual([null]);
    const thread = {
      id: 1,
      type: 'story',
      title: 'S',
      children: [{ id: 2, type: 'comment', text: null, children: [] }],
    };
    expect(parse('hackernews', thread).posts.map((post) => post.id)).toEqual(['hn:1']);
  });
});

it('OpenAlex: a free copy is found although none is called the best', () => {
  const work = {
    id: 'https://openalex.org/W9',
    title: 'T',
    best_oa_location: null,
    locations: [
      { is_oa: false, pdf_url: 'https://closed.example/a.pdf' },
      { is_oa: true, pdf_url: 'https://free.example/a.pdf' },
    ],
  };
  expect(parse('openalex', work).papers[0]!.openAccessUrl).toBe('https://free.example/a.pdf');
});
