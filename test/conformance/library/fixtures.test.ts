import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { normaliseId } from '../../../shared/contracts/ids.ts';
import { plainTitle, type StarterRecord, starterRecords } from '../../local/library/records.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SHARED = resolve(ROOT, process.env.PLUMBLINE_SHARED ?? '../shared');
const FIXTURES = join(SHARED, 'fixtures');

/** What a response says about one paper; absent facts are null. `text` is an unstructured citation. */
interface Sighting {
  readonly at: string;
  readonly ids: readonly string[];
  readonly title: string | null;
  readonly families: readonly string[];
  readonly year: number | null;
  readonly text: string | null;
}

const records = starterRecords();
const byId = new Map(records.flatMap((r) => [r.id, ...(r.ids ?? [])].map((id) => [id, r] as const)));
const byTitle = new Map(records.map((r) => [plainTitle(r.title), r]));

/** Last word of a name, without marks: `Ó Séaghdha` and `Oseaghdha` differ, `Müller` and `Muller` do not. */
function family(name: string): string {
  const plain = plainTitle(name.includes(',') ? name.slice(0, name.indexOf(',')) : name);
  return plain.split(' ').at(-1) ?? '';
}

function yearOf(value: unknown): number | null {
  const hit = /(?:18|19|20)\d\d/.exec(typeof value === 'object' ? JSON.stringify(value ?? null) : String(value));
  return hit ? Number(hit[0]) : null;
}

type Bag = Record<string, unknown>;
const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

function titleOf(bag: Bag): string | null {
  const title = bag.title ?? bag['article-title'] ?? bag.display_name;
  return text(Array.isArray(title) ? title[0] : title);
}

function familiesOf(bag: Bag): string[] {
  const list = bag.authorships ?? bag.authors ?? bag.author ?? bag.z_authors;
  if (typeof list === 'string') return [family(list)];
  if (!Array.isArray(list)) return [];
  return list.map((entry: unknown) => {
    if (typeof entry === 'string') return family(entry);
    if (!isBag(entry)) return '';
    const inner = isBag(entry.author) ? entry.author : entry;
    return family(text(inner.family) ?? text(inner.name) ?? text(inner.display_name) ?? '');
  });
}

function idsOf(bag: Bag): string[] {
  const outer = isBag(bag.externalIds) ? bag.externalIds : {};
  const named = [bag.DOI, bag.doi, outer.DOI, bag.url, bag.URL, bag.link, bag.id]
    .map(text)
    .concat(text(outer.ArXiv) === null ? [] : [`arxiv:${text(outer.ArXiv)}`]);
  return [...new Set(named.flatMap((value) => normaliseId(value ?? '') ?? []))];
}

/** Walks a response of any API and collects everything in it that looks like a paper. */
function sightings(value: unknown, at: string): Sighting[] {
  if (Array.isArray(value)) return value.flatMap((entry) => sightings(entry, at));
  if (!isBag(value)) return [];
  const inner = Object.values(value).flatMap((entry) => sightings(entry, at));
  const unstructured = text(value.unstructured);
  const inText = unstructured === null ? [] : unstructured.match(/https?:\/\/[^\s)\]]+|10\.\d{4,}\/\S+/g);
  const ids = [...idsOf(value), ...(inText ?? []).flatMap((hit) => normaliseId(hit) ?? [])];
  const title = titleOf(value);
  if (ids.length === 0 && title === null) return inner;
  const year = yearOf(
    value.publication_year ?? value.year ?? value.issued ?? value['published-print'] ?? value.published,
  );
  return [{ at, ids, title, families: familiesOf(value), year, text: unstructured }, ...inner];
}

function xmlSightings(xml: string, at: string): Sighting[] {
  const entries = xml.match(/<(entry|arXiv)[\s>][\s\S]*?<\/\1>/g) ?? [];
  return entries.map((entry) => {
    const all = (tag: string) =>
      [...entry.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map((m) => m[1]!);
    const id = all('id')[0] ?? '';
    const names = [...all('name').map(family), ...all('keyname').map(family)];
    const stamp = all('published')[0] ?? all('created')[0];
    const ids = [normaliseId(id) ?? normaliseId(`arxiv:${id}`), normaliseId(all('arxiv:doi')[0] ?? '')];
    return {
      at,
      ids: ids.flatMap((one) => one ?? []),
      title: all('title')[0]?.replace(/\s+/g, ' ') ?? null,
      families: names,
      year: yearOf(stamp),
      text: null,
    };
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

/** Titles agree when one is the beginning of the other or nearly all words of the shorter are in the longer. */
function similar(a: string, b: string): boolean {
  const [short, long] = [plainTitle(a), plainTitle(b)].sort((x, y) => x.length - y.length) as [string, string];
  if (long.startsWith(short)) return true;
  const known = new Set(long.split(' '));
  const parts = short.split(' ');
  return parts.filter((part) => known.has(part)).length / parts.length >= 0.8;
}

/** What a sighting contradicts in a record, in words. */
function against(record: StarterRecord, seen: Sighting): string[] {
  const first = family(record.authors[0]!);
  const wrong: string[] = [];
  if (seen.title !== null && !similar(seen.title, record.title)) wrong.push(`title "${seen.title}"`);
  if (seen.families[0] !== undefined && seen.families[0] !== '' && seen.families[0] !== first)
    wrong.push(`first author ${seen.families[0]} instead of ${first}`);
  if (seen.year !== null && Math.abs(seen.year - record.year) > 1) wrong.push(`year ${seen.year}`);
  if (seen.text !== null) {
    const body = plainTitle(seen.text);
    if (!body.includes(plainTitle(record.title))) wrong.push('title not in the citation');
    if (!body.includes(first)) wrong.push(`${first} not in the citation`);
  }
  return wrong.map((what) => `${record.id}: ${seen.at} has ${what}`);
}

const hasFixtures = existsSync(FIXTURES);
if (!hasFixtures) console.error(`skipped: no fixtures below ${process.env.PLUMBLINE_SHARED ?? '../shared'}`);

describe.skipIf(!hasFixtures)('starter records and recorded responses', () => {
  const seen = hasFixtures
    ? filesBelow(FIXTURES).flatMap((path) => {
        const at = path.slice(FIXTURES.length + 1);
        if (path.endsWith('.xml') && at.startsWith('arxiv')) return xmlSightings(readFileSync(path, 'utf8'), at);
        if (!path.endsWith('.json') || at === 'META.json') return [];
        return sightings(JSON.parse(readFileSync(path, 'utf8')), at);
      })
    : [];
  const pairs = seen.flatMap((one) => {
    const record =
      one.ids.map((id) => byId.get(id)).find((hit) => hit !== undefined) ?? byTitle.get(plainTitle(one.title ?? ''));
    return record ? [{ record, one }] : [];
  });

  it('reads papers out of every kind of response', () => {
    const kinds = new Set(seen.filter((one) => one.title !== null).map((one) => one.at.split('/')[0]));
    for (const kind of ['arxiv', 'crossref', 'openalex', 'semanticscholar', 'core', 'unpaywall'])
      expect(kinds).toContain(kind);
    expect(seen.length).toBeGreaterThan(1000);
  });

  it('agree where both have the paper', () => {
    expect(pairs.length).toBeGreaterThan(0);
    expect(pairs.flatMap(({ record, one }) => against(record, one))).toEqual([]);
  });

  it('would not agree if they were about another paper', () => {
    const shifted = pairs.flatMap(({ one }) => {
      const other = records.find((record) => !one.ids.includes(record.id) && family(record.authors[0]!) === 'fitts');
      const telling = one.title !== null || one.text !== null;
      return other && telling ? [against(other, one).length] : [];
    });
    expect(shifted.length).toBeGreaterThan(0);
    expect(shifted.every((wrong) => wrong > 0)).toBe(true);
  });
});

/** Journal and conference titles of the ranking and linkage data, which carry authors and years. */
function catalogue(): Sighting[] {
  const cacm = join(SHARED, 'data/ranking/cacm.corpus.jsonl.gz');
  const dblp = join(SHARED, 'data/dedup/dblp-acm-full.json.gz');
  if (!existsSync(cacm) || !existsSync(dblp)) return [];
  const rows = gunzipSync(readFileSync(cacm)).toString('utf8').trim().split('\n');
  const linked = JSON.parse(gunzipSync(readFileSync(dblp)).toString('utf8')) as { a: Bag[]; b: Bag[] };
  return [...rows.map((row) => JSON.parse(row) as Bag), ...linked.a, ...linked.b].map((bag) => ({
    at: 'catalogue',
    ids: [],
    title: titleOf(bag),
    families: familiesOf(typeof bag.authors === 'string' ? { authors: bag.authors.split(/,\s+/) } : bag),
    year: yearOf(bag.year),
    text: null,
  }));
}

describe('starter records and catalogue entries of the same title', () => {
  const known = catalogue();
  it.skipIf(known.length === 0)('agree on first author and year', () => {
    const pairs = known.flatMap((one) => {
      const record = byTitle.get(plainTitle(one.title ?? ''));
      return record && one.year !== null && Math.abs(one.year - record.year) < 6 ? [{ record, one }] : [];
    });
    expect(pairs.length).toBeGreaterThan(0);
    const wrong = pairs.filter(({ record, one }) => {
      const first = family(record.authors[0]!);
      return !one.families.includes(first) || Math.abs((one.year ?? 0) - record.year) > 1;
    });
    expect(wrong.map(({ record, one }) => `${record.id}: ${one.families.join(' ')} ${one.year}`)).toEqual([]);
  });
});
