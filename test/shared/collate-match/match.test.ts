import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../../shared/collate/match/fields.ts';
import { matchPair } from '../../../shared/collate/match/score.ts';

type Case = readonly [name: string, a: AnyRecord, b: AnyRecord];

const CREW = ['Andres Bran', 'Sam Cox', 'Oliver Schilter', 'Andrew White', 'Philippe Schwaller'];

const SAME: readonly Case[] = [
  ['a DOI in another spelling', { doi: '10.1/x' }, { id: 'https://doi.org/10.1/X' }],
  [
    'dash and capitals',
    { title: 'Cost–benefit analysis of caching', authors: ['Ann Lee'], year: 2001 },
    { title: 'Cost-Benefit Analysis of Caching.', authors: 'Lee, Ann', year: '2001' },
  ],
  [
    'accents and normal forms',
    { title: 'Poincare\u0301 maps for Müller cells', authors: ['J. Ünal'], year: 2003 },
    { title: 'Poincaré maps for Muller cells', authors: ['Jan Unal'], year: 2003 },
  ],
  [
    'inverted names',
    { title: 'Graph kernels for programs', authors: 'Wei Zhang and Li Chen', year: 2019 },
    { title: 'Graph kernels for programs', authors: 'Zhang, W.; Chen, L.', year: 2019 },
  ],
  [
    'homonym number',
    { title: 'Dense matching of stereo pairs', authors: ['Xiaopeng Zhang 0009'], year: 2011 },
    { title: 'Dense matching of stereo pairs.', authors: ['Xiaopeng Zhang'], year: 2011 },
  ],
  [
    'TeX',
    { title: 'G{\\"o}del\'s \\emph{incompleteness} theorems in {Coq}', authors: "O'Connor, Russell", year: 2005 },
    { title: "Gödel's incompleteness theorems in Coq", authors: "Russell O'Connor", year: 2005 },
  ],
  [
    'entities',
    { title: 'Search &amp; retrieval of &quot;things&quot;', authors: 'M. Bj&ouml;rk', year: 1999 },
    { title: 'Search & retrieval of "things"', authors: 'Magnus Björk', year: 1999 },
  ],
  [
    'entity with blanks around it',
    { title: 'Spatial database systems, a primer', authors: 'ralf hartmut g &#252; ting', year: 1994 },
    { title: 'Spatial database systems, a primer', authors: 'Ralf Hartmut Güting', year: 1994 },
  ],
  [
    'a subtitle missing',
    {
      title: 'Bigtable: a distributed storage system for structured data',
      authors: 'Fay Chang, Jeffrey Dean',
      year: 2006,
    },
    { title: 'Bigtable', authors: 'Fay Chang, Jeffrey Dean', year: 2006 },
  ],
  [
    'NaN, null and numbers as text',
    { title: 'Query optimisation in main memory databases', authors: Number.NaN, venue: null, year: 'NaN' },
    { title: 'Query optimization in main memory databases', authors: 'K. Shim', year: 1996 },
  ],
  [
    'preprint a year before its publication',
    { title: 'Transactional memory for the masses', authors: ['Ann Lee', 'Bo Chen'], year: 2010, venue: 'arXiv' },
    { title: 'Transactional memory for the masses', authors: ['Ann Lee', 'Bo Chen'], year: 2011, venue: 'ISCA' },
  ],
  [
    'preprint and published DOI',
    {
      doi: '10.48550/arXiv.2101.00001',
      title: 'Fast sparse attention for code',
      authors: ['Ann Lee', 'Bo Chen'],
      year: 2021,
    },
    {
      doi: '10.1145/3292500.3330701',
      title: 'Fast Sparse Attention for Code.',
      authors: ['A. Lee', 'B. Chen'],
      year: 2022,
      venue: 'KDD',
    },
  ],
  [
    'published without the coined name',
    {
      doi: '10.48550/arxiv.2304.05376',
      title: 'ChemThing: Augmenting large-language models with chemistry tools',
      authors: CREW.slice(1),
      year: 2023,
    },
    {
      doi: '10.1038/s42256-024-00832-8',
      title: 'Augmenting large language models with chemistry tools',
      authors: CREW,
      year: 2024,
      venue: 'Nature Machine Intelligence',
    },
  ],
  [
    'discussion paper and published paper',
    {
      doi: '10.5194/esd-2021-5',
      title: 'Tipping points in coupled climate models',
      authors: ['A Boers', 'C Lund'],
      year: 2021,
    },
    {
      doi: '10.5194/esd-12-621-2021',
      title: 'Tipping points in coupled climate models',
      authors: ['A Boers', 'C Lund'],
      year: 2021,
    },
  ],
  [
    'one chapter, two DOIs',
    { doi: '10.1016/b978-155860700-2/50013-6', title: 'Widget Event Structures', authors: ['GUMLEY'], year: 2002 },
    { doi: '10.1016/b978-155860700-2.50013-6', title: 'Widget Event Structures', authors: [], year: 2002 },
  ],
  [
    'one report registered twice',
    { doi: '10.2172/10115553', title: 'Motif basics: an overview of the widget set', authors: ['McClurg'], year: 1992 },
    { doi: '10.2172/7118251', title: 'Motif basics: an overview of the widget set', authors: ['McClurg'], year: 1992 },
  ],
  [
    'a value in the wrong field',
    { title: 'adaptive query processing in streams norbert fuhr, ann lee', authors: '', venue: '2002', year: '' },
    {
      title: 'Adaptive query processing in streams',
      authors: 'n fuhr, a lee',
      venue: 'very large data bases',
      year: '2002',
    },
  ],
  [
    'title and authors exchanged',
    {
      title: 'norbert fuhr, ann lee',
      authors: 'adaptive query processing in data streams',
      venue: 'vldb',
      year: '2002',
    },
    {
      title: 'Adaptive query processing in data streams',
      authors: 'n fuhr, a lee',
      venue: 'very large data bases',
      year: '2002',
    },
  ],
  [
    'script without spaces',
    { title: '深層学習による画像認識の研究', authors: ['田中 太郎'], year: 2020 },
    { title: '深層学習による画像認識の研究', authors: ['田中太郎'], year: 2020 },
  ],
  [
    'Cyrillic',
    { title: 'Методы оптимизации запросов', authors: ['Иван Петров'], year: 2010 },
    { title: 'Методы оптимизации запросов.', authors: ['И. Петров'], year: 2010 },
  ],
  [
    'the same part in two spellings',
    { title: 'The theory of queues, part 2: networks', authors: ['John Ross'], year: 1960 },
    { title: 'The theory of queues, Part II. Networks', authors: ['J. Ross'], year: 1960 },
  ],
];

const DIFFERENT: readonly Case[] = [
  [
    'a letter as the number',
    { title: 'Notes on problem A', authors: ['Ann Lee'], year: 2001, venue: 'VLDB' },
    { title: 'Notes on problem B', authors: ['Ann Lee'], year: 2001, venue: 'VLDB' },
  ],
  [
    'titles of one letter',
    { title: 'A', authors: ['Ann Lee'], year: 2001, venue: 'VLDB' },
    { title: 'B', authors: ['Ann Lee'], year: 2001, venue: 'VLDB' },
  ],
  [
    'parts of a series',
    { title: 'Recursive functions of symbols, Part I', authors: ['John McCarthy'], year: 1960 },
    { title: 'Recursive functions of symbols, Part II', authors: ['John McCarthy'], year: 1960 },
  ],
  [
    'final numerals',
    { title: 'The theory of queues I', authors: ['John Ross'], year: 1960 },
    { title: 'The theory of queues II', authors: ['John Ross'], year: 1960 },
  ],
  [
    'version numbers',
    { title: 'YOLOv3: an incremental improvement', authors: ['Joseph Redmon'], year: 2018 },
    { title: 'YOLOv4: an incremental improvement', authors: ['Joseph Redmon'], year: 2018 },
  ],
  [
    'model numbers',
    { title: 'GPT-3 for clinical notes', authors: ['A Smith'], year: 2021 },
    { title: 'GPT-4 for clinical notes', authors: ['A Smith'], year: 2021 },
  ],
  [
    'shared authors, another paper',
    { title: 'Attention is All you Need', authors: ['Ashish Vaswani', 'Noam Shazeer', 'Jakob Uszkoreit'], year: 2017 },
    {
      title: 'Self-Attention with Relative Position Representations',
      authors: ['Peter Shaw', 'Jakob Uszkoreit', 'Ashish Vaswani'],
      year: 2018,
    },
  ],
  [
    'a title that answers another',
    { title: 'Attention is not all you need', authors: ['Yihe Dong'], year: 2021 },
    { title: 'Attention is all you need', authors: ['Ashish Vaswani'], year: 2017 },
  ],
  [
    'same title, other people',
    { title: 'A survey of deep learning for compilers', authors: ['Ann Lee', 'Bo Chen'], year: 2020 },
    { title: 'A survey of deep learning for compilers', authors: ['Carl Roe', 'Dan Poe'], year: 2020 },
  ],
  [
    'a title that names many',
    { title: 'Editorial', year: 2001 },
    { title: 'Editorial', authors: ['Jane Roe'], year: 2003 },
  ],
  ['a title that names many, alone', { title: 'Introduction' }, { title: 'Introduction' }],
  [
    'chapters of one book',
    {
      isbn: '9781',
      venue: 'Handbook of widgets',
      title: 'Introduction to events',
      authors: ['Ann Gumley'],
      year: 2002,
    },
    { isbn: '9781', venue: 'Handbook of widgets', title: 'Properties of things', authors: ['Ann Gumley'], year: 2002 },
  ],
  [
    'neighbouring chapters by DOI',
    { doi: '10.1016/b978-155860700-2/50013-6', title: 'Widget Event Structures', authors: ['GUMLEY'], year: 2002 },
    { doi: '10.1016/b978-155860700-2/50014-8', title: 'Widget Properties', authors: ['GUMLEY'], year: 2002 },
  ],
  [
    'a paper and a review of it',
    { doi: '10.5194/esd-2021-5', title: 'Tipping points', authors: ['A B'] },
    { doi: '10.5194/esd-2021-5-rc1', title: 'Tipping points', authors: ['A B'] },
  ],
  [
    'two reviews',
    { doi: '10.5194/esd-2021-5-rc1', title: 'Comment on esd-2021-5' },
    { doi: '10.5194/esd-2021-5-rc2', title: 'Comment on esd-2021-5' },
  ],
  [
    'a DOI of a journal',
    { doi: '10.1111/(issn)1442-9993', title: 'Alpha paper on birds', authors: ['A Bee'] },
    { doi: '10.1111/(issn)1442-9993', title: 'Other text about soils', authors: ['C Dee'] },
  ],
  [
    'a correction',
    { title: 'Correction to: Fast sparse attention for code', authors: ['Ann Lee'], year: 2021 },
    { title: 'Fast sparse attention for code', authors: ['Ann Lee'], year: 2021 },
  ],
  [
    'two arXiv ids',
    { id: 'arxiv:2101.00001', title: 'Sparse attention for long code', authors: ['Ann Lee'] },
    { id: 'arxiv:2102.00002', title: 'Sparse attention for long code', authors: ['Ann Lee'] },
  ],
  [
    'one report title, other authors',
    { doi: '10.2172/10115553', title: 'Motif basics: an overview of the widget set', authors: ['McClurg'], year: 1992 },
    { doi: '10.2172/7118251', title: 'Motif basics: an overview of the widget set', authors: ['Jones'], year: 1992 },
  ],
  [
    'a sequel',
    { title: 'Learned indexes for strings', authors: ['Ann Lee', 'Bo Chen'], year: 2020, venue: 'VLDB' },
    { title: 'Learned indexes for spatial data', authors: ['Ann Lee', 'Bo Chen'], year: 2020, venue: 'VLDB' },
  ],
  ['nothing and nothing', {}, null],
  ['no titles', { title: '', authors: 'K. Shim', year: 1996 }, { title: '', authors: 'Kyuseok Shim', year: '1996' }],
];

describe('matchPair', () => {
  it.each(SAME)('one paper: %s', (_name, a, b) => {
    expect(matchPair(a, b)).toMatchObject({ match: true });
  });

  it.each(DIFFERENT)('two papers: %s', (_name, a, b) => {
    expect(matchPair(a, b)).toMatchObject({ match: false });
  });

  it('is symmetric', () => {
    for (const [, a, b] of [...SAME, ...DIFFERENT]) expect(matchPair(b, a)).toEqual(matchPair(a, b));
  });

  it('answers for records of any shape, symmetrically and within 0 to 1', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom(null, undefined, Number.NaN, '', 'NaN'),
      fc.array(fc.oneof(fc.string(), fc.constant(null))),
      fc.object({ maxDepth: 1 }),
    );
    const record = fc.record(
      { id: value, ids: value, title: value, authors: value, venue: value, year: value, doi: value, url: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(record, record, (a, b) => {
        const result = matchPair(a, b);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(1);
        expect(result.match).toBe(result.score >= 0.5);
        expect(matchPair(b, a)).toEqual(result);
      }),
      { numRuns: 150 },
    );
  });

  it('takes a title of 100,000 characters', () => {
    const long = 'sparse attention '.repeat(6000);
    expect(matchPair({ title: long, authors: ['A Lee'] }, { title: long, authors: ['Ann Lee'] }).match).toBe(true);
  });
});
