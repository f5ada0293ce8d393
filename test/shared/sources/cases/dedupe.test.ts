import { describe, expect, it } from 'vitest';
import { dedup } from '../../../../shared/collate/match/dedup.ts';
import { matchPair } from '../../../../shared/collate/match/score.ts';
import { normaliseId } from '../../../../shared/contracts/ids.ts';
import { parse } from './support.ts';

const same = (a: object, b: object) => matchPair({ ...a }, { ...b }).match;

describe('duplicates, what went wrong for others', () => {
  it('dedupe-03: one DOI in any spelling is one id', () => {
    const spellings = [
      '10.5555/Bee',
      '10.5555/BEE',
      'https://doi.org/10.5555/Bee',
      'doi:10.5555/bee',
      'http://dx.doi.org/10.5555/bEE',
    ];
    expect(new Set(spellings.map(normaliseId))).toEqual(new Set(['doi:10.5555/bee']));
    expect(
      dedup(spellings.map((doi, i) => ({ id: `r${i}`, title: 'On the bee', authors: ['A. Apis'], year: 2020, doi }))),
    ).toHaveLength(1);
  });

  it('dedupe-04 and dedupe-12: case, dashes, accents and normal forms do not part a title', () => {
    const by = { authors: ['Ann Apis'], year: 2021 };
    expect(
      same(
        { ...by, title: 'Input–output analysis of Köln hives' },
        { ...by, title: 'Input-Output Analysis of Koln Hives' },
      ),
    ).toBe(true);
    expect(
      same(
        { ...by, title: 'Poincare\u0301 sections of bee flight' },
        { ...by, title: 'Poincar\u00e9 sections of bee flight' },
      ),
    ).toBe(true);
    expect(same({ ...by, title: '蜜蜂の飛行の研究' }, { ...by, title: '蟻の歩行の研究と比較' })).toBe(false);
  });

  it('dedupe-05: inverted and abbreviated names are the same person', () => {
    const title = 'Waggle dances as a communication protocol';
    for (const [a, b] of [
      ['Lin Chen', 'Chen, Lin'],
      ['Lin Chen', 'L. Chen'],
      ['Chen, L.', 'Lin Chen'],
    ])
      expect(same({ title, authors: [a], year: 2019 }, { title, authors: [b], year: 2019 })).toBe(true);
  });

  it('dedupe-06: comments of reviewers and authors are no papers; the discussion paper and the article are one', () => {
    const work = (doi: string, type: string, title: string) => ({
      DOI: doi,
      type,
      title: [title],
      author: [{ given: 'Ann', family: 'Apis' }],
      issued: { 'date-parts': [[2021]] },
    });
    const title = 'Hive temperatures in a warming climate';
    const items = [
      work('10.5194/bee-12-621-2021', 'journal-article', title),
      work('10.5194/bee-2021-5', 'posted-content', title),
      ...['rc1', 'rc2', 'ac1', 'ac2'].map((tail) =>
        work(
          `10.5194/bee-2021-5-${tail}`,
          tail.startsWith('rc') ? 'peer-review' : 'posted-content',
          `Comment on ${title}`,
        ),
      ),
    ];
    const { papers } = parse('crossref', {
      status: 'ok',
      message: { 'total-results': 6, items, 'items-per-page': 20 },
    });
    expect(papers.map((paper) => paper.doi)).toEqual(['10.5194/bee-12-621-2021', '10.5194/bee-2021-5']);
    expect(dedup(papers.map((paper) => ({ ...paper })))).toHaveLength(1);
  });

  it('dedupe-07: one title under two DOIs is one work only with shared authors and near years', () => {
    const preprint = {
      title: 'Swarm routing under uncertainty',
      authors: ['Ann Apis', 'Bo Mel'],
      year: 2022,
      doi: '10.48550/arXiv.2201.00001',
    };
    expect(same(preprint, { ...preprint, year: 2024, doi: '10.1145/1000001.1000002' })).toBe(true);
    expect(same(preprint, { ...preprint, authors: ['Zoe Other', 'Yan Else'], doi: '10.1145/1000001.1000002' })).toBe(
      false,
    );
  });

  it('dedupe-08: chapters of one book are not one chapter', () => {
    const chapter = { authors: ['Ann Apis'], year: 2018, isbn: '9780000000002', venue: 'Handbook of Bees' };
    expect(
      same(
        { ...chapter, title: 'Foraging in cities', doi: '10.1007/978-0-00-000000-2_3' },
        { ...chapter, title: 'Wintering in the north', doi: '10.1007/978-0-00-000000-2_4' },
      ),
    ).toBe(false);
  });

  it('dedupe-10: one chapter under two spellings of its DOI is one', () => {
    const chapter = { title: 'Widgets that draw hives', authors: ['Ann Apis'], year: 2001, type: 'book-chapter' };
    expect(
      same(
        { ...chapter, doi: '10.1016/b978-155860700-2/50013-6' },
        { ...chapter, doi: '10.1016/b978-155860700-2.50013-6' },
      ),
    ).toBe(true);
  });

  it('dedupe-11: two reports of one title are one only when authors and date agree', () => {
    const report = {
      title: 'Annual overview of the apiary',
      authors: ['Ann Apis'],
      year: 1992,
      doi: '10.2172/1000001',
    };
    expect(same(report, { ...report, doi: '10.2172/1000002' })).toBe(true);
    expect(same(report, { ...report, authors: ['Zoe Other'], year: 1999, doi: '10.2172/1000002' })).toBe(false);
  });
});
