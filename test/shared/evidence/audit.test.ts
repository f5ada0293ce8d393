import { describe, expect, it } from 'vitest';
import { firstAuthorAgrees } from '../../../shared/evidence/audit/authors.ts';
import { crossrefNotices, crossrefPublished } from '../../../shared/evidence/audit/notices.ts';
import { auditReference, type Lookup } from '../../../shared/evidence/audit.ts';
import { record } from './read-paper.ts';

const OURS = record('doi:10.1000/a', {
  title: 'Adaptive Eviction for Proxy Caches',
  authors: ['Ada Example', 'Bo Sample'],
  doi: '10.1000/a',
});
const found = (changes: Parameters<typeof record>[1] = {}, more: object = {}): Lookup => ({
  provider: 'crossref',
  outcome: 'found',
  record: { ...OURS, ...changes },
  ...more,
});
const failed: Lookup = { provider: 'openalex', outcome: 'failed', reason: 'throttled' };
const missing: Lookup = { provider: 'openalex', outcome: 'not_found' };
const status = (...lookups: Lookup[]) => auditReference(OURS, lookups).status;

describe('auditReference', () => {
  it('resolves by any provider, whatever the others say', () => {
    expect(status(missing, failed, found())).toBe('resolved');
  });

  it('tells not found from unchecked', () => {
    expect(status(missing, failed)).toBe('not_found');
    expect(status(failed)).toBe('unchecked');
    expect(status()).toBe('unchecked');
    expect(auditReference(OURS, [failed]).reasons.join()).toContain('throttled');
  });

  it('sees wrong titles and wrong first authors', () => {
    expect(status(found({ title: 'Bread and how to bake it' }))).toBe('mismatch');
    expect(status(found({ authors: ['Cy Other'] }))).toBe('mismatch');
    expect(status(found({ title: 'Adaptive eviction for proxy caches.' }))).toBe('resolved');
    expect(status(found({ title: 'Bread and how to bake it' }), { ...found(), provider: 's2' } as Lookup)).toBe(
      'resolved',
    );
  });

  it('puts a retraction above everything and a correction above a published version', () => {
    const notices = [{ kind: 'retraction', source: 'crossref', id: 'doi:10.1000/r' }];
    expect(status(found({ title: 'Bread' }, { notices }))).toBe('retracted');
    expect(status(found({ retracted: true }))).toBe('retracted');
    const corrected = [{ kind: 'correction', source: 'crossref', id: null }];
    expect(status(found({}, { notices: corrected, published: 'doi:10.1000/p' }))).toBe('corrected');
    expect(status(found({}, { published: 'doi:10.1000/p' }))).toBe('has_published_version');
    expect(status(found({}, { published: 'doi:10.1000/a' }))).toBe('resolved');
  });
});

describe('firstAuthorAgrees', () => {
  it.each([
    [['Ada Example'], ['Example, A.'], true],
    [['Nguyen Van Linh'], ['Linh Nguyen Van'], true],
    [['Müller, J.'], ['Jan Muller'], true],
    [['J. van der Berg'], ['van der Berg, Jan'], true],
    [['Ada Example'], ['Bo Sample', 'Ada Example'], true],
    [['Ada Example'], ['Cy Other'], false],
    [[], ['Cy Other'], null],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(firstAuthorAgrees(a, b)).toBe(expected);
  });
});

describe('Crossref notices', () => {
  it('reads updated-by, and not update-to', () => {
    expect(crossrefNotices({ 'updated-by': [{ DOI: '10.1000/R', type: 'retraction' }, { type: 'erratum' }] })).toEqual([
      { kind: 'retraction', source: 'crossref', id: 'doi:10.1000/r' },
      { kind: 'erratum', source: 'crossref', id: null },
    ]);
    expect(crossrefNotices({ 'update-to': [{ DOI: '10.1000/x', type: 'retraction' }] })).toEqual([]);
    expect(crossrefNotices(null)).toEqual([]);
  });

  it('reads the published version of a preprint', () => {
    expect(crossrefPublished({ relation: { 'is-preprint-of': [{ 'id-type': 'doi', id: '10.1000/P' }] } })).toBe(
      'doi:10.1000/p',
    );
    expect(crossrefPublished({})).toBeNull();
  });
});
