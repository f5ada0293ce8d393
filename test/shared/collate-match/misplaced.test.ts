import { describe, expect, it } from 'vitest';
import { nameAgreement, namesOf, parseName } from '../../../shared/collate/match/names.ts';
import { compareMarkers, markersOf } from '../../../shared/collate/match/numbering.ts';
import { type Repairable, repair } from '../../../shared/collate/match/repair.ts';
import { matchPair } from '../../../shared/collate/match/score.ts';
import { venueOf } from '../../../shared/collate/match/venues.ts';

const bare: Repairable = { title: '', authors: null, venue: '', year: null };

describe('what stands in the wrong field', () => {
  it.each<[what: string, given: Partial<Repairable>, fixed: Partial<Repairable>]>([
    [
      'a year and a venue among the authors',
      { title: 'views over trees', authors: '2003 gil hart , han samet very large data bases' },
      { title: 'views over trees', authors: 'gil hart , han samet', venue: 'very large data bases', year: 2003 },
    ],
    [
      'a venue before the authors',
      { title: 'views over trees', authors: 'international conference on management of data tor gruss' },
      { authors: 'tor gruss', venue: 'international conference on management of data' },
    ],
    [
      'nothing but a venue and a year as authors',
      { title: 'views over trees', authors: '2003 acm trans . database syst .' },
      { authors: '', venue: 'acm trans . database syst .', year: 2003 },
    ],
    [
      'title, people and venue as authors',
      { authors: 'parallel processing of aggregate functions ann lee , bo chen sigmod conference', year: 1998 },
      { title: 'parallel processing of aggregate functions ann lee , bo chen', venue: 'sigmod conference' },
    ],
    [
      'a venue that stands behind the title a second time',
      { title: 'data modelling in the large acm sigmod record', authors: 'm bert', venue: 'sigmod record' },
      { title: 'data modelling in the large', venue: 'sigmod record' },
    ],
    [
      'a venue behind a mark, beside another',
      { title: "querying video data - vldb'94", authors: 'r hjel', venue: 'unpublished manuscript' },
      { title: 'querying video data', venue: 'unpublished manuscript' },
    ],
    ['a year before the title', { title: '1997. querying video data' }, { title: 'querying video data', year: 1997 }],
    [
      'the year a second time',
      { title: 'querying video data 1997', year: 1997 },
      { title: 'querying video data', year: 1997 },
    ],
    [
      'a venue that the title speaks of',
      { title: 'developments at acm tods', venue: 'sigmod record' },
      { title: 'developments at acm tods', venue: 'sigmod record' },
    ],
    [
      'years that are counted',
      { title: '2000 years of bookkeeping' },
      { title: '2000 years of bookkeeping', year: null },
    ],
  ])('%s', (_, given, fixed) => {
    expect(repair({ ...bare, ...given })).toMatchObject(fixed);
  });

  it('knows a venue whose name was cut', () => {
    expect(venueOf('proceedings of the international conference on very large data &hellip;')?.key).toBe('vldb');
  });
});

describe('short lists of people', () => {
  const title = 'finding intensional knowledge of outliers in large sets';

  it('two family names are two people where the other record has both', () => {
    const full = { title, authors: 'Raymond T. Ng, Edwin M. Knorr' };
    expect(matchPair(full, { title, authors: 'Knorr, Ng' }).score).toBeGreaterThan(0.9);
    expect(matchPair(full, { title, authors: 'Zhang, Wei' }).match).toBe(false);
  });

  it('a family name may look like initials', () => {
    expect(namesOf('raymond t. ng, su q').map(({ family }) => family)).toEqual(['ng', 'su']);
    const [written, full] = [parseName('legaria ca')!, parseName('cesar a. legaria')!];
    expect(nameAgreement(written, full)).toBeGreaterThanOrEqual(0.9);
    expect(nameAgreement(parseName('legaria bo')!, full)).toBeLessThan(0.5);
  });

  it('long lists cut at other places do not part one long title in one venue and year', () => {
    const record = (authors: string, year: number) => ({
      title: 'a consensus glossary of temporal database concepts',
      authors,
      venue: 'SIGMOD Record',
      year,
    });
    const [first, rest] = ['S Gadia, R Elmasri, …', 'C Dyreson, F Grandi, N Kline, A Tansel'];
    expect(matchPair(record(first, 1994), record(rest, 1994)).score).toBeGreaterThan(0.3);
    expect(matchPair(record(first, 1994), record(rest, 1996)).match).toBe(false);
  });
});

it('a year at an end of the title names the part of a yearly series', () => {
  const report = (title: string, year: number | null) => ({ title, authors: 'Ann Lee, Bo Chen', venue: 'SIGIR', year });
  const first = report('Findings of the translation campaign 2019', 2019);
  expect(matchPair(first, report('Findings of the translation campaign 2020', 2020)).match).toBe(false);
  expect(
    matchPair(report('2019 translation findings overview', null), report('2020 translation findings overview', null))
      .match,
  ).toBe(false);
  expect(matchPair(first, report('Findings of the translation campaign', 2019)).match).toBe(true);
});

it('a numeral behind a comma numbers a part', () => {
  const [one, two] = [markersOf('a calculus of processes, i'), markersOf('a calculus of processes, ii')];
  expect(compareMarkers(one, two).clash).toBe('series');
});
