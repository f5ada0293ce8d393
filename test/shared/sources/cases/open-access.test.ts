import { describe, expect, it } from 'vitest';
import { sourceConfig } from '../../../../shared/sources/config.ts';
import { CORE_PAGE_LIMIT } from '../../../../shared/sources/providers/core.ts';
import { REGISTRY } from '../../../../shared/sources/registry.ts';
import { titleAgreement } from '../../../../shared/sources/same-title.ts';
import { access, params, parse, query } from './support.ts';

describe('open access, what went wrong for others', () => {
  it('oa-01: a placeholder address is a matter of configuration', async () => {
    const result = parse(
      'unpaywall',
      { HTTP_status_code: 422, error: true, message: 'Please use your own email address in API calls.' },
      { status: 422 },
    );
    expect([result.outcome, result.retry?.kind]).toEqual(['error', 'never']);
    expect(result.notes.join()).toContain('PLUMBLINE_CONTACT');
    const config = sourceConfig({ PLUMBLINE_CONTACT: 'someone@example.com' });
    expect(config.providers.unpaywall).toMatchObject({ active: false });
    expect(sourceConfig({ PLUMBLINE_CONTACT: 'jo@bees-institute.org' }).providers.unpaywall.active).toBe(true);
  });

  it('oa-02: a free copy is found although there is no best one', () => {
    const copy = (facts: object) =>
      parse('unpaywall', { doi: '10.5555/o', title: 'O', is_oa: true, best_oa_location: null, ...facts }).papers[0]!
        .openAccessUrl;
    expect(
      copy({
        oa_locations: [{ url_for_pdf: null, url: 'https://a.org/page' }, { url_for_pdf: 'https://b.org/o.pdf' }],
      }),
    ).toBe('https://b.org/o.pdf');
    expect(copy({ oa_locations: [] })).toBeNull();
    expect(copy({ is_oa: false, oa_locations: null })).toBeNull();
  });

  it('oa-04: a title of 120,000 characters is cut, flagged, and compared in the end', () => {
    const long = 'Contents of the whole issue; '.repeat(4200);
    const result = parse('unpaywall', { results: [{ response: { doi: '10.5555/issue', title: long } }] });
    expect(result.papers[0]!.title!.length).toBeLessThanOrEqual(1000);
    expect(result.notes.join()).toMatch(/1 titles longer than 1000/);
    expect(titleAgreement(long, `${long} again`)).toBeGreaterThan(0.9);
  });

  it('oa-05: CORE is never asked for more than a hundred, and with its final slash', () => {
    const { url } = REGISTRY.core.buildRequest(
      query('bees', { max: 500, days: { from: '2020-01-01', to: null } }),
      access('https://api.core.ac.uk', 'k'),
    );
    expect(Number(params(url).get('limit'))).toBe(CORE_PAGE_LIMIT);
    expect(new URL(url).pathname).toBe('/v3/search/works/');
    expect(params(url).get('q')).toBe('(bees) AND yearPublished>=2020');
  });

  it('never takes CORE’s refusal for a text', () => {
    const [paper] = parse('core', {
      totalHits: 1,
      results: [
        {
          id: 5,
          title: 'T',
          fullText: 'Not available for public API users.',
          abstract: 'Bees count. Comment: 7 pages',
        },
      ],
    }).papers;
    expect(JSON.stringify(paper)).not.toContain('Not available');
    expect(paper!.abstract).toBe('Bees count.');
  });
});
