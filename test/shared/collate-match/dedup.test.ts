import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedup, dedupExact, dedupWithNotes } from '../../../shared/collate/match/dedup.ts';
import { blankRecord, type PaperRecord, PaperRecord as Schema } from '../../../shared/contracts/record.ts';

function paper(id: string, facts: Partial<PaperRecord>): PaperRecord {
  return { ...blankRecord(id, 'scholarly'), ...facts };
}

const PREPRINT = paper('arxiv:2101.00001', {
  title: 'Fast Sparse Attention for Code',
  authors: ['Ann Lee', 'Bo Chen'],
  year: 2021,
  date: '2021-01-04',
  abstract: 'We make attention sparse and fast, and measure it on code.',
  arxivId: '2101.00001',
  venue: 'arXiv',
  cites: ['doi:10.1/b'],
  citedByCount: 12,
  retracted: true,
  source: 'arxiv',
});
const PUBLISHED = paper('doi:10.1145/1.2', {
  ids: ['doi:10.1145/1.2', 'openalex:W7'],
  title: 'Fast sparse attention for code.',
  authors: ['A. Lee', 'B. Chen'],
  year: 2022,
  date: '2022-08-01',
  doi: '10.1145/1.2',
  venue: 'KDD',
  cites: ['doi:10.1/a'],
  citedByCount: 40,
});
const OTHER = paper('doi:10.1145/9.9', {
  title: 'Query planning with learned costs',
  authors: ['Cy Roe'],
  year: 2020,
  doi: '10.1145/9.9',
});

describe('dedup', () => {
  it('makes a preprint and its publication one record with all ids, the published venue and every warning', () => {
    const groups = dedup([PREPRINT, OTHER, PUBLISHED]);

    expect(groups.map((group) => group.cluster)).toEqual([
      ['arxiv:2101.00001', 'doi:10.1145/1.2'],
      ['doi:10.1145/9.9'],
    ]);
    expect(groups[0]!.canonical).toMatchObject({
      id: 'doi:10.1145/1.2',
      ids: ['doi:10.1145/1.2', 'arxiv:2101.00001', 'openalex:W7'],
      authors: ['Ann Lee', 'Bo Chen'],
      year: 2022,
      date: '2022-08-01',
      venue: 'KDD',
      abstract: PREPRINT.abstract,
      cites: ['doi:10.1/a', 'doi:10.1/b'],
      citedByCount: 40,
      arxivId: '2101.00001',
      retracted: true,
    });
    for (const { canonical } of groups) expect(Schema.safeParse(canonical).success).toBe(true);
  });

  it('leaves a single record as it is, but for a full stop after the title', () => {
    expect(dedup([OTHER])[0]!.canonical).toEqual(OTHER);
    expect(dedup([PUBLISHED])[0]!.canonical).toEqual({ ...PUBLISHED, title: 'Fast sparse attention for code' });
  });

  it('handles nothing, and one', () => {
    expect(dedup([])).toEqual([]);
    expect(dedup([{ title: 'Alone in the world of data' }])).toHaveLength(1);
  });

  it('keeps records with one id and different titles on one line, reports it, and keeps the stranger out of the record', () => {
    const { groups, notes } = dedupWithNotes([
      { id: 'x1', title: 'A theory of everything in databases', authors: 'Ann Lee' },
      { id: 'x1', title: 'Zebra fish', authors: 'Bo Chen' },
    ]);
    expect(groups.map((group) => group.cluster)).toEqual([['x1']]);
    expect(groups[0]!.canonical.authors).toEqual(['Ann Lee']);
    expect(notes.join('\n')).toContain('x1: 1 other record(s) have this id and another title');
  });

  it('gives records without a title canonical ids of their own', () => {
    const groups = dedup([
      { id: 'a', title: '' },
      { id: 'b', title: null },
      { id: 'c', title: '', year: Number.NaN },
    ]);
    expect(groups.map(({ cluster }) => cluster)).toHaveLength(3);
    expect(new Set(groups.map(({ canonical }) => canonical.id)).size).toBe(3);
  });

  it('gives records without an id a hash, and says so', () => {
    const { groups, notes } = dedupWithNotes([
      { title: 'One thing about streams' },
      { title: 'Quite another about graphs' },
    ]);
    expect(groups.every((group) => /^lib:[0-9a-f]{10}$/.test(group.cluster[0]!))).toBe(true);
    expect(notes[0]).toContain('2 record(s) without an id');
  });

  it('does not let a chain pull different papers together', () => {
    const part = (id: string, title: string) => ({ id, title, authors: 'Ann Lee, Bo Chen', year: 2001, venue: 'VLDB' });
    const groups = dedup([
      part('a', 'Streams and tables in practice, Part I'),
      part('b', 'Streams and tables in practice'),
      part('c', 'Streams and tables in practice, Part II'),
    ]);
    const of = (id: string) => groups.findIndex((group) => group.cluster.includes(id));
    expect(of('a')).not.toBe(of('c'));
  });

  it('accounts for every id once and does not depend on the order of the input', () => {
    const title = fc.constantFrom(
      'Learned indexes for strings',
      'Learned indexes for string',
      'Learned Indexes for Strings.',
      'Editorial',
      '',
      'Streams, part I',
      'Streams, part II',
      'Методы запросов',
    );
    const record = fc.record({
      id: fc.constantFrom(
        'a',
        'b',
        'c',
        'd',
        'e',
        'doi:10.1/x',
        '10.1/X',
        'arXiv:2101.00001v2',
        'arxiv:2101.00001',
        '',
      ),
      title,
      authors: fc.constantFrom('Ann Lee', 'Lee, Ann', 'Bo Chen and Ann Lee', '', 'NaN'),
      year: fc.constantFrom(2001, 2002, '2001', Number.NaN, null),
      venue: fc.constantFrom('VLDB', 'arXiv', null),
    });
    const shuffled = fc
      .array(record, { maxLength: 14 })
      .chain((records) =>
        fc.tuple(
          fc.constant(records),
          fc.shuffledSubarray(records, { minLength: records.length, maxLength: records.length }),
        ),
      );
    fc.assert(
      fc.property(shuffled, ([records, other]) => {
        const result = dedupWithNotes(records);
        const ids = result.groups.flatMap((group) => group.cluster);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { id } of records) if (id !== '') expect(ids).toContain(id);
        expect(JSON.stringify(dedupWithNotes(other))).toBe(JSON.stringify(result));
      }),
      { numRuns: 60 },
    );
  });

  it('ends on very many copies of one record', () => {
    const records = Array.from({ length: 1500 }, (_, at) => ({
      id: `r${at}`,
      title: 'Learned indexes for strings',
      authors: 'Ann Lee',
      year: 2001,
    }));
    expect(dedup(records)).toHaveLength(1);
  });
});

describe('dedupExact', () => {
  it('merges equal titles with equal first author and shared ids, and nothing by likeness', () => {
    const { groups, notes } = dedupExact([
      { id: 'a', title: 'Learned indexes', authors: 'Ann Lee, Bo Chen' },
      { id: 'b', title: 'Learned Indexes.', authors: ['Lee, A.'] },
      { id: 'c', title: 'Learned index', authors: 'Ann Lee' },
      { id: 'd', title: 'Another title', doi: '10.1/x' },
      { id: 'e', title: 'Other words', doi: '10.1/X' },
    ]);
    expect(groups.map((group) => group.cluster).sort()).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
    expect(notes.join()).toContain('exact title and first author only');
  });
});
