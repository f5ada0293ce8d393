import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../shared/contracts/enums.ts';
import { ParsedAnswer, parseProvider } from '../../../shared/sources/parse.ts';
import { PROVIDERS } from '../../../shared/sources/provider.ts';
import { parseAnthropicSearch } from '../../../shared/sources/providers/anthropic.ts';
import { FIXTURES, isAt, type Recording, recordings } from './shared.ts';

/**
 * The outcome of a recording by what it is, from its name, status and address: independent of the parsers.
 * Authors, users and tokens are answers without papers; journals are no papers.
 */
function expected(name: string, recording: Recording): Outcome {
  const status = recording.status ?? 200;
  if (/429|secondary|throttle|rate_?limit/.test(name)) return 'throttled';
  if (/blocked|anubis|forbidden|error_40[13]_(?!secondary)/.test(name)) return 'blocked';
  if (/beyond|offset_400/.test(name)) return 'window_exceeded';
  if (/partial|incomplete/.test(name)) return 'partial';
  if (/cursor_invalid|error_4(?:00|22)|error_5|manual_legacy_error|error_malformed/.test(name)) return 'error';
  if (status === 404 || /404/.test(name)) return 'none';
  if (/empty|no_hits|id_0808\.05394\.xml|author_batch|users_|oauth_token|work_journal_/.test(name)) return 'none';
  return 'hits';
}

const known = isAt(join(FIXTURES, 'META.json'))
  ? recordings().filter(([name]) => [...PROVIDERS, 'anthropic'].some((provider) => name.startsWith(`${provider}/`)))
  : [];

describe.skipIf(known.length === 0)('recorded answers', () => {
  it('are many', () => {
    expect(known.length).toBeGreaterThan(70);
  });

  it.each(known)('%s gives its outcome, with and without its status', (name, recording) => {
    const provider = name.split('/')[0]!;
    const body = new Uint8Array(readFileSync(join(FIXTURES, name)));
    const options = {
      status: recording.status ?? null,
      contentType: recording.headers?.['content-type'] ?? null,
      headers: recording.headers ?? {},
    };
    if (provider === 'anthropic') {
      const result = parseAnthropicSearch({ ...options, body }, { now: Date.now() });
      expect(['hits', 'partial']).toContain(result.outcome);
      expect(result.posts.length).toBeGreaterThan(0);
      return;
    }
    const result = ParsedAnswer.parse(parseProvider(provider, body, options));
    expect(result.outcome).toBe(expected(name, recording));
    expect(parseProvider(provider, body).outcome).toBe(result.outcome);
    for (const paper of result.papers) {
      expect(paper.ids[0]).toBe(paper.id);
      expect(paper.title).not.toBe('');
      expect(paper.abstract).not.toBe('');
      expect(paper.url).not.toBe('');
      expect(JSON.stringify(paper)).not.toMatch(/"undefined"|:null:|s2:null|<jats:|<\/i>/);
    }
    for (const post of result.posts) expect(post.url).toMatch(/^https?:\/\//);
  });
});

const file = (name: string) => new Uint8Array(readFileSync(join(FIXTURES, name)));

describe.skipIf(known.length === 0)('facts in recorded answers', () => {
  it('totals, pages and windows', () => {
    const page = parseProvider('arxiv', file('arxiv/q_testing_p0_10.xml'), { status: 200 });
    expect(page).toMatchObject({ total: 214881, next: { start: 10 } });
    expect(parseProvider('semanticscholar', file('semanticscholar/search_bulk_p0.json')).next).toHaveProperty('token');
    expect(parseProvider('semanticscholar', file('semanticscholar/search_bulk_last.json')).next).toBeNull();
    expect(parseProvider('semanticscholar', file('semanticscholar/citations_p0.json')).next).toEqual({ offset: 100 });
    expect(parseProvider('crossref', file('crossref/works_cursor_p0.json')).next).toHaveProperty('cursor');
    expect(parseProvider('openalex', file('openalex/works_fulltext_search_2026.json')).next).toEqual({ page: 2 });
  });

  it('old ids, explicit versions and versions of DOIs with brackets', () => {
    const id = (name: string) => parseProvider('arxiv', file(`arxiv/${name}`)).papers[0]!.arxivId;
    expect(id('id_oldstyle_astro-ph_0601001.xml')).toBe('astro-ph/0601001');
    expect(id('id_oldstyle_quant-ph_0201082v1.xml')).toBe('quant-ph/0201082');
    expect(id('id_2104.12255v1.xml')).toBe('2104.12255');
    expect(parseProvider('crossref', file('crossref/work_sici_angle_brackets.json')).papers[0]!.doi).toContain(
      '3<283::aid-cne1031>3.0.co;2-v',
    );
  });

  it('every one of a hundred arXiv entries has authors, date, abstract and copy', () => {
    const { papers } = parseProvider('arxiv', file('arxiv/q_testing_p0_100.xml'));
    expect(papers).toHaveLength(100);
    for (const paper of papers)
      expect(paper.authors.length && paper.date && paper.abstract && paper.openAccessUrl).toBeTruthy();
    expect(papers.filter((paper) => paper.doi !== null).length).toBe(32);
  });
});
