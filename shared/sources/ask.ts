import type { Outcome } from '../contracts/enums.ts';
import { PlumblineError } from '../contracts/errors.ts';
import type { PaperRecord, Post } from '../contracts/record.ts';
import type { Call } from './caller.ts';
import type { ProviderSetup } from './config.ts';
import type { DayRange } from './dates.ts';
import type { SourceDeps } from './deps.ts';
import { RequestAbandoned, SourceBusy } from './errors.ts';
import { interleaved, mergeById } from './merge.ts';
import type { Parsed } from './outcome.ts';
import type { ProviderName, SearchQuery } from './provider.ts';
import { unsupportedCodeSyntax } from './providers/github.ts';
import { withinDays } from './providers/reddit.ts';
import { termsOf } from './terms.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

export interface AskOptions {
  readonly max: number;
  readonly days: DayRange;
  /** Sub-question that asks, for fair turns. */
  readonly share: string;
  /** Milliseconds since 1970. */
  readonly deadline: number;
  readonly signal?: AbortSignal;
}

/** What one provider answered to all parts of a query. */
export interface Answer {
  readonly provider: ProviderName;
  readonly outcome: Outcome;
  readonly papers: readonly PaperRecord[];
  readonly posts: readonly Post[];
  readonly notes: readonly string[];
  readonly cut: boolean;
}

/** Words from which on an empty strict search is asked again with any of them. */
const RELAX_FROM = 3;
const RELAXABLE: ReadonlySet<ProviderName> = new Set(['arxiv', 'dblp', 'hackernews', 'stackexchange', 'github']);

/** A query in two languages: `Wissensgraphen || knowledge graphs`. At most two are asked. */
function queriesOf(text: string): string[] {
  const parts = text
    .split(/\s*\|\|\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 0 ? parts.slice(0, 2) : [text];
}

/**
 * Asks one provider: every language of the query, every kind of search it has, and again with fewer words when all of them
 * together find nothing. A failure is an answer; only a missing turn is thrown.
 *
 * @throws SourceBusy
 */
export async function askProvider(
  name: ProviderName,
  text: string,
  options: AskOptions,
  deps: SourceDeps,
): Promise<Answer> {
  const setup = deps.config.providers[name];
  const waits = new WaitBudget(MAX_WAIT_MS);
  const results: Parsed[] = [];
  const notes: string[] = [];
  let cut = false;
  try {
    for (const part of queriesOf(text)) {
      for (const kind of kindsOf(name, setup, part, notes)) {
        const query: SearchQuery = {
          text: part,
          max: options.max,
          days: options.days,
          cursor: null,
          relaxed: false,
          ...(kind ? { kind } : {}),
        };
        let result = await once(name, setup, query, options, waits, deps);
        if (result.outcome === 'none' && RELAXABLE.has(name) && sizeOf(part) >= RELAX_FROM) {
          result = await once(name, setup, { ...query, relaxed: true }, options, waits, deps);
          if (result.outcome !== 'none') notes.push('nothing with all words; asked with fewer');
        }
        results.push(result);
      }
    }
  } catch (error) {
    if (error instanceof SourceBusy && results.every((result) => result.outcome !== 'hits')) throw error;
    if (!(error instanceof PlumblineError)) throw error;
    cut = error instanceof RequestAbandoned;
    if (!cut && !(error instanceof SourceBusy))
      return { provider: name, outcome: 'error', papers: [], posts: [], notes: [error.message], cut };
    notes.push(cut ? 'the time was over before it answered' : error.message);
  }
  return answerOf(name, results, notes, cut, options);
}

function answerOf(
  name: ProviderName,
  results: readonly Parsed[],
  notes: string[],
  cut: boolean,
  options: AskOptions,
): Answer {
  const papers = mergeById(results.map((result) => result.papers)).filter(
    (paper) => paper.title !== null && paper.url !== null,
  );
  let posts = interleaved(results.map((result) => result.posts));
  if (name === 'reddit' && (options.days.from || options.days.to))
    posts = withinDays(posts, options.days.from, options.days.to);
  const any = papers.length + posts.length > 0;
  const outcomes = results.map((result) => result.outcome);
  const failure = outcomes.find((outcome) => outcome !== 'hits' && outcome !== 'none');
  const outcome: Outcome = any
    ? outcomes.includes('hits')
      ? 'hits'
      : 'partial'
    : cut
      ? 'partial'
      : (failure ?? 'none');
  return {
    provider: name,
    outcome,
    papers,
    posts,
    notes: [...new Set([...notes, ...results.flatMap((result) => result.notes)])],
    cut,
  };
}

async function once(
  name: ProviderName,
  setup: ProviderSetup,
  query: SearchQuery,
  options: AskOptions,
  waits: WaitBudget,
  deps: SourceDeps,
): Promise<Parsed> {
  const access = name === 'reddit' ? await redditAccess(setup, deps) : setup.access;
  const call: Call = {
    provider: name,
    request: setup.provider.buildRequest(query, access),
    hasKey: setup.access.key !== null || (name === 'crossref' && setup.access.contact !== null),
    share: options.share,
    deadline: options.deadline,
    waits,
    parse: (response, context) => setup.provider.parse(response, context),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  return deps.caller.call(call);
}

async function redditAccess(setup: ProviderSetup, deps: SourceDeps): Promise<ProviderSetup['access']> {
  const { key } = setup.access;
  return key === null ? setup.access : { ...setup.access, key: await deps.redditTokens.token(key) };
}

function kindsOf(name: ProviderName, setup: ProviderSetup, text: string, notes: string[]): (string | null)[] {
  if (name !== 'github') return [null];
  const unsupported = unsupportedCodeSyntax(text);
  if (unsupported !== null) notes.push(unsupported);
  // Code search is refused without a token.
  return setup.access.key !== null && unsupported === null
    ? ['repositories', 'issues', 'code']
    : ['repositories', 'issues'];
}

function sizeOf(text: string): number {
  const terms = termsOf(text);
  return terms.words.length + terms.phrases.length;
}
