import { describe, expect, it } from 'vitest';
import { cleanDoi } from '../../../../shared/contracts/ids.ts';
import { crossrefByDoi } from '../../../../shared/sources/providers/crossref.ts';
import { REGISTRY } from '../../../../shared/sources/registry.ts';
import { isWanted } from '../../../../shared/sources/same-title.ts';
import { access, params, parse, query } from './support.ts';

const work = (facts: object) => ({
  status: 'ok',
  message: { DOI: '10.5555/w', type: 'journal-article', title: ['A Work'], ...facts },
});
const one = (facts: object) => parse('crossref', work(facts)).papers[0]!;

describe('Crossref, what went wrong for others', () => {
  it('crossref-01: no title is null, never a word', () => {
    for (const title of [undefined, [], [''], [null]]) {
      const paper = one({ title });
      expect(paper.title).toBeNull();
      expect(JSON.stringify(paper)).not.toContain('undefined');
    }
  });

  it('crossref-04 and crossref-05: empty, null and impossible dates are no dates', () => {
    for (const parts of [[[]], [[null]], [[0]], [[9999]], [], null]) {
      expect(one({ issued: { 'date-parts': parts } })).toMatchObject({ year: null, date: null });
    }
    expect(one({ issued: { 'date-parts': [[2024, 13, 1]] } })).toMatchObject({ year: 2024, date: '2024' });
    expect(one({ issued: { 'date-parts': [[2024, 2, 30]] } }).date).toBe('2024-02');
    expect(one({ issued: { 'date-parts': [[2027]] } }).year).toBe(2027);
    expect(one({ issued: { 'date-parts': [[2029]] } }).year).toBeNull();
  });

  it('crossref-07: preprints are dated by issued or posted', () => {
    expect(
      one({ 'published-print': null, issued: { 'date-parts': [[2019]] }, posted: { 'date-parts': [[2019, 5]] } }).year,
    ).toBe(2019);
    expect(one({ issued: { 'date-parts': [[null]] }, posted: { 'date-parts': [[2019, 5]] } }).date).toBe('2019-05');
  });

  it('crossref-08: known tags go, every other less-than stays', () => {
    expect(one({ title: ['Effects on <i>p</i>-values at &lt;0.3 mm of CO<sub>2</sub>'] }).title).toBe(
      'Effects on p-values at <0.3 mm of CO2',
    );
    expect(one({ title: ['Growth at <0.3 mm and a<b'] }).title).toBe('Growth at <0.3 mm and a<b');
    expect(one({ title: ['R&amp;amp;D in\n     <scp>SMALL</scp> firms'] }).title).toBe('R&D in SMALL firms');
    expect(one({ title: ['On <mml:math><mml:mi>x</mml:mi></mml:math>'] }).title).toBe('On x');
  });

  it('crossref-10: an absent abstract is null; the JATS of a present one is text', () => {
    expect(one({ abstract: null }).abstract).toBeNull();
    expect(
      one({
        abstract:
          '<jats:title>Abstract</jats:title>\n  <jats:p>We count &lt;b&gt; bees.</jats:p>\n<jats:p>Twice.</jats:p>',
      }).abstract,
    ).toBe('We count <b> bees. Twice.');
  });

  it('crossref-12, crossref-14 and crossref-15: DOIs with brackets and angles are found whole, punctuation around them is not', () => {
    expect(cleanDoi('see 10.5555/0006-1234(2002)052[0044:ABCDEF]2.0.CO;2 for it')).toBe(
      '10.5555/0006-1234(2002)052[0044:abcdef]2.0.co;2',
    );
    expect(cleanDoi('https://doi.org/10.5555/(SICI)1097-0000(199601)5:1<1::AID-XYZ9>3.0.CO;2-6')).toBe(
      '10.5555/(sici)1097-0000(199601)5:1<1::aid-xyz9>3.0.co;2-6',
    );
    expect(cleanDoi('(doi:10.5555/abc123).')).toBe('10.5555/abc123');
    expect(cleanDoi('10.5555/S0000-1111(70)90409-2,')).toBe('10.5555/s0000-1111(70)90409-2');
    const { url } = crossrefByDoi('10.5555/a(1)<2>;#3', access('https://api.crossref.org'));
    expect(new URL(url).pathname).toBe('/works/10.5555%2Fa(1)%3C2%3E%3B%233');
  });

  it('crossref-17: not found comes as text', () => {
    for (const status of [404, null])
      expect(parse('crossref', 'Resource not found.', { status, contentType: 'text/plain' }).outcome).toBe('none');
  });

  it('crossref-19: the best hit of a title query may be another paper', () => {
    const top = one({
      title: ['Attentive Models with Relative Positions'],
      author: [{ given: 'P.', family: 'Shore' }],
      issued: { 'date-parts': [[2018]] },
    });
    expect(isWanted({ title: 'Attention suffices', authors: ['A. Vale'], year: 2017 }, top)).toBe(false);
  });

  it('crossref-20: journals, issues, parts and reviews are no papers', () => {
    for (const type of ['journal', 'journal-issue', 'component', 'peer-review'])
      expect(parse('crossref', work({ type })).outcome).toBe('none');
    expect(parse('crossref', work({ DOI: '10.5194/abc-2021-5-rc2', type: 'posted-content' })).papers).toEqual([]);
  });

  it('crossref-21: retractions are seen, and asked for in a selection', () => {
    expect(one({ 'updated-by': [{ type: 'retraction', DOI: '10.5555/notice' }] }).retracted).toBe(true);
    expect(one({ title: ['RETRACTED: A Work'] }).retracted).toBe(true);
    expect(one({ 'updated-by': [{ type: 'correction' }] }).retracted).toBe(false);
    const request = REGISTRY.crossref.buildRequest(query('bees'), access('https://api.crossref.org'));
    expect(params(request.url).get('select')!.split(',')).toContain('updated-by');
  });

  it('tells a bad cursor, a stack trace and a throttle page from nothing found', () => {
    expect(
      parse(
        'crossref',
        {
          status: 'failed',
          'message-type': 'resource-failure',
          message: [{ type: 'cursor-invalid', message: 'invalid' }],
        },
        { status: 404 },
      ).outcome,
    ).toBe('error');
    expect(
      parse(
        'crossref',
        { status: 'error', 'message-type': 'exception', message: { message: 'Boom', stack: ['a'] } },
        { status: 500 },
      ).retry?.kind,
    ).toBe('transient');
    expect(
      parse('crossref', '<html><head><title>429 Too Many Requests</title>', { status: 429, contentType: 'text/html' })
        .outcome,
    ).toBe('throttled');
    expect(
      parse('crossref', '<html><head><title>429 Too Many Requests</title>', { status: null, contentType: null })
        .outcome,
    ).toBe('throttled');
  });

  it('takes members, journals and agencies for what they are', () => {
    for (const kind of ['member-list', 'journal-list', 'work-agency', 'funder']) {
      const result = parse('crossref', {
        status: 'ok',
        'message-type': kind,
        message: {
          DOI: '10.5555/x',
          title: 'Journal of Bees',
          items: [{ title: 'Journal of Bees', ISSN: ['0000-0000'] }],
        },
      });
      expect([result.outcome, result.papers.length]).toEqual(['none', 0]);
    }
  });
});
