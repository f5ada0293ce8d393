import { describe, expect, it } from 'vitest';
import { normaliseId, orderIds } from '../../../shared/contracts/ids.ts';
import { plainTitle, StarterRecord, starterLines, starterRecords } from './records.ts';

const lines = starterLines();
const records = starterRecords();
const idsOf = (record: StarterRecord): string[] => [...new Set([record.id, ...(record.ids ?? [])])];
const byId = new Map(records.flatMap((record) => idsOf(record).map((id) => [id, record] as const)));

/** The places where something is wrong, so that a failing test names them all. */
function where(wrong: (record: StarterRecord) => boolean): string[] {
  return records.filter(wrong).map((record) => `${record.id} (${record.topic})`);
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

describe('records of the starter library', () => {
  it('are complete and in the file of their topic', () => {
    const wrong = lines.flatMap(({ at, topic, raw }) => {
      const parsed = StarterRecord.safeParse(raw);
      if (!parsed.success) return [`${at} ${parsed.error.issues.map((issue) => issue.path.join('.')).join(' ')}`];
      return parsed.data.topic === topic ? [] : [`${at} says topic ${parsed.data.topic}`];
    });
    expect(wrong).toEqual([]);
  });

  it('have ids in canonical spelling, the most trusted one first, each used once', () => {
    expect(where((record) => idsOf(record).some((id) => normaliseId(id) !== id))).toEqual([]);
    expect(where((record) => orderIds(idsOf(record))[0] !== record.id)).toEqual([]);
    expect(where((record) => record.ids !== undefined && !record.ids.includes(record.id))).toEqual([]);
    expect(repeated(records.flatMap(idsOf))).toEqual([]);
  });

  it('point to the page of their own id', () => {
    expect(where((record) => !idsOf(record).includes(normaliseId(record.url) ?? ''))).toEqual([]);
  });

  it('have titles of their own', () => {
    expect(repeated(records.map((record) => plainTitle(record.title)))).toEqual([]);
  });

  it('name their authors, "et al." only at the end of at least three', () => {
    const cut = (record: StarterRecord): number => record.authors.indexOf('et al.');
    expect(where((record) => cut(record) >= 0 && cut(record) !== record.authors.length - 1)).toEqual([]);
    expect(where((record) => cut(record) >= 0 && record.authors.length < 4)).toEqual([]);
    expect(where((record) => record.authors.some((name) => /\bet al\b/.test(name) && name !== 'et al.'))).toEqual([]);
    expect(where((record) => repeated(record.authors).length > 0)).toEqual([]);
  });

  it('carry the year of their arXiv id when it is their only id', () => {
    const late = where((record) => {
      const stamp = /^arxiv:(\d\d)\d\d\./.exec(record.id)?.[1];
      return stamp !== undefined && record.year < 2000 + Number(stamp);
    });
    expect(late).toEqual([]);
  });

  it('have an abstract of 90 to 160 words in whole sentences', () => {
    const length = (record: StarterRecord): number => words(record.abstract).length;
    expect(where((record) => length(record) < 90 || length(record) > 160)).toEqual([]);
    expect(where((record) => !/^[\p{Lu}\p{N}"“].*[.!?]["”]?$/u.test(record.abstract))).toEqual([]);
    expect(where((record) => /[\n\t]| {2}/.test(record.abstract))).toEqual([]);
    expect(where((record) => record.abstract.split(/[.!?]\s/).length < 4)).toEqual([]);
  });

  it('never say the same sentence twice', () => {
    const sentences = records.flatMap((record) => record.abstract.split(/(?<=[.!?])\s+(?=[\p{Lu}"“])/u));
    expect(repeated(sentences.filter((sentence) => words(sentence).length > 4))).toEqual([]);
  });

  it('say where and when they were checked, without a machine path', () => {
    expect(where((record) => !/^.{8,}, \d{4}-\d\d-\d\d$/.test(record.checked))).toEqual([]);
    expect(where((record) => /(^|\s)[~.]?\/\w|\\/.test(record.checked))).toEqual([]);
  });
});

describe('links of the starter library', () => {
  it('lead to records of the library, once each and never to the record itself', () => {
    expect(where((record) => record.references.some((id) => !byId.has(id)))).toEqual([]);
    expect(where((record) => record.references.some((id) => byId.get(id)?.id !== id))).toEqual([]);
    expect(where((record) => record.references.includes(record.id))).toEqual([]);
    expect(where((record) => repeated(record.references).length > 0)).toEqual([]);
  });

  it('never lead to a later year', () => {
    const ahead = records.flatMap((record) =>
      record.references
        .filter((id) => (byId.get(id)?.year ?? 0) > record.year)
        .map((id) => `${record.id} (${record.year}) -> ${id} (${byId.get(id)?.year})`),
    );
    expect(ahead).toEqual([]);
  });

  it('never run both ways between papers of different years', () => {
    const both = records.flatMap((record) =>
      record.references
        .filter((id) => byId.get(id)?.references.includes(record.id) && byId.get(id)?.year !== record.year)
        .map((id) => `${record.id} <-> ${id}`),
    );
    expect(both).toEqual([]);
  });
});

describe('the starter library as a whole', () => {
  const topics = new Map<string, StarterRecord[]>();
  for (const record of records) topics.set(record.topic, [...(topics.get(record.topic) ?? []), record]);

  it('holds at least 300 records and 900 links', () => {
    expect(records.length).toBeGreaterThanOrEqual(300);
    expect(records.reduce((sum, record) => sum + record.references.length, 0)).toBeGreaterThanOrEqual(900);
  });

  it('covers at least 15 topics with at least 15 records each', () => {
    expect(topics.size).toBeGreaterThanOrEqual(15);
    const thin = [...topics].filter(([, of]) => of.length < 15).map(([topic, of]) => `${topic}: ${of.length}`);
    expect(thin).toEqual([]);
  });

  it('spans each topic from its founding papers to recent ones', () => {
    const narrow = [...topics]
      .map(([topic, of]) => ({ topic, years: of.map((record) => record.year) }))
      .filter(({ years }) => Math.max(...years) - Math.min(...years) < 8 || Math.max(...years) < 2018)
      .map(({ topic, years }) => `${topic}: ${Math.min(...years)} to ${Math.max(...years)}`);
    expect(narrow).toEqual([]);
  });
});
