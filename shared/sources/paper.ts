import { createHash } from 'node:crypto';
import type { Source } from '../contracts/enums.ts';
import { arxivParts, cleanDoi, normaliseId, orderIds } from '../contracts/ids.ts';
import { blankRecord, type PaperRecord, type Post } from '../contracts/record.ts';
import { fold, squeeze } from '../text/normalise.ts';
import type { PartialDate } from './dates.ts';
import { cut, decoded, MAX_TEXT, MAX_TITLE } from './text.ts';

/** What a source says about one paper, before it has an id of ours. */
interface PaperFacts {
  readonly source: Source;
  /** Ids in any spelling; what is no id is passed over. */
  readonly ids: readonly (string | null)[];
  readonly doi?: string | null;
  readonly arxiv?: string | null;
  readonly title: string | null;
  readonly authors?: readonly (string | null)[];
  readonly date?: PartialDate | null;
  readonly year?: number | null;
  readonly abstract?: string | null;
  readonly url?: string | null;
  readonly venue?: string | null;
  readonly cites?: readonly string[];
  readonly citedByCount?: number | null;
  readonly retracted?: boolean;
  readonly withdrawn?: boolean;
  readonly openAccessUrl?: string | null;
}

const MAX_AUTHORS = 1000;

/**
 * One record from a source's facts.
 *
 * @returns null when the paper has neither an id nor a title: nothing could ever be said about it
 */
export function paperOf(facts: PaperFacts): PaperRecord | null {
  const doi = facts.doi ? cleanDoi(facts.doi) : null;
  const arxivId =
    arxivParts(facts.arxiv ?? '')?.id ?? (doi?.startsWith('10.48550/arxiv.') ? (arxivParts(doi)?.id ?? null) : null);
  const given = [doi ? `doi:${doi}` : null, arxivId ? `arxiv:${arxivId}` : null, ...facts.ids];
  const ids = orderIds(given.flatMap((id) => (id === null ? [] : (usableId(id) ?? []))));
  const url = webUrl(facts.url ?? null) ?? urlOfIds(ids, doi);
  if (ids.length === 0 && url) ids.push(`url:${url}`);
  if (ids.length === 0 && facts.title) ids.push(`lib:${titleHash(facts.title)}`);
  const id = ids[0];
  if (id === undefined) return null;
  return {
    ...blankRecord(id, facts.source),
    ids,
    title: facts.title === null ? null : cut(facts.title, MAX_TITLE),
    authors: namesOf(facts.authors ?? []),
    year: facts.date?.year ?? facts.year ?? null,
    date: facts.date?.date ?? (facts.year ? String(facts.year) : null),
    abstract: facts.abstract ? cut(facts.abstract, MAX_TEXT) : null,
    url,
    doi,
    arxivId,
    venue: facts.venue ? cut(facts.venue, 500) : null,
    cites: [...new Set(facts.cites ?? [])],
    citedByCount: facts.citedByCount ?? null,
    retracted: facts.retracted ?? false,
    withdrawn: facts.withdrawn ?? false,
    openAccessUrl: webUrl(facts.openAccessUrl ?? null),
  };
}

function usableId(value: string): string | null {
  const id = normaliseId(value);
  return id !== null && id.length <= 2048 && !/\s/.test(id) ? id : null;
}

function namesOf(names: readonly (string | null)[]): string[] {
  const list: string[] = [];
  for (const name of names) {
    const plain = name === null ? '' : cut(squeeze(decoded(name)).normalize('NFC'), 300);
    if (plain !== '') list.push(plain);
    if (list.length >= MAX_AUTHORS) break;
  }
  return list;
}

/** Ten hex digits of a title's hash, for records that nothing else identifies. */
function titleHash(title: string): string {
  return createHash('sha256')
    .update(squeeze(fold(title)))
    .digest('hex')
    .slice(0, 10);
}

/** An address a browser could open, in its canonical spelling; null for anything else. */
export function webUrl(value: string | null): string | null {
  if (value === null || !/^https?:\/\//i.test(value.trim()) || value.length > 2000) return null;
  const url = URL.parse(value.trim());
  return url === null || url.hostname === '' ? null : url.href;
}

/** The best page for a record that came without an address. */
function urlOfIds(ids: readonly string[], doi: string | null): string | null {
  for (const id of ids) {
    const value = id.slice(id.indexOf(':') + 1);
    const scheme = id.slice(0, id.indexOf(':'));
    if (scheme === 'doi') return doiUrl(value);
    if (scheme === 'arxiv') return `https://arxiv.org/abs/${value}`;
    if (scheme === 'acl') return `https://aclanthology.org/${value}`;
    if (scheme === 'dblp') return `https://dblp.org/rec/${value}`;
    if (scheme === 'openalex') return `https://openalex.org/${value}`;
    if (scheme === 's2') return s2Url(value);
    if (scheme === 'url') return value;
  }
  return doi ? doiUrl(doi) : null;
}

function s2Url(value: string): string {
  const corpus = /^corpusid:(\d+)$/.exec(value);
  return corpus
    ? `https://api.semanticscholar.org/CorpusID:${corpus[1]}`
    : `https://www.semanticscholar.org/paper/${value}`;
}

/** Resolver address of a DOI: only what would end or change the path is escaped. */
function doiUrl(doi: string): string {
  return `https://doi.org/${doi.replace(/[%?#<>"{}|\\^`\s]/g, (character) => encodeURIComponent(character))}`;
}

/** What a source says about one post. */
interface PostFacts {
  readonly id: string;
  readonly title: string | null;
  readonly url: string | null;
  readonly author?: string | null;
  readonly date?: PartialDate | null;
  readonly site: string;
  readonly score?: number | null;
  readonly text?: string | null;
}

/** One post; null without an address, and titled by its address when the source gives no title. */
export function postOf(facts: PostFacts): Post | null {
  const url = webUrl(facts.url);
  if (url === null || /\s/.test(facts.id)) return null;
  return {
    id: facts.id,
    title: cut(facts.title ?? titleOfUrl(url), MAX_TITLE),
    url,
    author: facts.author ?? null,
    date: facts.date?.date ?? null,
    site: facts.site,
    score: facts.score ?? null,
    text: cut(facts.text ?? '', MAX_TEXT),
    relevance_self_score: null,
  };
}

function titleOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname}${pathname === '/' ? '' : pathname}`;
}

/** Host of an address without `www.`, as the name of a site. */
export function siteOf(url: string): string {
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./, '');
}

/** Records of one answer without repeats: by id, then by any shared DOI or other id. The first one stays. */
export function withoutRepeats(papers: readonly PaperRecord[]): PaperRecord[] {
  const seen = new Set<string>();
  return papers.filter((paper) => {
    if (paper.ids.some((id) => seen.has(id))) return false;
    for (const id of paper.ids) seen.add(id);
    return true;
  });
}
