import { arxivParts } from '../../contracts/ids.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { asCount, asText, type JsonObject, objectsOf } from '../json.ts';
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
import { readXml } from '../read.ts';
import { termsOf } from '../terms.ts';
import { abstractText, titleText } from '../text.ts';
import { parseXml, xmlAttribute, xmlRaw, xmlText } from '../xml.ts';
import { parseOai } from './arxiv-oai.ts';
import { isArxivPage, parseArxivPage } from './arxiv-page.ts';

/** No query reaches further, whatever its total is. */
const ARXIV_WINDOW = 30_000;
const ERROR_ID = /^https?:\/\/(?:[\w-]+\.)?arxiv\.org\/api\/errors\b/;
const PAGE_LIMIT = 100;

/** arXiv's Atom API. A query of several words is an explicit AND: separated by spaces they would be alternatives. */
export const arxiv: Provider = {
  name: 'arxiv',
  title: 'arXiv',
  channel: 'arxiv',
  base: 'https://export.arxiv.org',
  urlVar: 'PLUMBLINE_ARXIV_URL',
  keyVar: null,
  keyRequired: false,
  about: 'no key needed; give a contact address',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const start = cursorNumber(query, 'start', 0);
    const params = {
      search_query: arxivQuery(query),
      start,
      max_results: Math.min(query.max, PAGE_LIMIT),
      sortBy: 'relevance',
      sortOrder: 'descending',
    };
    return {
      method: 'GET',
      url: endpoint(access.base, '/api/query', params),
      headers: { accept: 'application/atom+xml' },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    const special = (answer: SourceResponse, text: string, now: number) =>
      (answer.status === null || answer.status === 200) && isArxivPage(text)
        ? parseArxivPage(text, { now })
        : busy(answer, text);
    const reading = { provider: 'arXiv', emptyIsThrottled: true, special };
    return readXml(response, reading, context, (xml) => parseFeed(xml, response, context));
  },
};

/** A request for papers by id; `max_results` must say how many, or ten come back. */
export function arxivById(ids: readonly string[], access: Access): ProviderRequest {
  const url = endpoint(access.base, '/api/query', { id_list: ids.join(','), max_results: ids.length });
  return { method: 'GET', url, headers: { accept: 'application/atom+xml' } };
}

function arxivQuery(query: SearchQuery): string {
  const terms = termsOf(query.text);
  const parts = [
    ...terms.phrases.map((phrase) => `all:"${phrase}"`),
    ...terms.words.slice(0, 10).map((word) => (/^[\p{L}\p{M}\p{N}]+$/u.test(word) ? `all:${word}` : `all:"${word}"`)),
  ];
  const body = parts.join(query.relaxed ? ' OR ' : ' AND ');
  const { from, to } = query.days;
  if (from === null && to === null) return body;
  const stamp = (day: string, time: string) => day.replaceAll('-', '') + time;
  const range = `submittedDate:[${stamp(from ?? '1991-01-01', '0000')} TO ${stamp(to ?? '2099-12-31', '2359')}]`;
  return `(${body}) AND ${range}`;
}

/** arXiv refuses for being asked too fast with 429, 503, or a sentence in plain text under 200. */
function busy(response: SourceResponse, message: string): Parsed | null {
  if (response.status !== 503) return null;
  return failed('throttled', `arXiv answered 503${message === '' ? '' : `: ${message.slice(0, 200)}`}`, {
    kind: 'burst',
    waitMs: null,
  });
}

function parseFeed(xml: string, response: SourceResponse, context: ParseContext): Parsed {
  if (/<OAI-PMH[\s>]/.test(xml.slice(0, 2000))) return parseOai(xml, context);
  const feed = objectsOf(parseXml(xml)?.feed)[0];
  if (!feed)
    return failed('error', 'arXiv sent XML that is no feed (cut off or damaged)', { kind: 'transient', waitMs: null });
  const entries = objectsOf(feed.entry);
  const error = entries.find((entry) => ERROR_ID.test(xmlText(entry.id) ?? ''));
  if (error) return refusal(error, response);
  const thisYear = new Date(context.now).getUTCFullYear();
  const papers = withoutRepeats(entries.flatMap((entry) => parseEntry(entry, thisYear) ?? []));
  const total = asCount(xmlText(feed.totalResults));
  const start = asCount(xmlText(feed.startIndex)) ?? 0;
  if (entries.length === 0 && total !== null && total > start) return emptyPage(total, start);
  const notes = total !== null && total > ARXIV_WINDOW ? [`${total} reported, ${ARXIV_WINDOW} reachable`] : [];
  const missing = missingIds(feed, papers);
  if (missing.length > 0) notes.push(`not found: ${missing.join(', ')}`);
  const reached = start + entries.length;
  const more = entries.length > 0 && total !== null && reached < Math.min(total, ARXIV_WINDOW);
  return {
    ...found({ papers, total, next: more ? { start: reached } : null, notes }),
    missing,
  };
}

function refusal(entry: JsonObject, response: SourceResponse): Parsed {
  const message = titleText(xmlRaw(entry.summary)) ?? 'no reason given';
  // "start must be an integer" is about a bad number, not about one that reaches too far.
  const outcome =
    /30,?000|result window|too (?:big|large)|(?:start|max_results)\b.{0,60}\b(?:less|exceed|at most|maximum|no more)/i.test(
      message,
    )
      ? 'window_exceeded'
      : 'error';
  return failed(outcome, `arXiv answered ${response.status ?? 400}: ${message}`, { kind: 'never', waitMs: null });
}

function emptyPage(total: number, start: number): Parsed {
  if (start >= ARXIV_WINDOW)
    return failed(
      'window_exceeded',
      `arXiv serves no result beyond ${ARXIV_WINDOW}`,
      { kind: 'never', waitMs: null },
      total,
    );
  return failed(
    'error',
    `arXiv sent an empty page although ${total} results were reported`,
    { kind: 'transient', waitMs: null },
    total,
  );
}

function parseEntry(entry: JsonObject, thisYear: number): PaperRecord | null {
  const parts = arxivParts(
    (xmlText(entry.id) ?? '').replace(/^https?:\/\/arxiv\.org\/abs\//, '').replace(/^oai:arXiv\.org:/, ''),
  );
  if (!parts) return null;
  const comment = xmlText(entry.comment) ?? '';
  const abstract = abstractText(xmlRaw(entry.summary));
  const withdrawn =
    /\bwithdrawn\b/i.test(comment) ||
    /^this (?:paper|article|submission|manuscript) (?:has been|is|was) withdrawn/i.test(abstract ?? '');
  const pdf = objectsOf(entry.link).find((link) => xmlAttribute(link, 'title') === 'pdf');
  return paperOf({
    source: 'arxiv',
    ids: [],
    doi: xmlText(entry.doi),
    arxiv: parts.id,
    title: titleText(xmlRaw(entry.title)),
    authors: objectsOf(entry.author).map((author) => xmlText(author.name)),
    date: parseDate(xmlText(entry.published), thisYear),
    abstract,
    url: `https://arxiv.org/abs/${parts.id}`,
    venue: titleText(xmlRaw(entry.journal_ref)),
    withdrawn,
    openAccessUrl: withdrawn
      ? null
      : (asText(xmlAttribute(pdf, 'href'))?.replace(/^http:/, 'https:') ?? `https://arxiv.org/pdf/${parts.id}`),
  });
}

/** Ids of the request that did not come back: the feed's title repeats the request, and missing ids are left out silently. */
function missingIds(feed: JsonObject, papers: readonly PaperRecord[]): string[] {
  const link = objectsOf(feed.link)
    .map((node) => xmlAttribute(node, 'href'))
    .find((href) => href?.includes('id_list='));
  const list =
    /[?&]id_list=([^&]*)/.exec(link ?? '')?.[1] ??
    /id_list=([^&\s]*)/.exec(titleText(xmlRaw(feed.title)) ?? '')?.[1] ??
    '';
  const have = new Set(papers.map((paper) => paper.arxivId));
  return safeDecode(list)
    .split(',')
    .flatMap((value) => (value === '' ? [] : (arxivParts(value)?.id ?? value)))
    .filter((id) => !have.has(id));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text; // a stray % belongs to the text
  }
}
