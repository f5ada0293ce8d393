import { describe, expect, it } from 'vitest';
import { visitCandidates } from '../../../shared/collate/match/blocking.ts';
import { doiKind, withoutVersion } from '../../../shared/collate/match/doi.ts';
import { dice, grams, sharedGrams } from '../../../shared/collate/match/grams.ts';
import { scorer } from '../../../shared/collate/match/model.ts';
import { nameAgreement, namesOf, parseName } from '../../../shared/collate/match/names.ts';
import {
  comparable,
  fieldText,
  titleParts,
  withoutFinalStop,
  wordsOf,
} from '../../../shared/collate/match/normalise.ts';
import { compareMarkers, markersOf } from '../../../shared/collate/match/numbering.ts';
import { prepare } from '../../../shared/collate/match/prepare.ts';
import { repair } from '../../../shared/collate/match/repair.ts';
import { dedupTool, matchTool, recordOf } from '../../../shared/collate/match/tool.ts';
import { cluster } from '../../../shared/collate/match/union.ts';
import { venueAgreement, venueOf } from '../../../shared/collate/match/venues.ts';

describe('normalise', () => {
  it.each([
    ["Erd{\\H{o}}s--R{\\'e}nyi", 'erdos--renyi'],
    ['$k$-means for \\textit{large} graphs', 'k-means for large graphs'],
    ['Caf\u00c3\u00a9 culture', 'cafe culture'],
    ['H<sub>2</sub>O &amp;amp; more', 'h 2 o & more'],
    ['\\alpha-stable α processes', 'alpha-stable alpha processes'],
  ])('%s compares as %s', (raw, text) => {
    expect(comparable(raw)).toBe(text);
  });

  it('strips one final full stop, not an ellipsis, an initial or et al.', () => {
    expect(['A title.', 'And so on...', 'Vitamin C.', 'Lee et al.'].map(withoutFinalStop)).toEqual([
      'A title',
      'And so on...',
      'Vitamin C.',
      'Lee et al.',
    ]);
  });

  it('reads fields of any shape', () => {
    expect([
      fieldText(2001),
      fieldText(Number.NaN),
      fieldText('nan'),
      fieldText(['a', null, 'b']),
      fieldText({ name: 'x' }),
      fieldText(undefined),
    ]).toEqual(['2001', '', '', 'a , b', 'x', '']);
  });

  it('cuts titles at a colon or dash, and scripts without spaces into pairs', () => {
    expect(titleParts('bigtable: a store')).toEqual({ main: 'bigtable', sub: 'a store' });
    expect(titleParts('no parts here')).toBeNull();
    expect(wordsOf('深層学習')).toEqual(['深層', '層学', '学習']);
  });
});

describe('names', () => {
  it.each(['Wei Zhang', 'Zhang, Wei', 'W. Zhang', 'Zhang W', 'ZHANG, W.', 'Wei Zhang 0009'])(
    '%s agrees with Zhang, Wei',
    (text) => {
      expect(nameAgreement(parseName(text)!, parseName('Zhang, Wei')!)).toBeGreaterThan(0.8);
    },
  );

  it('tells namesakes apart', () => {
    expect(nameAgreement(parseName('Wei Zhang')!, parseName('Li Zhang')!)).toBeLessThan(0.3);
  });

  it.each([
    ['Smith, Alan and Jones, Bob', ['smith', 'jones']],
    ['A. Smith, B. Jones and C. Lee', ['smith', 'jones', 'lee']],
    ['Smith, A., Jones, B.', ['smith', 'jones']],
    ['j gray, a reuter, et al.', ['gray', 'reuter']],
    ['Zhang, Wei; Li, Chen', ['zhang', 'li']],
    ['ludwig van der Berg', ['berg']],
  ])('%s lists %j', (text, families) => {
    expect(namesOf(text).map((name) => name.family)).toEqual(families);
  });

  it('reads objects and lists', () => {
    expect(
      namesOf([
        { given: 'Wei', family: 'Zhang' },
        { name: 'Bo Chen' },
        { author: { display_name: 'Cy Roe' } },
        null,
      ]).map((name) => name.family),
    ).toEqual(['zhang', 'chen', 'roe']);
  });
});

describe('venues', () => {
  it.each([
    ['VLDB', 'Very Large Data Bases', 1],
    ['SIGMOD Conference', 'International Conference on Management of Data', 1],
    ['SIGMOD Record', 'SIGMOD Conference', 0],
    ['VLDB J.', 'VLDB', 0],
    ['ACM Trans. Database Syst.', 'ACM Transactions on Database Systems (TODS)', 1],
    ['arXiv', 'VLDB', -1],
  ])('%s and %s: %d', (a, b, value) => {
    expect(venueAgreement(venueOf(a), venueOf(b))).toBe(value);
  });

  it('reads abbreviations of venues it does not know', () => {
    expect(
      venueAgreement(venueOf('Softw. Pract. Exper.'), venueOf('Software Practice and Experience')),
    ).toBeGreaterThan(0.8);
    expect(
      venueAgreement(venueOf('ICDCS'), venueOf('International Conference on Distributed Computing Systems')),
    ).toBeGreaterThan(0.8);
  });
});

describe('numbering', () => {
  it('reads parts, final numerals and versions', () => {
    expect(compareMarkers(markersOf('x, part i'), markersOf('x, pt. 2')).clash).toBe('series');
    expect(compareMarkers(markersOf('queues ii'), markersOf('queues iii')).clash).toBe('series');
    expect(compareMarkers(markersOf('gpt-3 notes'), markersOf('gpt-4 notes')).clash).toBe('number');
    expect(compareMarkers(markersOf('x, part ii'), markersOf('x, part 2')).clash).toBeNull();
    expect(compareMarkers(markersOf('queues'), markersOf('queues ii'))).toMatchObject({ clash: null, onlyOne: 1 });
    expect(compareMarkers(markersOf('queues'), markersOf('queues, part ii')).partOfWhole).toBe(true);
  });
});

describe('repair', () => {
  it('puts year and venue back from the end of the title', () => {
    expect(
      repair({
        title: 'adaptive processing of streams very large data bases 2002',
        authors: 'a lee',
        venue: '',
        year: null,
      }),
    ).toEqual({
      title: 'adaptive processing of streams',
      authors: null,
      venue: 'very large data bases',
      year: 2002,
      titleYear: 2002,
    });
  });

  it('takes a whole reference in the title apart', () => {
    const title = 'k. a. ross, p. valduriez. efficient storage of large object graphs. sigmod record';
    expect(repair({ title, authors: '', venue: '', year: 1999 })).toEqual({
      title: 'efficient storage of large object graphs',
      authors: 'k. a. ross, p. valduriez',
      venue: 'sigmod record',
      year: 1999,
      titleYear: null,
    });
  });

  it('leaves a year that belongs to the title', () => {
    expect(repair({ title: 'overview of trec 2004', authors: 'a lee', venue: 'trec', year: 2005 }).title).toBe(
      'overview of trec 2004',
    );
  });
});

describe('doi', () => {
  it.each([
    ['10.5194/esd-2021-5', 'preprint'],
    ['10.5194/esd-12-621-2021', 'paper'],
    ['10.5194/esd-2021-5-rc1', 'review'],
    ['10.1111/(issn)1442-9993', 'journal'],
    ['10.1101/2021.11.08.467690v2', 'preprint'],
    ['10.1371/journal.pone.0012345.t001', 'component'],
    ['10.1145/1.2', 'paper'],
  ])('%s names a %s', (doi, kind) => {
    expect(doiKind(doi)).toBe(kind);
  });

  it('strips versions of preprints only', () => {
    expect(withoutVersion('10.21203/rs.3.rs-123/v2')).toBe('10.21203/rs.3.rs-123');
    expect(withoutVersion('10.1145/x.v2')).toBe('10.1145/x.v2');
  });
});

describe('grams and model', () => {
  it('counts shared trigrams', () => {
    expect(dice(grams('abc'), grams('abc'))).toBe(1);
    expect(sharedGrams(grams('abcd'), grams('xyz'))).toBe(0);
    expect(dice(grams(''), grams('abc'))).toBe(0);
  });

  it('walks trees by their thresholds', () => {
    const score = scorer({ bias: 0.5, features: ['x', 'y'], trees: ['0<0.5 1<2 -1 -2 3', '4'] });
    expect([score([0, 0]), score([0, 5]), score([1, 0])]).toEqual([3.5, 2.5, 7.5]);
  });
});

describe('blocking', () => {
  it('finds likely pairs once each and leaves most others alone', () => {
    const titles = Array.from(
      { length: 60 },
      (_, at) => `Study number ${at} of ${'abcdefghij'[at % 10]}topic${at} in systems`,
    );
    const records = [...titles, titles[7]!.replace('Study', 'Sutdy'), `${titles[9]}.`].map((title) =>
      prepare({ title }),
    );
    const pairs: string[] = [];
    visitCandidates(records, (a, b) => pairs.push(`${a}-${b}`));
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(pairs).toContain('7-60');
    expect(pairs).toContain('9-61');
  });
});

describe('cluster', () => {
  it('refuses a link between clusters that contradict each other', () => {
    const scores: Record<string, number> = { '0-1': 0.9, '1-2': 0.8, '0-2': 0.01 };
    const links = [
      { a: 0, b: 1, score: 0.9 },
      { a: 1, b: 2, score: 0.8 },
    ];
    const { clusters, refused } = cluster(3, links, (a, b) => scores[`${a}-${b}`] ?? 0);
    expect(clusters).toEqual([[0, 1], [2]]);
    expect(refused).toHaveLength(1);
  });
});

describe('tools', () => {
  it('match answers line by line in either form', () => {
    const a = { title: 'Learned indexes for strings', authors: 'Ann Lee', year: 2001 };
    const pairs = [[a, a], { a, b: { title: 'Other' } }, { left: { title: 'x', year: null }, right: 'y' }];
    const answers = pairs.map(matchTool);
    expect(answers.map(({ match }) => match)).toEqual([true, false, false]);
    expect(Object.keys(answers[0]!)).toEqual(['match', 'score']);
  });

  it('dedup writes cluster and canonical', () => {
    const { lines } = dedupTool([
      { id: 'a', title: 'Learned indexes for strings', authors: 'Ann Lee' },
      { id: 'b', title: 'Learned Indexes for Strings.', authors: ['Lee, A.'] },
    ]);
    expect(lines).toMatchObject([{ cluster: ['a', 'b'], canonical: { authors: ['Ann Lee'], year: null } }]);
    expect(dedupTool([])).toEqual({ lines: [], notes: [] });
  });

  it('say what cannot be used', () => {
    expect(() => matchTool({ a: 1 })).toThrow(/is not a pair/);
    expect(() => recordOf([1])).toThrow(/is not a record/);
  });
});
