import { describe, expect, it } from 'vitest';
import { blankRecord, type PaperRecord } from '../../../../shared/contracts/record.ts';
import { anchorQuote } from '../../../../shared/evidence/anchor.ts';
import { type Fetched, fetchFullText } from '../../../../shared/evidence/fulltext/ladder.ts';
import { joinLines } from '../../../../shared/evidence/fulltext/pdf-flow.ts';
import { isPdf, refusePdf } from '../../../../shared/evidence/fulltext/pdf-guard.ts';
import { linesOfPage } from '../../../../shared/evidence/fulltext/pdf-layout.ts';
import { entry, feed, parse } from './support.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const LONG = 'Bees leave the hive in the morning and come back with nectar, which the others store. '.repeat(60);

const page = (title: string, more = '') =>
  `<!DOCTYPE html><html><body><article class="ltx_document"><h1 class="ltx_title ltx_title_document">${title}</h1><section class="ltx_section"><h2 class="ltx_title">1 Introduction</h2><div class="ltx_para"><p class="ltx_p">${LONG}</p></div></section></article>${more}</body></html>`;

const record: PaperRecord = {
  ...blankRecord('arxiv:2305.00011', 'arxiv'),
  arxivId: '2305.00011',
  title: 'How Bees Come Home',
  abstract: 'A study of how bees find their way back to the hive in the evening.',
  url: 'https://arxiv.org/abs/2305.00011',
};

async function climb(answers: Readonly<Record<string, { status: number; body: string }>>) {
  const fetchDocument = async (url: string): Promise<Fetched> => {
    const key = Object.keys(answers).find((part) => url.includes(part));
    const { status, body } = key ? answers[key]! : { status: 404, body: '' };
    return { ok: true, status, contentType: 'text/html', body: bytes(body), finalUrl: url };
  };
  return fetchFullText(record, { fetchDocument });
}

describe('texts, what went wrong for others', () => {
  it('arxiv-14: a page about something else is not used', async () => {
    const { text, attempts } = await climb({
      '//arxiv.org/html': { status: 200, body: page('Instructions for Authors of Templates') },
      ar5iv: { status: 200, body: page('How Bees Come Home') },
    });
    expect(attempts[0]).toMatchObject({ origin: 'arxiv-html', outcome: 'title_mismatch' });
    expect(text).toMatchObject({ origin: 'ar5iv', access: 'full' });
  });

  it('arxiv-15: no page is no error; the next rung is tried, the abstract at last', async () => {
    const { text, attempts } = await climb({});
    expect(attempts.map((attempt) => attempt.outcome)).toEqual(['not_found', 'not_found', 'not_found']);
    expect(text).toMatchObject({ access: 'abstract', text: record.abstract });
  });

  it('arxiv-16: a conversion that stopped early is marked, and gives way to a whole one', async () => {
    const cut = page(
      'How Bees Come Home',
      '<div>Conversion to HTML had a Fatal error and exited abruptly. This document may be truncated or damaged.</div>',
    );
    const alone = await climb({ '//arxiv.org/html': { status: 200, body: cut } });
    expect(alone.text).toMatchObject({ access: 'full', truncated: true });
    const both = await climb({
      '//arxiv.org/html': { status: 200, body: cut },
      ar5iv: { status: 200, body: page('How Bees Come Home') },
    });
    expect(both.text).toMatchObject({ origin: 'ar5iv', truncated: false });
  });

  it('text-01: two columns are read one after the other', () => {
    const left = [
      'Bees were counted in spring',
      'and again when the leaves',
      'had fallen from the trees',
      'around the field station',
      'by two of the authors',
      'who did not confer at all',
    ];
    const right = [
      'The counts agree with those',
      'of earlier years in that',
      'no colony was lost before',
      'the first frost, although',
      'the summer had been dry',
      'for more than nine weeks',
    ];
    const items = left.flatMap((text, i) => [
      { text, x: 60, y: 100 + 14 * i, width: 200, size: 10, font: 'f' },
      { text: right[i]!, x: 320, y: 100 + 14 * i, width: 200, size: 10, font: 'f' },
    ]);
    const lines = linesOfPage({ width: 600, height: 800, items }, 1).map((line) => line.text);
    expect(lines).toEqual([...left, ...right]);
  });

  it('text-03: a word cut at the line’s end is one word, and a quote is found in either form', () => {
    expect(joinLines('we state the conjec-', 'ture of the bee', new Map())).toBe('we state the conjecture of the bee');
    const text = 'Here we state the conjec-\nture of the homing bee.';
    expect(anchorQuote(text, 'we state the conjecture of the homing bee').status).toBe('normalised');
    expect(anchorQuote(text, 'we state the conjec-\nture of the homing bee').status).toBe('exact');
  });

  it('text-04: a page served as a PDF is none, and a PDF behind other bytes is one', () => {
    const html = bytes('<!doctype html><html><title>Sign in</title></html>');
    expect(isPdf(html)).toBe(false);
    expect(refusePdf(html)).toMatchObject({ problem: 'not_a_pdf' });
    expect(isPdf(bytes(`${'\n'.repeat(500)}%PDF-1.7`))).toBe(true);
    expect(isPdf(bytes(`${'\n'.repeat(1500)}%PDF-1.7`))).toBe(false);
  });

  it('text-05: no record carries an entity, so whoever writes BibTeX escapes a plain character once', () => {
    const title = 'R&amp;D of Hives &amp;amp; Combs, 50% &lt;done&gt;';
    const titles = [
      parse('crossref', { status: 'ok', message: { DOI: '10.5555/rd', type: 'journal-article', title: [title] } })
        .papers[0]!.title,
      parse('dblp', {
        result: { hits: { '@total': '1', hit: { info: { title: `${title}.`, key: 'j/x/1', year: '2020' } } } },
      }).papers[0]!.title,
      parse('openalex', { id: 'https://openalex.org/W8', title }).papers[0]!.title,
      parse('arxiv', feed(entry('http://arxiv.org/abs/2305.00012v1', title), 1)).papers[0]!.title,
    ];
    expect(new Set(titles)).toEqual(new Set(['R&D of Hives & Combs, 50% <done>']));
  });
});
