import { PlumblineError } from '../contracts/errors.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { StoredText } from '../contracts/text.ts';
import { type Fetched, fetchFullText, type LadderOptions } from '../evidence/fulltext/ladder.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import type { LimitName } from './limits.ts';
import { failed, found } from './outcome.ts';
import { unpaywallByDoi } from './providers/unpaywall.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

const DOCUMENT_BYTES = 40 * 1024 * 1024;
/** Full texts hardly change; that there is none is remembered just as long. */
const FRESH_MS = 7 * 86_400_000;

/**
 * Fetches documents for the ladder of full texts: every address through the guard, arXiv and ar5iv at their pace, answers
 * and missing pages remembered.
 *
 * @param deadline milliseconds since 1970
 */
function documentFetcher(deps: SourceDeps, share: string, deadline: number): (url: string) => Promise<Fetched> {
  return async (url) => {
    const seen: { fetched: Fetched } = { fetched: { ok: false, reason: 'it was not asked for' } };
    try {
      const parsed = await deps.caller.call({
        provider: limitFor(url, deps),
        request: {
          method: 'GET',
          url,
          headers: { accept: 'text/html,application/xhtml+xml,application/pdf,application/xml;q=0.9' },
        },
        hasKey: false,
        share,
        deadline,
        waits: new WaitBudget(MAX_WAIT_MS),
        maxBytes: DOCUMENT_BYTES,
        freshMs: FRESH_MS,
        parse: (response) => {
          const status = response.status ?? 200;
          seen.fetched = { ok: true, status, contentType: response.contentType, body: response.body, finalUrl: url };
          if (status === 429 || status === 503)
            return failed('throttled', `${url} answered ${status}`, { kind: 'burst', waitMs: null });
          if (status >= 500) return failed('error', `${url} answered ${status}`, { kind: 'transient', waitMs: null });
          // 403 and the like concern this document only, and must not close the breaker for the others.
          return status === 404 || status === 410 || status < 400
            ? found({})
            : failed('error', `${url} answered ${status}`, { kind: 'never', waitMs: null });
        },
      });
      if (seen.fetched.ok || parsed.notes.length === 0) return seen.fetched;
      return { ok: false, reason: parsed.notes.join('; ') };
    } catch (error) {
      if (error instanceof PlumblineError && !(error instanceof SourceBusy))
        return { ok: false, reason: error.message };
      throw error;
    }
  };
}

/**
 * A paper's text by the ladder, with the configured bases.
 *
 * @returns null when it is withdrawn, or there is neither text nor abstract
 */
export async function fullTextOf(record: PaperRecord, deps: SourceDeps, deadline: number): Promise<StoredText | null> {
  const { arxiv_html, ar5iv } = deps.config.others;
  const known = record.openAccessUrl ?? (await freeCopyOf(record, deps, deadline));
  const bases = { arxiv: withoutSlash(arxiv_html), ar5iv: withoutSlash(ar5iv) } as NonNullable<LadderOptions['bases']>;
  const { text } = await fetchFullText(
    { ...record, openAccessUrl: known },
    {
      fetchDocument: documentFetcher(deps, `read/${record.id}`, deadline),
      bases,
    },
  );
  return text;
}

/** Where Unpaywall knows a free copy of a published article; null without a contact address, or when it has none. */
async function freeCopyOf(record: PaperRecord, deps: SourceDeps, deadline: number): Promise<string | null> {
  const { active, access, provider } = deps.config.providers.unpaywall;
  if (!active || record.doi === null || record.arxivId !== null) return null;
  const answer = await deps.caller.call({
    provider: 'unpaywall',
    request: unpaywallByDoi(record.doi, access),
    hasKey: false,
    share: `read/${record.id}`,
    deadline,
    waits: new WaitBudget(MAX_WAIT_MS),
    parse: (response, context) => provider.parse(response, context),
  });
  return answer.papers[0]?.openAccessUrl ?? null;
}

function limitFor(url: string, deps: SourceDeps): LimitName {
  const { arxiv_html, ar5iv } = deps.config.others;
  if (url.startsWith(withoutSlash(arxiv_html)) || /^https:\/\/(?:www\.|export\.)?arxiv\.org\//.test(url))
    return 'arxiv_html';
  return url.startsWith(withoutSlash(ar5iv)) ? 'ar5iv' : 'pdf';
}

function withoutSlash(base: string): string {
  return base.replace(/\/+$/, '');
}
