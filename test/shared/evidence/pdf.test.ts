import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../shared/evidence/fulltext/parsed.ts';
import { readPdf } from '../../../shared/evidence/fulltext/pdf.ts';
import { column, makePdf, type Placed } from './make-pdf.ts';

const read = async (pages: readonly (readonly Placed[])[]) => (await readPdf(makePdf(pages))) as ParsedDocument;
const all = (document: ParsedDocument) => document.sections.map((section) => section.text).join('\n\n');
const filler = (word: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${word} line number ${i + 1} goes on about the same thing`);

const TWO_COLUMNS: Placed[] = [
  { text: 'A Title Over Both Columns of the Page', x: 120, y: 60, size: 18 },
  ...column(
    [
      'Left begins with the first claim of the commit-',
      'tee and goes on below it for a while, quietly',
      ...filler('Left', 12),
      'and the left column ends here.',
    ],
    54,
    120,
  ),
  ...column(
    [
      'Right opens after the left one is over, which',
      'is how people read a page of two columns.',
      ...filler('Right', 12),
      'The right column ends there.',
    ],
    320,
    120,
  ),
];

describe('readPdf', () => {
  it('reads one column after the other and undoes hyphens', async () => {
    const document = await read([TWO_COLUMNS]);
    const text = all(document);
    expect(document.title).toBe('A Title Over Both Columns of the Page');
    expect(text).toContain('first claim of the committee and goes on');
    expect(text.indexOf('left column ends here')).toBeLessThan(text.indexOf('Right opens'));
    expect(text).toContain('which is how people read');
  });

  it('keeps the hyphen of compounds and of numbers', async () => {
    const lines = [
      'The state-of-the-art is known and the state-of-',
      'the-art is good; the long-term view and the long-',
      'term cost, with COVID-',
      '19 in the hypothe-',
      'sis of the study, are what the paper is about.',
    ];
    const text = all(await read([column(lines, 72, 100)]));
    expect(text).toContain(
      'the state-of-the-art is good; the long-term view and the long-term cost, with COVID-19 in the hypothesis',
    );
  });

  it('removes running heads and page numbers and joins paragraphs over pages', async () => {
    const page = (n: number, lines: string[]) => [
      { text: `Journal of Examples, vol. ${n}`, x: 72, y: 30 },
      ...column(lines, 72, 100),
      { text: String(n), x: 300, y: 770 },
    ];
    const text = all(
      await read([
        page(1, [...filler('First', 5), 'This sentence begins on the first page and']),
        page(2, ['ends on the second page.', ...filler('Second', 5)]),
        page(3, filler('Third', 5)),
      ]),
    );
    expect(text).toContain('begins on the first page and ends on the second page.');
    expect(text).not.toContain('Journal of Examples');
    expect(text).not.toMatch(/\b[123]$/m);
  });

  it('finds sections by face and name and leaves the references out', async () => {
    const document = await read([
      [
        { text: 'Abstract', x: 72, y: 90, bold: true, size: 12 },
        ...column(['We say what we did in this paper, in short.'], 72, 110),
        { text: '1 Introduction', x: 72, y: 140, bold: true, size: 12 },
        ...column(filler('Intro', 4), 72, 160),
        { text: '2 Evaluation', x: 72, y: 230, bold: true, size: 12 },
        ...column(filler('Eval', 4), 72, 250),
        { text: 'References', x: 72, y: 320, bold: true, size: 12 },
        ...column(['[1] A. Nobody. A paper that is cited. 1999.'], 72, 340),
      ],
    ]);
    expect(document.abstract).toBe('We say what we did in this paper, in short.');
    expect(document.sections.map((section) => section.title)).toEqual(['1 Introduction', '2 Evaluation']);
    expect(all(document)).not.toContain('Nobody');
  });

  it('is cut at its caps and says so', async () => {
    const pages = Array.from({ length: 4 }, () => column(filler('Page', 6), 72, 100));
    const document = (await readPdf(makePdf(pages), { maxPages: 2 })) as ParsedDocument;
    expect(document.truncated).toBe(true);
    expect(document.notes.join()).toContain('first 2 of 4 pages');
    const slow = (await readPdf(makePdf(pages), { maxItemsPerPage: 3 })) as ParsedDocument;
    expect(slow.truncated).toBe(true);
  });

  it.each([
    ['a page called .pdf', Buffer.from('<!doctype html><html><body>Not here</body></html>'), 'not_a_pdf'],
    ['an empty file', new Uint8Array(), 'not_a_pdf'],
    ['a damaged PDF', Buffer.from('%PDF-1.7\nnothing of the kind'), 'damaged'],
  ])('gives a typed problem for %s', async (_, bytes, problem) => {
    expect(await readPdf(bytes)).toMatchObject({ problem });
  });

  it('gives a typed problem for pages without text', async () => {
    expect(await readPdf(makePdf([[]]))).toMatchObject({ problem: 'no_full_text' });
  });

  it('says of a PDF with a password that it is locked', async () => {
    const key = `/V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -44`;
    const locked = Buffer.from(makePdf([[]], [`<< /Filter /Standard ${key} >>`]))
      .toString('latin1')
      .replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 7 0 R /ID [<0011> <0011>]');
    expect(await readPdf(Buffer.from(locked, 'latin1'))).toMatchObject({
      problem: 'damaged',
      reason: 'the PDF is locked with a password; save it without one',
    });
  });

  it('refuses a PDF that unfolds to far more than papers have, and streams packed twice', async () => {
    const packed = deflateSync(Buffer.alloc(50 * 1024 * 1024, 32)).toString('latin1');
    const bomb = makePdf([[]], [`<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`]);
    expect(await readPdf(bomb)).toMatchObject({ problem: 'too_large' });
    const twice = makePdf([[]], ['<< /Filter [/FlateDecode /FlateDecode] /Length 4 >>\nstream\nabcd\nendstream']);
    expect(await readPdf(twice)).toMatchObject({ problem: 'too_large' });
  });
});
