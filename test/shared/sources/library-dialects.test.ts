import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { type Format, parseRecords } from '../../../shared/sources/library/formats.ts';

const read = (format: Format, content: string) => parseRecords(content, format, `refs.${format}`);
const one = (format: Format, content: string) => read(format, content).records[0];

describe('BibTeX as it is exported', () => {
  it('by Zotero: braces around words, a date instead of a year, a path in `file`', () => {
    const entry = `
@inproceedings{elm_search_2014,
	address = {Oslo, {NO}},
	title = {In {Search} of {Quorums}},
	booktitle = {2014 {Annual} {Conference}},
	author = {Elm, Ada and {The Quorum Group}},
	date = {2014-06-19},
	file = {Full Text:C\\:\\\\Users\\\\me\\\\storage\\\\A.pdf:application/pdf},
	keywords = {a, b},
}`;
    expect(one('bibtex', entry)).toMatchObject({
      title: 'In Search of Quorums',
      authors: ['Ada Elm', 'The Quorum Group'],
      year: 2014,
      venue: '2014 Annual Conference',
    });
  });

  it.each([
    ['Mendeley', 'archivePrefix = {arXiv}, arxivId = {1001.1234v2}, mendeley-groups = {Mine}'],
    ['arXiv', 'eprint={1001.1234}, archivePrefix={arXiv}, primaryClass={cs.DC}'],
    ['Google Scholar', 'journal={arXiv preprint arXiv:1001.1234}'],
  ])('by %s: the preprint is known by its number', (_, fields) => {
    const found = one(
      'bibtex',
      `@article{k,\n title={{Caches in the large}}, author={Doe, J. and others}, ${fields}\n}`,
    );
    expect(found).toMatchObject({ id: 'arxiv:1001.1234', authors: ['J. Doe'], title: 'Caches in the large' });
  });

  it('with words in front of it, round brackets, joined strings and an entry that is never closed', () => {
    const { records, problems, entries } = read(
      'bibtex',
      'Made by a program.\n\n@string{j = "Journal"}\n@article(a, title = "One " # "of two", journal = j, year = 2001)\n@article{b, title={Never closed,\n\n@article{c, title={Another}}\n@misc{d, year={2000}}\n',
    );
    expect(records).toMatchObject([{ title: 'One of two', venue: 'Journal', year: 2001 }, { title: 'Another' }]);
    expect(problems).toMatchObject([{ line: 5 }, { line: 8, reason: 'no title' }]);
    expect(entries).toBe(4);
  });
});

describe('RIS as it is exported', () => {
  it('by EndNote: the older tags, lines that go on, no end of the last entry', () => {
    const { records, problems } = read(
      'ris',
      'TY  - JOUR\nA1  - Hopper, G.\nA1  - Elm, Ada\nT1  - Compiling by hand\nJO  - J. Comp.\nY1  - 1952/05/01/Spring\nN2  - Notes on\n compiling\nand more.\nDO  - https://doi.org/10.1000/ABC\nER  - \n\nTY  - CONF\nA1  - Turing, A.\nTI  - On computing\nAB  - Both\nER  -\nTY  - JOUR\nAU  - Nobody\nER  - \nTY  - CHAP\nTI  - No end\nPY  - 1999\n',
    );
    expect(records).toMatchObject([
      {
        id: 'doi:10.1000/abc',
        title: 'Compiling by hand',
        authors: ['G. Hopper', 'Ada Elm'],
        year: 1952,
        abstract: 'Notes on compiling and more.',
      },
      { title: 'On computing', authors: ['A. Turing'], abstract: 'Both' },
      { title: 'No end', year: 1999 },
    ]);
    expect(problems).toEqual([{ line: 18, reason: 'no title' }]);
  });

  it('by IEEE: a date in words beside the year', () => {
    const entry =
      'TY  - CONF\nTI  - Fast things\nT2  - 2019 Conf\nAU  - A. Author\nPY  - 2019\nY1  - 1-3 July 2019\nER  - \n';
    expect(one('ris', entry)).toMatchObject({ title: 'Fast things', year: 2019, venue: '2019 Conf' });
  });
});

describe('CSL-JSON as it is exported', () => {
  it('with names in parts, a date in words, and the line of what has no title', () => {
    const { records, problems } = read(
      'json',
      '[\n  {"id":"http://zotero.org/users/1/items/A","title":"One {","DOI":"10.1000/one","author":[{"family":"Elm","given":"Jan"},{"literal":"ACME"}],"issued":{"date-parts":[["2011",3]]}},\n  {"id":"b",\n   "author":[{"family":"X"}]},\n  {"title":"Two","issued":{"literal":"Spring 2012"}}\n]\n',
    );
    expect(records).toMatchObject([
      { id: 'doi:10.1000/one', authors: ['Jan Elm', 'ACME'], year: 2011 },
      { title: 'Two', year: 2012 },
    ]);
    expect(problems).toEqual([{ line: 3, reason: 'no title' }]);
  });
});

describe('a file that is called what it is not', () => {
  it.each([
    ['bibtex', 'TY  - JOUR\nTI  - A title\nER  - \n'],
    ['ris', '@article{a, title={A title}}'],
    ['json', '{"title":"A title"}\n{"title":"Another"}\n'],
    ['jsonl', '[\n  {"title": "A title"},\n  {"title": "Another"}\n]\n'],
  ] as const)('as %s is read as what it is', (format, content) => {
    expect(one(format, content)).toMatchObject({ title: 'A title' });
  });

  it('is reported when it is none of them', () => {
    expect(read('bibtex', 'Dear all,\n').problems).toMatchObject([
      { line: 1, reason: expect.stringContaining('BibTeX') },
    ]);
    expect(read('ris', 'Dear all,\n').problems).toMatchObject([{ line: 1, reason: expect.stringContaining('RIS') }]);
    expect(() => read('json', 'Dear all,\n')).toThrow(UsageError);
  });
});
