import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { corrupted, loadPairs } from '../../../bench/dedup/samples.ts';
import { linkageF1, pairF1 } from '../../../bench/dedup.ts';
import { dedup } from '../../../shared/collate/match/dedup.ts';
import { doiKind } from '../../../shared/collate/match/doi.ts';
import { matchPair } from '../../../shared/collate/match/score.ts';
import { cleanDoi, normaliseId } from '../../../shared/contracts/ids.ts';

const SHARED = process.env.PLUMBLINE_SHARED ?? '../shared';
const missing = !existsSync(join(SHARED, 'data/dedup')) || !existsSync(join(SHARED, 'cases/edge-cases.jsonl'));
if (missing) console.warn(`${SHARED} has no data/dedup and cases; set PLUMBLINE_SHARED. Skipped.`);

interface EdgeCase {
  readonly id: string;
  readonly input: unknown;
}
const cases = (): Map<string, EdgeCase> =>
  new Map(
    readFileSync(join(SHARED, 'cases/edge-cases.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as EdgeCase)
      .map((one) => [one.id, one]),
  );
const textsOf = (id: string) => cases().get(id)!.input as string[];

describe.skipIf(missing)('duplicates on the published data', () => {
  it('reaches the target on the test split of DBLP-ACM and holds on corrupted copies of it', () => {
    const { test } = loadPairs(SHARED);
    expect(test).toHaveLength(2473);
    expect(pairF1(test)).toBeGreaterThanOrEqual(98);
    expect(pairF1(corrupted(test, 'moved', 1))).toBeGreaterThanOrEqual(97);
    expect(pairF1(corrupted(test, 'sparse', 1))).toBeGreaterThanOrEqual(94);
    expect(pairF1(corrupted(test, 'web', 1))).toBeGreaterThanOrEqual(92);
  });

  it('links both catalogues in full', () => {
    const bytes = readFileSync(join(SHARED, 'data/dedup/dblp-acm-full.json.gz'));
    expect(
      linkageF1(JSON.parse(gunzipSync(bytes).toString('utf8')) as Parameters<typeof linkageF1>[0]),
    ).toBeGreaterThanOrEqual(97.5);
  });
});

describe.skipIf(missing)('published cases', () => {
  const people = { authors: ['Ann Lee', 'Bo Chen'], year: 2021 };

  it('s2-10: records without an id are told apart by title', () => {
    const groups = dedup([
      { id: null, title: 'A study of trees' },
      { id: null, title: 'Another look at forests' },
    ]);
    expect(groups).toHaveLength(2);
  });

  it('s2-12: one id twice, and two ids with one DOI, are one', () => {
    const { ids, doi } = cases().get('s2-12')!.input as { ids: string[]; doi: string };
    const records = [ids[0], ids[0], ids[1]].map((id) => ({ id: `s2:${id}`, doi, title: 'A visual essay', ...people }));
    expect(dedup(records)).toHaveLength(1);
  });

  it('crossref-15: punctuation around a DOI goes, needed brackets stay', () => {
    expect(textsOf('crossref-15').map(cleanDoi)).toEqual(['10.1000/xyz123', '10.1016/s0019-9958(70)90409-2']);
  });

  it('crossref-19: the top answer to a title query is not the paper asked for', () => {
    const asked = { title: 'Attention is All you Need', authors: ['Ashish Vaswani', 'Noam Shazeer'], year: 2017 };
    const file = join(SHARED, 'fixtures/crossref/title_query_wrong_paper.json');
    const { message } = JSON.parse(readFileSync(file, 'utf8')) as {
      message: { items: { title: string[]; author: unknown; issued: unknown; DOI: string }[] };
    };
    for (const item of message.items) expect(matchPair(asked, { ...item, title: item.title[0] }).match).toBe(false);
  });

  it('crossref-20: a DOI of a journal names no paper', () => {
    expect(doiKind(cleanDoi(cases().get('crossref-20')!.input as string)!)).toBe('journal');
  });

  it('openalex-13: preprint and publication under another title are one', () => {
    const [preprint, published] = textsOf('openalex-13').map((text) => {
      const [id, ...title] = text.split(' ');
      return {
        id: `openalex:${id}`,
        title: title.join(' '),
        authors: ['Andres M. Bran', 'Sam Cox', 'Andrew D. White', 'Philippe Schwaller'],
      };
    });
    expect(
      matchPair(
        { ...preprint, year: 2023, venue: 'arXiv' },
        { ...published, year: 2024, venue: 'Nature Machine Intelligence' },
      ).match,
    ).toBe(true);
  });

  it('dblp-04: the number of a namesake is no part of the name', () => {
    const name = cases().get('dblp-04')!.input as string;
    const [group] = dedup([
      { id: 'a', title: 'A study of dense matching', authors: name },
      { id: 'b', title: 'A study of dense matching.', authors: ['Xiaopeng Zhang'] },
    ]);
    expect(group!.canonical.authors).toEqual(['Xiaopeng Zhang']);
  });

  it('dblp-06: two records with one DOI are one', () => {
    const { keys, doi } = cases().get('dblp-06')!.input as { keys: string[]; doi: string };
    expect(
      dedup(keys.map((key) => ({ id: `dblp:${key}`, doi, title: 'A study of attention', ...people }))),
    ).toHaveLength(1);
  });

  it('dedupe-03: spellings of a DOI', () => {
    expect(new Set(textsOf('dedupe-03').map(normaliseId))).toEqual(new Set(['doi:10.1/x']));
    expect(dedup(textsOf('dedupe-03').map((id) => ({ id, title: 'x' })))).toHaveLength(1);
  });

  it('dedupe-04, dedupe-12: dashes, capitals, accents and normal forms', () => {
    const [a, b, pair] = textsOf('dedupe-04');
    const [left, right] = pair!.split(' / ');
    expect(matchPair({ title: a, ...people }, { title: b, ...people }).match).toBe(true);
    expect(matchPair({ title: left, ...people }, { title: right, ...people }).match).toBe(true);
    const [x, y] = textsOf('dedupe-12');
    expect(matchPair({ title: `On ${x} maps`, ...people }, { title: `On ${y} maps`, ...people }).match).toBe(true);
  });

  it('dedupe-05: inverted names', () => {
    const records = textsOf('dedupe-05').map((author, at) => ({
      id: `r${at}`,
      title: 'A study of graph kernels',
      authors: [author],
      year: 2019,
    }));
    expect(dedup(records)).toHaveLength(1);
  });

  it('dedupe-06: paper and discussion paper are one, reviews are neither', () => {
    const records = textsOf('dedupe-06').map((doi) => ({
      id: `doi:${doi}`,
      title: 'Tipping points of a coupled model',
      ...people,
    }));
    const sizes = dedup(records).map(({ cluster }) => cluster.length);
    expect(sizes.sort()).toEqual([1, 1, 1, 1, 2]);
  });

  it('dedupe-07: the same title under two DOIs needs the same people within three years', () => {
    const preprint = { doi: '10.48550/arXiv.2101.00001', title: 'A study of sparse attention', ...people };
    const published = { doi: '10.1145/1234.5678', title: 'A study of sparse attention', ...people };
    expect(matchPair(preprint, { ...published, year: 2023 }).match).toBe(true);
    expect(matchPair(preprint, { ...published, authors: ['Cy Roe'] }).match).toBe(false);
    expect(matchPair({ ...published, doi: '10.1109/9.9', year: 2012 }, published).match).toBe(false);
  });

  it('dedupe-08: chapters share book and ISBN, not identity', () => {
    const { titles } = cases().get('dedupe-08')!.input as { titles: string[] };
    const records = titles.map((title, at) => ({
      id: `c${at}`,
      title: `Chapter on ${title}`,
      isbn: '9781558607002',
      venue: 'A handbook',
      ...people,
    }));
    expect(dedup(records)).toHaveLength(2);
  });

  it('dedupe-10: one chapter under two DOIs is one', () => {
    const [a, b] = textsOf('dedupe-10').map((doi) => ({
      doi,
      title: 'Structures of widget events',
      authors: ['R. Gumley'],
      year: 2002,
    }));
    expect(matchPair(a, b).match).toBe(true);
  });

  it('dedupe-11: one report title is one report only for the same authors', () => {
    const [a, b] = textsOf('dedupe-11').map((doi) => ({
      doi,
      title: 'The basics of a widget set: an overview',
      authors: ['McClurg'],
      year: 1992,
    }));
    expect(matchPair(a, b).match).toBe(true);
    expect(matchPair(a, { ...b!, authors: ['Somebody Else'] }).match).toBe(false);
  });
});
