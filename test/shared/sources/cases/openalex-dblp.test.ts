import { describe, expect, it } from 'vitest';
import { matchPair } from '../../../../shared/collate/match/score.ts';
import { openalexFilter } from '../../../../shared/sources/providers/openalex.ts';
import { REGISTRY } from '../../../../shared/sources/registry.ts';
import { titleAgreement } from '../../../../shared/sources/same-title.ts';
import { withoutFinalStop } from '../../../../shared/sources/text.ts';
import { access, params, parse, query } from './support.ts';

describe('OpenAlex, what went wrong for others', () => {
  it('openalex-03: a comma in a filter value is quoted', () => {
    expect(openalexFilter('title.search', 'Bees, please')).toBe('title.search:"Bees, please"');
    expect(openalexFilter('title.search', 'bees|wasps')).toBe('title.search:"bees wasps"');
    expect(openalexFilter('type', 'article')).toBe('type:article');
  });

  it('openalex-07: an empty key is left out', () => {
    for (const key of ['', null]) {
      const { url } = REGISTRY.openalex.buildRequest(query('bees'), access('https://api.openalex.org', key));
      expect(params(url).has('api_key')).toBe(false);
    }
    expect(
      params(REGISTRY.openalex.buildRequest(query('bees'), access('https://api.openalex.org', 'k17')).url).get(
        'api_key',
      ),
    ).toBe('k17');
  });

  it('openalex-08: a 404 page in HTML is not found', () => {
    for (const status of [404, null]) {
      expect(
        parse('openalex', '<!doctype html><html lang=en><title>404 Not Found</title>', {
          status,
          contentType: 'text/html',
        }).outcome,
      ).toBe('none');
    }
  });

  it('openalex-09: a name where an id is needed becomes a search by name, and the refusal is an error', () => {
    expect(openalexFilter('authorships.author.id', 'Jo Writer')).toBe('raw_author_name.search:"Jo Writer"');
    expect(openalexFilter('authorships.author.id', 'A123')).toBe('authorships.author.id:A123');
    const refused = parse(
      'openalex',
      { error: 'Invalid query parameters error.', message: "'Jo Writer' is not a valid OpenAlex ID." },
      { status: 400 },
    );
    expect([refused.outcome, refused.retry?.kind]).toEqual(['error', 'never']);
  });

  it('openalex-12: 1 January means that only the year is known', () => {
    const work = (date: string) => ({
      id: 'https://openalex.org/W5',
      title: 'T',
      publication_date: date,
      publication_year: 2023,
    });
    expect(parse('openalex', work('2023-01-01')).papers[0]).toMatchObject({ year: 2023, date: '2023' });
    expect(parse('openalex', work('2023-04-11')).papers[0]!.date).toBe('2023-04-11');
  });

  it('openalex-13: a preprint and its published form with another title are one work', () => {
    const preprint = {
      id: 'openalex:W1',
      title: 'BeeCraft: Teaching large language models to keep bees',
      authors: ['Ann Apis', 'Bo Mel'],
      year: 2023,
      doi: '10.48550/arxiv.2304.00001',
    };
    const published = {
      id: 'openalex:W2',
      title: 'Teaching large language models to keep bees',
      authors: ['Ann Apis', 'Bo Mel'],
      year: 2024,
      doi: '10.1038/s40000-024-00001-8',
    };
    expect(matchPair(preprint, published).match).toBe(true);
    expect(titleAgreement(preprint.title, published.title)).toBeGreaterThan(0.85);
  });

  it('rebuilds abstracts by position, and tells the budget from the burst', () => {
    const [paper] = parse('openalex', {
      id: 'https://openalex.org/W6',
      title: null,
      abstract_inverted_index: { bees: [1, 4], Many: [0], make: [2], other: [3] },
    }).papers;
    expect(paper).toMatchObject({ title: null, abstract: 'Many bees make other bees' });
    const budget = parse(
      'openalex',
      { error: 'Rate limit exceeded.', message: 'Insufficient budget. Resets at midnight.' },
      { status: 429 },
    );
    expect(budget.retry).toEqual({ kind: 'quota', waitMs: 12 * 3_600_000 });
    expect(
      parse('openalex', { message: 'temporarily rate-limited due to heavy load' }, { status: 429 }).retry?.kind,
    ).toBe('burst');
    expect(
      parse('openalex', { error: 'x', message: 'Maximum results size of 10,000 records is exceeded' }, { status: 400 })
        .outcome,
    ).toBe('window_exceeded');
  });
});

const hits = (hit: unknown, total = '1') => ({
  result: { hits: { '@total': total, '@sent': '1', '@first': '0', hit } },
});
const info = (facts: object) => ({ info: { title: 'On Bees.', year: '2020', key: 'journals/bee/X20', ...facts } });

describe('DBLP, what went wrong for others', () => {
  it('dblp-01: a check for robots is blocked, whatever its status and type', () => {
    const page =
      '<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title></head><body>Protected by Anubis</body></html>';
    for (const more of [
      { status: 500, contentType: 'text/html' },
      { status: 200, contentType: 'text/html' },
      { status: 500, contentType: 'application/json' },
      { status: null, contentType: null },
    ]) {
      const result = parse('dblp', page, more);
      expect([result.outcome, result.retry?.kind]).toEqual(['blocked', 'never']);
    }
  });

  it('dblp-03 and dblp-04: authors as string, object or list; a homonym number is no part of the name', () => {
    const authors = (value: unknown) => parse('dblp', hits(info({ authors: { author: value } }))).papers[0]!.authors;
    expect(authors('Ira Single')).toEqual(['Ira Single']);
    expect(authors({ '@pid': '1', text: 'Lee Common 0009' })).toEqual(['Lee Common']);
    expect(authors(['Ira Single', { text: 'O&apos;Neil 0012' }])).toEqual(['Ira Single', "O'Neil"]);
    const xml =
      '<?xml version="1.0"?><dblp><article key="journals/b/L20"><author pid="2">Lee Common 0009</author><title>On <i>Bees</i>.</title><year>2020</year><ee>https://doi.org/10.5555/L20</ee></article></dblp>';
    expect(parse('dblp', xml, { contentType: 'application/xml' }).papers[0]).toMatchObject({
      authors: ['Lee Common'],
      title: 'On Bees',
      ids: ['doi:10.5555/l20', 'dblp:journals/b/L20'],
    });
  });

  it('dblp-05: one final full stop goes, others stay, entities are decoded', () => {
    const title = (text: string) => parse('dblp', hits(info({ title: text }))).papers[0]!.title;
    expect(title('Bees &amp; Wasps: A Study.')).toBe('Bees & Wasps: A Study');
    for (const text of [
      'To Bee or Not …',
      'Wait...',
      'As Shown by Lee et al.',
      'The Life of Kurt G.',
      'Programming in C.',
    ])
      expect(withoutFinalStop(text)).toBe(text);
  });

  it('dblp-06: two records of one DOI are one', () => {
    const result = parse(
      'dblp',
      hits(
        [info({ doi: '10.5555/SAME', key: 'journals/b/A25' }), info({ doi: '10.5555/same', key: 'journals/b/A25a' })],
        '2',
      ),
    );
    expect(result.papers).toHaveLength(1);
    expect(result.papers[0]!.doi).toBe('10.5555/same');
  });

  it('takes one hit, no hit, and numbers as text', () => {
    expect(parse('dblp', hits(info({}), '77'))).toMatchObject({ outcome: 'hits', total: 77, next: { f: 1 } });
    expect(parse('dblp', { result: { hits: { '@total': '0', '@sent': '0', '@first': '0' } } })).toMatchObject({
      outcome: 'none',
      total: 0,
    });
    const [preprint] = parse(
      'dblp',
      hits(info({ venue: 'CoRR', volume: 'abs/2305.00001', ee: 'https://doi.org/10.48550/arXiv.2305.00001' })),
    ).papers;
    expect(preprint!.ids[0]).toBe('arxiv:2305.00001');
  });
});
