import { cleanDoi } from '../contracts/ids.ts';
import type { PaperRecord } from '../contracts/record.ts';
import { crossrefNotices, crossrefPublished } from '../evidence/audit/notices.ts';
import type { Notice } from '../evidence/audit.ts';
import type { Call } from './caller.ts';
import { parseDate } from './dates.ts';
import type { SourceDeps } from './deps.ts';
import { asObject, asText, at, objectsOf } from './json.ts';
import type { LimitName } from './limits.ts';
import { found, type ParseContext, type Parsed, type SourceResponse } from './outcome.ts';
import { paperOf } from './paper.ts';
import { endpoint, type ProviderName, type ProviderRequest } from './provider.ts';
import { arxivById } from './providers/arxiv.ts';
import { crossrefByDoi, crossrefByDois } from './providers/crossref.ts';
import { OPENALEX_FIELDS, openalexWorks } from './providers/openalex.ts';
import { S2_FIELDS, s2Headers } from './providers/semanticscholar.ts';
import { readJson } from './read.ts';
import { abstractText, titleText } from './text.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

/** How a batch of ids was answered. */
export interface BatchAnswer {
  readonly provider: LimitName;
  readonly papers: readonly PaperRecord[];
  /** False when the provider failed: what it does not list is then not known to be absent. */
  readonly trusted: boolean;
  readonly note: string;
  /** What is said about the works beside their records, by id. */
  readonly notices?: ReadonlyMap<string, RegisterNotice>;
}

/** Corrections and retractions of a work, and its published version, as a register has them. */
export interface RegisterNotice {
  readonly notices: readonly Notice[];
  readonly published: string | null;
}

/** Names of a lookup's calls, and its end. */
export interface LookupOptions {
  readonly share: string;
  readonly deadline: number;
}

/** The id as Semantic Scholar spells it; null when it has no such scheme. */
export function s2Spelling(id: string): string | null {
  const value = id.slice(id.indexOf(':') + 1);
  if (id.startsWith('arxiv:')) return `ARXIV:${value}`;
  if (id.startsWith('doi:')) return `DOI:${value}`;
  if (id.startsWith('acl:')) return `ACL:${value}`;
  if (id.startsWith('s2:')) return value.startsWith('corpusid:') ? `CorpusId:${value.slice(9)}` : value;
  return null;
}

/** Whatever DOI OpenAlex files a record under: arXiv's own ones for preprints. */
export function openalexDoi(id: string): string | null {
  if (id.startsWith('doi:')) return id.slice(4);
  return id.startsWith('arxiv:') ? `10.48550/arxiv.${id.slice(6)}` : null;
}

export async function s2Batch(
  ids: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
  fields = S2_FIELDS,
): Promise<BatchAnswer> {
  const { access } = deps.config.providers.semanticscholar;
  const request: ProviderRequest = {
    method: 'POST',
    url: endpoint(access.base, '/graph/v1/paper/batch', { fields }),
    headers: { ...s2Headers(access), 'content-type': 'application/json' },
    body: JSON.stringify({ ids }),
  };
  return batch('semanticscholar', request, options, deps);
}

export async function arxivBatch(
  ids: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<BatchAnswer> {
  return batch('arxiv', arxivById(ids, deps.config.providers.arxiv.access), options, deps);
}

/** @param filter one OpenAlex filter with up to 50 alternatives */
export async function openalexBatch(
  filter: string,
  size: number,
  options: LookupOptions,
  deps: SourceDeps,
  select = OPENALEX_FIELDS,
): Promise<BatchAnswer> {
  const request = openalexWorks(deps.config.providers.openalex.access, {
    filter,
    per_page: Math.min(100, size),
    select,
  });
  return batch('openalex', request, options, deps);
}

export async function crossrefOne(doi: string, options: LookupOptions, deps: SourceDeps): Promise<BatchAnswer> {
  return batch('crossref', crossrefByDoi(doi, deps.config.providers.crossref.access), options, deps);
}

/** Several DOIs at once, with what has been published about each: `updated-by` holds corrections and retractions. */
export async function crossrefBatch(
  dois: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<BatchAnswer> {
  const { provider, access } = deps.config.providers.crossref;
  const notices = new Map<string, RegisterNotice>();
  const parse: Call['parse'] = (response, context) => {
    const parsed = provider.parse(response, context);
    readJson(response, { provider: 'Crossref' }, context, (json) => {
      for (const work of objectsOf(at(json, 'message', 'items'))) {
        const doi = cleanDoi(asText(work.DOI) ?? '');
        if (doi) notices.set(`doi:${doi}`, { notices: crossrefNotices(work), published: crossrefPublished(work) });
      }
      return found({});
    });
    return parsed;
  };
  const call = callOf('crossref', crossrefByDois(dois, access), access.key !== null, parse, options);
  return { ...finish('crossref', await deps.caller.call(call)), notices };
}

/** DataCite knows the DOIs that Crossref does not: arXiv's, Zenodo's. */
export async function dataciteOne(doi: string, options: LookupOptions, deps: SourceDeps): Promise<BatchAnswer> {
  const url = endpoint(deps.config.others.datacite, `/dois/${encodeURIComponent(doi)}`);
  return special('datacite', url, parseDatacite, options, deps);
}

/** The handle system itself: whether a DOI exists at all, with no word about what it names. */
export async function doiExists(doi: string, options: LookupOptions, deps: SourceDeps): Promise<boolean | null> {
  const url = endpoint(deps.config.others.doi, `/api/handles/${doi.split('/').map(encodeURIComponent).join('/')}`);
  const seen: { exists: boolean | null } = { exists: null };
  await special(
    'doi',
    url,
    (response, context) =>
      readJson(response, { provider: 'doi.org', errorOf: () => null }, context, (json) => {
        const code = at(json, 'responseCode');
        seen.exists = code === 1 ? true : code === 100 || code === 200 ? false : null;
        return found({});
      }),
    options,
    deps,
  );
  return seen.exists;
}

function parseDatacite(response: SourceResponse, context: ParseContext): Parsed {
  return readJson(response, { provider: 'DataCite' }, context, (json) => {
    const facts = asObject(at(json, 'data', 'attributes'));
    if (!facts) return found({});
    const thisYear = new Date(context.now).getUTCFullYear();
    const paper = paperOf({
      source: 'scholarly',
      ids: [],
      doi: asText(facts.doi),
      title: titleText(asText(objectsOf(facts.titles)[0]?.title)),
      authors: objectsOf(facts.creators).map((creator) => {
        const name = [asText(creator.givenName), asText(creator.familyName)].filter((part) => part !== null).join(' ');
        return name === '' ? asText(creator.name) : name;
      }),
      date:
        parseDate(asText(objectsOf(facts.dates).find((date) => date.dateType === 'Issued')?.date), thisYear) ??
        parseDate(facts.publicationYear, thisYear),
      abstract: abstractText(
        asText(objectsOf(facts.descriptions).find((text) => text.descriptionType === 'Abstract')?.description),
      ),
      url: asText(facts.url),
      venue: asText(facts.publisher) ?? asText(at(facts.publisher, 'name')),
    });
    return found({ papers: paper ? [paper] : [] });
  });
}

async function batch(
  name: ProviderName,
  request: ProviderRequest,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<BatchAnswer> {
  const { provider, access } = deps.config.providers[name];
  return finish(
    name,
    await deps.caller.call(
      callOf(name, request, access.key !== null, (response, context) => provider.parse(response, context), options),
    ),
  );
}

async function special(
  name: LimitName,
  url: string,
  parse: Call['parse'],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<BatchAnswer> {
  const request: ProviderRequest = { method: 'GET', url, headers: { accept: 'application/json' } };
  return finish(name, await deps.caller.call(callOf(name, request, false, parse, options)));
}

function callOf(
  provider: LimitName,
  request: ProviderRequest,
  hasKey: boolean,
  parse: Call['parse'],
  options: LookupOptions,
): Call {
  return {
    provider,
    request,
    hasKey,
    share: options.share,
    deadline: options.deadline,
    waits: new WaitBudget(MAX_WAIT_MS),
    parse,
  };
}

function finish(provider: LimitName, parsed: Parsed): BatchAnswer {
  const trusted = parsed.outcome === 'hits' || parsed.outcome === 'none';
  return { provider, papers: parsed.papers, trusted, note: parsed.notes.join('; ') };
}
