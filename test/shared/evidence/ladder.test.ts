import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../shared/contracts/ids.ts';
import { StoredText } from '../../../shared/contracts/text.ts';
import { type Fetched, fetchFullText, rungsOf } from '../../../shared/evidence/fulltext/ladder.ts';
import { column, makePdf } from './make-pdf.ts';
import { record } from './read-paper.ts';

const TITLE = 'Adaptive Eviction for Proxy Caches';
const PAPER = record('arxiv:2401.00001', {
  title: TITLE,
  arxivId: '2401.00001',
  abstract: 'We evict adaptively and measure it.',
});
const BODY = Array.from(
  { length: 60 },
  (_, i) => `Sentence number ${i} tells something about proxy caches and their eviction.`,
).join(' ');
const html = (title: string, body = BODY, after = '') =>
  `<html><body><article class="ltx_document"><h1 class="ltx_title_document">${title}</h1><section><h2>1 Introduction</h2><p class="ltx_p">${body}</p></section></article>${after}</body></html>`;
const pdf = (title: string) =>
  makePdf([
    [
      { text: title, x: 72, y: 60, size: 18 },
      ...column(
        BODY.match(/.{1,80}(?: |$)/g)!.map((l) => l.trim()),
        72,
        100,
        11,
      ),
    ],
  ]);
const ok = (body: string | Uint8Array, status = 200): Fetched => ({
  ok: true,
  status,
  contentType: null,
  body: typeof body === 'string' ? Buffer.from(body) : body,
  finalUrl: 'https://example.org/final',
});
const NONE = ok('not here', 404);

/** Answers by the address's path; what is not named is not there. */
const climb = (answers: Record<string, Fetched>, changes: Partial<typeof PAPER> = {}) =>
  fetchFullText(
    { ...PAPER, ...changes },
    { fetchDocument: async (url) => answers[new URL(url).host + new URL(url).pathname] ?? NONE },
  );

const HTML = 'arxiv.org/html/2401.00001';
const AR5IV = 'ar5iv.labs.arxiv.org/html/2401.00001';
const PDF = 'arxiv.org/pdf/2401.00001';
const FATAL = 'Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or damaged.';

describe('fetchFullText', () => {
  it('takes the HTML of the right paper and stores it with its hash', async () => {
    const { text, attempts } = await climb({ [HTML]: ok(html(TITLE)) });
    expect(StoredText.parse(text)).toMatchObject({
      access: 'full',
      origin: 'arxiv-html',
      truncated: false,
      id: 'arxiv:2401.00001',
    });
    expect(text!.sha256).toBe(sha256(text!.text));
    const [section] = text!.sections;
    expect(text!.text.slice(section!.start, section!.end)).toBe(BODY);
    expect(attempts.map((attempt) => attempt.outcome)).toEqual(['used']);
  });

  it('climbs down: no HTML, another paper at ar5iv, then the PDF', async () => {
    const { text, attempts } = await climb({ [AR5IV]: ok(html('A Template for Authors')), [PDF]: ok(pdf(TITLE)) });
    expect(text).toMatchObject({ origin: 'pdf', access: 'full' });
    expect(attempts.map((attempt) => attempt.outcome)).toEqual(['not_found', 'title_mismatch', 'used']);
    expect(text!.notes.join('\n')).toContain('A Template for Authors');
  });

  it('prefers a whole PDF to a cut page, and a cut page to nothing', async () => {
    const cut = ok(html(TITLE, BODY, `<p>${FATAL}</p>`));
    expect((await climb({ [HTML]: cut, [PDF]: ok(pdf(TITLE)) })).text).toMatchObject({
      origin: 'pdf',
      truncated: false,
    });
    expect((await climb({ [HTML]: cut })).text).toMatchObject({ origin: 'arxiv-html', truncated: true });
  });

  it('ends with the abstract, marked, with every failure noted', async () => {
    const { text } = await climb({
      [HTML]: { ok: false, reason: 'throttled' },
      [PDF]: ok('<!doctype html><html><body>Please log in</body></html>'),
    });
    expect(text).toMatchObject({ access: 'abstract', origin: 'abstract', text: PAPER.abstract });
    expect(text!.notes.join('\n')).toContain('throttled');
    expect(text!.notes.join('\n')).toContain('not a pdf');
    expect((await climb({}, { abstract: null })).text).toBeNull();
  });

  it('gives no text of withdrawn papers', async () => {
    expect(await climb({ [HTML]: ok(html(TITLE)) }, { withdrawn: true })).toEqual({
      text: null,
      withdrawn: true,
      attempts: [],
    });
    const notice = await climb({ [HTML]: ok(html(TITLE, 'This paper has been withdrawn by the authors.')) });
    expect(notice).toMatchObject({ text: null, withdrawn: true });
  });

  it('takes no error page, no short page and no server failure for a paper', async () => {
    const answers = {
      [HTML]: ok(html(TITLE, 'Too little.')),
      [AR5IV]: ok("<html><body>No HTML for '2401.00001'</body></html>"),
      [PDF]: ok('x', 503),
    };
    const { text, attempts } = await climb(answers);
    expect(text!.access).toBe('abstract');
    expect(attempts.map((attempt) => attempt.outcome)).toEqual(['too_short', 'error_page', 'unavailable']);
  });

  it('knows the rungs of a record', () => {
    const urls = (changes: object) => rungsOf({ ...PAPER, ...changes }).map((rung) => rung.url);
    expect(urls({ openAccessUrl: 'https://example.org/a.pdf' })).toEqual([
      'https://arxiv.org/html/2401.00001',
      'https://ar5iv.labs.arxiv.org/html/2401.00001',
      'https://example.org/a.pdf',
      'https://arxiv.org/pdf/2401.00001',
    ]);
    expect(urls({ arxivId: null, ids: [], openAccessUrl: null })).toEqual([]);
    expect(urls({ arxivId: null, ids: ['doi:10.1/x'], doi: '10.48550/arxiv.2401.00001' })[0]).toBe(
      'https://arxiv.org/html/2401.00001',
    );
  });
});
