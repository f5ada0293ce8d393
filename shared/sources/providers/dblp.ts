import type { PaperRecord } from '../../contracts/record.ts';
import { dateOf } from '../dates.ts';
import { asCount, asList, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { paperOf, withoutRepeats } from '../paper.ts';
import {
  type Access,
  cursorNumber,
  endpoint,
  type Provider,
  type ProviderRequest,
  type SearchQuery,
} from '../provider.ts';
import { kindOf, readJson, readXml } from '../read.ts';
import { termsOf } from '../terms.ts';
import { decoded, titleText, withoutFinalStop } from '../text.ts';
import { parseXml, xmlAttribute, xmlRaw, xmlText } from '../xml.ts';

const PAGE_LIMIT = 100;
/** Elements of a DBLP record file that are publications. */
const RECORDS = [
  'article',
  'inproceedings',
  'incollection',
  'book',
  'phdthesis',
  'mastersthesis',
  'proceedings',
  'data',
];

/** DBLP: metadata of computer science, without abstracts. It answers many plain clients with a check for robots. */
export const dblp: Provider = {
  name: 'dblp',
  title: 'DBLP',
  channel: 'scholarly',
  base: 'https://dblp.org',
  urlVar: 'PLUMBLINE_DBLP_URL',
  keyVar: null,
  keyRequired: false,
  about: 'no key needed; has no abstracts and no date filter',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const terms = termsOf(query.text);
    // Words are prefixes and all must match; long queries find nothing.
    const words = [...terms.phrases.flatMap((phrase) => phrase.split(' ')), ...terms.words].slice(
      0,
      query.relaxed ? 3 : 6,
    );
    const params = {
      q: words.join(' '),
      format: 'json',
      h: Math.min(query.max, PAGE_LIMIT),
      f: cursorNumber(query, 'f', 0) || null,
      c: 0,
    };
    return {
      method: 'GET',
      url: endpoint(access.base, '/search/publ/api', params),
      headers: { accept: 'application/json' },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const reading = { provider: 'DBLP' };
    if (kindOf(response) === 'xml') return readXml(response, reading, context, (xml) => parseDocument(xml, context));
    return readJson(response, reading, context, (json) =>
      parseHits(asObject(at(json, 'result', 'hits')), context, 'json'),
    );
  },
};

function parseHits(hits: JsonObject | undefined, context: ParseContext, form: 'json' | 'xml'): Parsed {
  if (!hits) return failed('error', 'DBLP sent an answer without a list of hits', { kind: 'never', waitMs: null });
  const thisYear = new Date(context.now).getUTCFullYear();
  const rows = objectsOf(hits.hit);
  const infos = rows.flatMap((row) => objectsOf(row.info).slice(0, 1));
  const publications = infos.filter((info) => info.title !== undefined);
  const papers = withoutRepeats(publications.flatMap((info) => parseInfo(info, thisYear, form) ?? []));
  const total = asCount(hits['@total']);
  const reached = (asCount(hits['@first']) ?? 0) + rows.length;
  const notes: string[] = [];
  if (publications.length < infos.length) notes.push('DBLP answered with authors or venues, not publications');
  if (papers.length < publications.length)
    notes.push(`${publications.length - papers.length} records with the same DOI left out`);
  return found({
    papers,
    total,
    next: total !== null && rows.length > 0 && reached < total ? { f: reached } : null,
    notes,
  });
}

function parseDocument(xml: string, context: ParseContext): Parsed {
  const root = parseXml(xml);
  if (!root)
    return failed('error', 'DBLP sent XML that cannot be read (cut off or damaged)', {
      kind: 'transient',
      waitMs: null,
    });
  const hits = objectsOf(objectsOf(root.result)[0]?.hits)[0];
  if (hits) return parseHits(hits, context, 'xml');
  const file = objectsOf(root.dblp)[0] ?? objectsOf(root.dblpperson)[0];
  if (!file) return failed('error', 'DBLP sent XML of an unknown kind', { kind: 'never', waitMs: null });
  const thisYear = new Date(context.now).getUTCFullYear();
  const records = [file, ...objectsOf(file.r)].flatMap((node) => RECORDS.flatMap((kind) => objectsOf(node[kind])));
  const papers = withoutRepeats(
    records.flatMap((record) => parseInfo({ ...record, key: xmlAttribute(record, 'key') }, thisYear, 'xml') ?? []),
  );
  return found({ papers, total: papers.length });
}

function parseInfo(info: JsonObject, thisYear: number, form: 'json' | 'xml'): PaperRecord | null {
  const text = (value: unknown) => (form === 'xml' ? xmlText(value) : asText(asObject(value)?.text ?? value));
  const title = titleText(
    form === 'xml' ? xmlRaw(info.title) : asText(asObject(info.title)?.text ?? asList(info.title)[0]),
  );
  const links = asList(info.ee).flatMap((link) => text(link) ?? []);
  const doi = text(info.doi) ?? links.find((link) => /doi\.org\/10\./i.test(link)) ?? null;
  const key = text(info.key);
  return paperOf({
    source: 'scholarly',
    ids: [key ? `dblp:${key}` : null, ...links.filter((link) => /arxiv\.org\/|aclanthology\.org\//i.test(link))],
    doi,
    arxiv: arxivVolume(text(info.venue) ?? text(info.journal), text(info.volume)),
    title: title === null ? null : withoutFinalStop(title),
    authors: authorsOf(info, text),
    date: dateOf(text(info.year), null, null, thisYear),
    url: links[0] ?? text(info.url),
    venue: titleText(text(asList(info.venue)[0]) ?? text(info.journal) ?? text(info.booktitle)),
    openAccessUrl: text(info.access) === 'open' ? (links[0] ?? null) : null,
  });
}

/** Preprints are filed under the journal `CoRR` with the id as volume: `abs/2307.08691`. */
function arxivVolume(venue: string | null, volume: string | null): string | null {
  return venue === 'CoRR' ? (/^abs\/(.+)$/.exec(volume ?? '')?.[1] ?? null) : null;
}

/** Names come as a string, an object, or a list of either; homonyms carry a number that is no part of the name. */
function authorsOf(info: JsonObject, text: (value: unknown) => string | null): (string | null)[] {
  const holder = info.authors === undefined ? info.author : objectsOf(info.authors)[0]?.author;
  return asList(holder).map((author) => {
    const name = text(author);
    return name === null ? null : decoded(name).replace(/\s+0\d{3}$/, '');
  });
}
