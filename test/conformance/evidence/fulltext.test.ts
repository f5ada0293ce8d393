import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorQuote, prepareText } from '../../../shared/evidence/anchor.ts';
import { readLatexml } from '../../../shared/evidence/fulltext/html.ts';
import { readJats } from '../../../shared/evidence/fulltext/jats.ts';
import type { ParsedDocument } from '../../../shared/evidence/fulltext/parsed.ts';
import { readPdf } from '../../../shared/evidence/fulltext/pdf.ts';
import { storeDocument } from '../../../shared/evidence/fulltext/store-text.ts';
import { sharedFile } from './shared-data.ts';

const bytes = (path: string) => readFileSync(sharedFile(path)!);
const text = (path: string) => bytes(path).toString('utf8');
const textOf = (document: ParsedDocument) =>
  storeDocument(document, { id: 'lib:0000000000', title: 'x', origin: 'pdf', url: null }).text;

describe.skipIf(sharedFile('fixtures/arxiv_html/ltx_141-arxiv-equation-tables.html') === null)(
  'recorded LaTeXML pages',
  () => {
    it('keeps the maths of equation tables as TeX or as text', () => {
      const document = readLatexml(text('fixtures/arxiv_html/ltx_141-arxiv-equation-tables.html')) as ParsedDocument;
      expect(textOf(document)).toContain('\\frac{QK^{T}}{\\sqrt{d_{k}}}');
      expect(textOf(document)).toContain('MultiHead(Q,K,V)=Concat(head_1,...,head_h)W^O');
    });

    it('keeps citations and cross references readable', () => {
      expect(
        textOf(readLatexml(text('fixtures/arxiv_html/ltx_142-arxiv-multi-citations.html')) as ParsedDocument),
      ).toContain('[35, 2, 5]');
      expect(
        textOf(readLatexml(text('fixtures/arxiv_html/ltx_143-arxiv-cross-references.html')) as ParsedDocument),
      ).toMatch(/Figure 1\b[\s\S]*Section 3\.2[\s\S]*Table 1\b/);
    });
  },
);

describe.skipIf(sharedFile('fixtures/fulltext/elife_jats.xml') === null)('a recorded JATS article', () => {
  it('gives its facts and sections', () => {
    const document = readJats(text('fixtures/fulltext/elife_jats.xml')) as ParsedDocument;
    expect(document).toMatchObject({ title: 'MicroRNA-mediated repression of nonsense mRNAs', year: 2014 });
    expect(document.authors[0]).toBe('Ya Zhao');
    expect(document.sections.map((section) => section.title)).toEqual(
      expect.arrayContaining(['Introduction', 'Discussion']),
    );
  });
});

describe.skipIf(sharedFile('fixtures/fulltext/peerj_1120_ccby.pdf') === null)('a recorded PDF', () => {
  it('gives the text another reader gives, paragraph by paragraph', async () => {
    const document = (await readPdf(bytes('fixtures/fulltext/peerj_1120_ccby.pdf'))) as ParsedDocument;
    expect(document.title).toContain('nursing homes—a mixed-methods study');
    expect(document.truncated).toBe(false);
    const titles = document.sections.map((section) => section.title);
    expect(titles).toEqual(expect.arrayContaining(['INTRODUCTION', 'METHODS', 'RESULTS', 'DISCUSSION']));
    expect(titles.join()).not.toMatch(/references/i);
    // Every sentence we read must stand in the independent reading as well, wherever that has whole paragraphs.
    const reference = prepareText(text('fixtures/fulltext/peerj_1120_ccby.pdftotext.txt'));
    const sentences = textOf(document).match(/[A-Z][^.!?|]{60,220}[.](?=\s)/g) ?? [];
    const found = sentences.filter((sentence) => anchorQuote(reference, sentence).status !== 'rejected').length;
    console.log(`PDF sentences found in pdftotext's reading: ${found} of ${sentences.length}`);
    expect(sentences.length).toBeGreaterThan(100);
    expect(found / sentences.length).toBeGreaterThan(0.85);
    expect(textOf(document)).not.toMatch(/\p{Ll}-\n|Drageset et al\. \(2015\), PeerJ, DOI/u);
  });
});
