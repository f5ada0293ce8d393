import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBibtex } from '../../../shared/evidence/export/bibtex.ts';
import { cslItems, toCslJson } from '../../../shared/evidence/export/csl.ts';
import { toRis } from '../../../shared/evidence/export/ris.ts';
import { plainText } from '../../../shared/evidence/export/text.ts';
import { readBack } from './read-back.ts';
import { hostileRecords, hostileText, record } from './records.ts';

const bibOf = (title: string) => toBibtex([record('lib:0123456789', { title })]);

describe('BibTeX', () => {
  it('escapes what TeX would act on, once, whatever form it came in', () => {
    for (const form of ['R&D', 'R&amp;D', 'R&amp;amp;D', 'R\\&D']) {
      expect(bibOf(`Spending on ${form}`)).toContain('{Spending on {R\\&D}}');
    }
    expect(bibOf('50% of $5 at #1 a_b')).toContain('{50\\% of \\$5 at \\#1 a\\_b}');
  });

  it('protects words that styles must not turn to lower case, and no others', () => {
    expect(bibOf('FlashAttention: Fast Attention with IO-Awareness for a BLEU of 3D Long-Range Text')).toContain(
      '{{FlashAttention}: Fast Attention with {IO}-Awareness for a {BLEU} of {3D} Long-Range Text}',
    );
  });

  it('never writes an absent or impossible year', () => {
    const years = [null, 0, -5, 99, 99999].map((year) => toBibtex([record('lib:0123456789', { year })]));
    for (const bib of years) expect(bib).not.toMatch(/year\s*=/);
    expect(toBibtex([record('lib:0123456789', { year: 0, date: '2021-04' })])).toMatch(
      /year\s*= \{2021\},\n\s*month\s*= apr/,
    );
  });

  it('chooses the entry type by venue and keeps the preprint of a published paper as eprint', () => {
    const typed = (over: object) =>
      /^@(\w+)/.exec(toBibtex([record('arxiv:2101.00001', { ids: ['arxiv:2101.00001'], ...over })]))![1];
    expect(typed({})).toBe('misc');
    expect(typed({ venue: 'arXiv preprint' })).toBe('misc');
    expect(typed({ venue: 'ICLR 2020' })).toBe('inproceedings');
    expect(typed({ venue: 'NeurIPS 2021 Datasets and Benchmarks' })).toBe('inproceedings');
    expect(typed({ venue: 'Nature 2020' })).toBe('article');
    expect(typed({ venue: 'Annual Meeting Of The Association For Computational Linguistics' })).toBe('inproceedings');
    expect(typed({ venue: 'Proceedings of the VLDB Endowment' })).toBe('article');
    expect(typed({ venue: 'Communications of the ACM' })).toBe('article');
    expect(typed({ venue: 'PhD thesis, MIT' })).toBe('phdthesis');
    const both = toBibtex([
      record('doi:10.1/x', { ids: ['doi:10.1/x', 'arxiv:2101.00001'], doi: '10.1/x', venue: 'ICLR 2020' }),
    ]);
    expect(both).toMatch(/eprint\s*= \{2101\.00001\}/);
    expect(both).toMatch(/archivePrefix\s*= \{arXiv\}/);
    expect(both).toMatch(/doi\s*= \{10\.1\/x\}/);
  });

  it('writes names in parts, organisations whole', () => {
    const authors = [
      'Ludwig van Beethoven',
      'King, Jr., Martin Luther',
      'OpenAI',
      'Procter & Gamble',
      'Wei Wang 0001',
      'et al.',
    ];
    expect(toBibtex([record('lib:0123456789', { authors })])).toContain(
      '{van Beethoven, Ludwig and King, Jr., Martin Luther and {OpenAI} and {Procter \\& Gamble} and Wang, Wei and others}',
    );
  });

  it('keeps braces balanced, so that no value ends its entry', () => {
    fc.assert(
      fc.property(hostileRecords, (records) => {
        let [depth, least] = [0, 0];
        for (const sign of toBibtex(records)) {
          depth += sign === '{' ? 1 : sign === '}' ? -1 : 0;
          least = Math.min(least, depth);
        }
        expect(least).toBe(0);
        expect(depth).toBe(0);
      }),
      { numRuns: 120 },
    );
  });

  it('comes back from an independent parser with every entry, title and year', () => {
    fc.assert(
      fc.property(hostileRecords, (records) => {
        const back = readBack(toBibtex(records), 'bib');
        expect(back.map((one) => one.id)).toEqual(cslItems(records).map((one) => one.id));
        expect(back.map((one) => one.title ?? '')).toEqual(records.map((one) => plainText(one.title!)));
        expect(back.map((one) => one.issued?.['date-parts'][0]?.[0])).toEqual(
          cslItems(records).map((one) => one.issued?.['date-parts'][0]?.[0]),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('survives a title of ten thousand hostile characters', () => {
    const title = 'a{b}\\c$%#_&~^ '.repeat(800);
    expect(readBack(bibOf(title), 'bib')[0]!.title).toBe(plainText(title));
  });
});

describe('RIS', () => {
  it('has one value a line: nothing from outside begins or ends a record', () => {
    fc.assert(
      fc.property(hostileRecords, (records) => {
        const lines = toRis(records).split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- [^\r\n]*$/);
        expect(lines.filter((line) => line.startsWith('TY  - '))).toHaveLength(records.length);
        expect(lines.filter((line) => line === 'ER  - ')).toHaveLength(records.length);
        expect(lines.flatMap((line) => (line.startsWith('AN') ? [line.slice(6)] : []))).toEqual(
          records.map((one) => one.id),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('comes back from an independent parser with every title', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (titles) => {
        const records = titles.map((title, at) =>
          record(`lib:${String(at).padStart(10, '0')}`, { title: `T ${title} e` }),
        );
        expect(readBack(toRis(records), 'ris').map((one) => one.title)).toEqual(
          records.map((one) => plainText(one.title!)),
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe('CSL-JSON', () => {
  it('is valid JSON whose items keep ids, titles and dates', () => {
    fc.assert(
      fc.property(hostileRecords, (records) => {
        const items = JSON.parse(toCslJson(records)) as ReturnType<typeof cslItems>;
        expect(items.map((one) => one.custom.ids[0])).toEqual(records.map((one) => one.id));
        expect(new Set(items.map((one) => one.id)).size).toBe(records.length);
        expect(items.map((one) => one.title ?? '')).toEqual(records.map((one) => plainText(one.title!)));
        expect(readBack(JSON.stringify(items), 'csl')).toHaveLength(records.length);
        for (const item of items) {
          const parts = item.issued?.['date-parts'][0] ?? [2000];
          expect(parts[0]).toBeGreaterThan(999);
          expect(item.URL ?? 'https:').toMatch(/^https?:/);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('gives the full date as far as the record is precise', () => {
    const issued = (over: object) => cslItems([record('lib:0123456789', over)])[0]!.issued;
    expect(issued({ year: 2021, date: '2021-04-11' })).toEqual({ 'date-parts': [[2021, 4, 11]] });
    expect(issued({ year: 2022, date: '2021-04-11' })).toEqual({ 'date-parts': [[2022]] });
    expect(issued({ year: 0, date: null })).toBeUndefined();
  });
});
