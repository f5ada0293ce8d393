import { describe, expect, it } from 'vitest';
import { slugOf } from '../../../../shared/contracts/ids.ts';
import { wordsOf } from '../../../../shared/sources/same-title.ts';
import { entry, feed, parse } from './support.ts';

const xml = { contentType: 'application/atom+xml' };

describe('arXiv, what went wrong for others', () => {
  it('arxiv-01: an error entry is an error with its message, never a paper', () => {
    for (const scheme of ['https', 'http']) {
      const wrong = entry(`${scheme}://arxiv.org/api/errors#bad_list`, 'Error').replace(
        /<summary>.*?<\/summary>/,
        '<summary>the id list is malformed near q17</summary>',
      );
      for (const status of [400, 200, null]) {
        const result = parse('arxiv', feed(wrong, 1), { ...xml, status });
        expect(result.outcome).toBe('error');
        expect(result.papers).toEqual([]);
        expect(result.notes.join()).toContain('the id list is malformed near q17');
      }
    }
  });

  it('arxiv-04: a 400 is permanent, and beyond the window it says so', () => {
    const refusal = (text: string) =>
      feed(
        entry('https://arxiv.org/api/errors#x', 'Error').replace(
          /<summary>.*?<\/summary>/,
          `<summary>${text}</summary>`,
        ),
        1,
      );
    const plain = parse('arxiv', refusal('sortOrder must be in: ascending, descending'), { ...xml, status: 400 });
    expect([plain.outcome, plain.retry?.kind]).toEqual(['error', 'never']);
    const window = parse('arxiv', refusal('start + max_results must be less than or equal to 30000'), {
      ...xml,
      status: 400,
    });
    expect([window.outcome, window.retry?.kind]).toEqual(['window_exceeded', 'never']);
    expect(parse('arxiv', 'upstream failed', { status: 502, contentType: 'text/plain' }).retry?.kind).toBe('transient');
  });

  it('arxiv-05: the total is what the feed reports, with what can be reached', () => {
    const result = parse(
      'arxiv',
      feed(
        entry('http://arxiv.org/abs/2305.00001v1', 'One') + entry('http://arxiv.org/abs/2305.00002v1', 'Two'),
        88_123,
        0,
        2,
      ),
      xml,
    );
    expect(result.total).toBe(88_123);
    expect(result.next).toEqual({ start: 2 });
    expect(result.notes.join()).toContain('30000 reachable');
    const last = parse('arxiv', feed(entry('http://arxiv.org/abs/2305.00001v1', 'One'), 88_123, 29_999, 1), xml);
    expect(last.next).toBeNull();
  });

  it('arxiv-10: answers to a list of ids are found by id, and what is missing is named', () => {
    const title = 'arXiv Query: search_query=&amp;id_list=2305.00001,2305.99999,hep-th/9901001&amp;start=0';
    const result = parse(
      'arxiv',
      feed(
        entry('http://arxiv.org/abs/hep-th/9901001v3', 'Old') + entry('http://arxiv.org/abs/2305.00001v2', 'New'),
        2,
        0,
        3,
        title,
      ),
      xml,
    );
    expect(result.papers.map((paper) => paper.arxivId)).toEqual(['hep-th/9901001', '2305.00001']);
    expect(result.missing).toEqual(['2305.99999']);
  });

  it('arxiv-12: LaTeX and Unicode in titles stay as they are, and give one key and a slug', () => {
    const result = parse(
      'arxiv',
      feed(entry('http://arxiv.org/abs/2305.00003v1', '$λ$Check: Bounds for $O(n \\log n)$ with a &lt; b'), 1),
      xml,
    );
    expect(result.papers[0]!.title).toBe('$λ$Check: Bounds for $O(n \\log n)$ with a < b');
    expect(wordsOf('$λ$Check: Bounds')).toEqual(wordsOf('λCheck – bounds'));
    expect(slugOf('$λ$Check', '2026-01-02')).toMatch(/^[a-z0-9-]+-2026-01-02$/);
  });

  it('refuses politely: plain text under 200, an empty body, 503 and 429 are throttling; an empty page is none', () => {
    for (const [body, more] of [
      ['Rate exceeded.', { contentType: 'text/plain' }],
      ['', {}],
      ['', { status: 503 }],
      ['Rate exceeded.', { status: null }],
      ['slow down', { status: 429, contentType: 'text/plain' }],
    ] as const) {
      expect(parse('arxiv', body, more).outcome).toBe('throttled');
    }
    expect(parse('arxiv', feed('', 0), xml).outcome).toBe('none');
    const stumble = parse('arxiv', feed('', 500, 100), xml);
    expect([stumble.outcome, stumble.retry?.kind]).toEqual(['error', 'transient']);
  });

  it('marks withdrawn papers, keeps their data, and offers no copy', () => {
    const gone = entry(
      'http://arxiv.org/abs/2305.00004v2',
      'Gone',
      '<arxiv:comment>This version withdrawn by the author</arxiv:comment>',
    );
    const [paper] = parse('arxiv', feed(gone, 1), xml).papers;
    expect(paper).toMatchObject({ withdrawn: true, openAccessUrl: null, title: 'Gone' });
  });
});

describe('arXiv’s other forms', () => {
  it('reads OAI-PMH records, tells deleted and unknown ones, and says when it cannot', () => {
    const oai = (inner: string) =>
      `<?xml version="1.0"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">${inner}</OAI-PMH>`;
    const record =
      '<record><header><identifier>oai:arXiv.org:2305.00009</identifier></header><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2305.00009</id><created>2023-05-01</created><authors><author><keyname>Apis</keyname><forenames>Ann</forenames></author></authors><title>Bees &amp; hives</title><abstract> Long\nenough. </abstract></arXiv></metadata></record>';
    const deleted = '<record><header status="deleted"><identifier>x</identifier></header></record>';
    const result = parse(
      'arxiv',
      oai(`<ListRecords>${record}${deleted}<resumptionToken>t|1</resumptionToken></ListRecords>`),
      xml,
    );
    expect(result).toMatchObject({ outcome: 'hits', next: { resumptionToken: 't|1' } });
    expect(result.papers[0]).toMatchObject({ title: 'Bees & hives', authors: ['Ann Apis'], date: '2023-05-01' });
    expect(parse('arxiv', oai('<error code="idDoesNotExist">nothing</error>'), xml).outcome).toBe('none');
    expect(parse('arxiv', oai('<error code="badArgument">until</error>'), xml).outcome).toBe('error');
  });

  it('reads the page of a paper by its bibliographic tags, and no other page', () => {
    const page =
      '<!DOCTYPE html><html><head><title>[2305.00010] Bees</title><meta name="citation_title" content="Bees &amp; co" /><meta name="citation_author" content="Apis, Ann" /><meta name="citation_date" content="2023/05/04" /><meta name="citation_arxiv_id" content="2305.00010" /></head></html>';
    expect(parse('arxiv', page, { contentType: 'text/html' }).papers[0]).toMatchObject({
      title: 'Bees & co',
      authors: ['Ann Apis'],
      arxivId: '2305.00010',
      date: '2023-05-04',
    });
    expect(
      parse('arxiv', '<!DOCTYPE html><html><title>arXiv is down</title></html>', { contentType: 'text/html' }).outcome,
    ).toBe('blocked');
  });
});
