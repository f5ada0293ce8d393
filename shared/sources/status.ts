import type { Outcome, Source } from '../contracts/enums.ts';
import { askProvider } from './ask.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import { LIMITS } from './limits.ts';
import { MODEL_SEARCH } from './model-search.ts';
import { PROVIDERS, type ProviderName } from './provider.ts';
import { CHANNELS } from './registry.ts';
import type { LastOutcome } from './status-board.ts';

/** One line of `plumbline sources`. */
export interface SourceStatus {
  readonly provider: ProviderName | typeof MODEL_SEARCH;
  readonly title: string;
  readonly channel: Source;
  readonly configured: boolean;
  /** What is missing when it is not configured. */
  readonly missing: string | null;
  /** null: it has no key. */
  readonly key: 'present' | 'absent' | null;
  readonly keyVariable: string | null;
  /** Address it is asked at; shown when configuration moved it. */
  readonly base: string;
  readonly limit: string;
  readonly about: string;
  readonly last: LastOutcome | null;
}

/** One answer of `plumbline sources check`. */
export interface SourceCheck {
  readonly provider: ProviderName | typeof MODEL_SEARCH;
  readonly outcome: Outcome | 'skipped';
  readonly count: number;
  readonly ms: number;
  readonly note: string;
}

/**
 * How every provider is set up, and how it did last.
 * @param model where the model is asked whose own search stands in for a search service; null without a key for it
 */
export async function sourceStatus(deps: SourceDeps, model: string | null = null): Promise<SourceStatus[]> {
  const lines: SourceStatus[] = [];
  for (const name of PROVIDERS) {
    const { provider, access, active, missing } = deps.config.providers[name];
    lines.push({
      provider: name,
      title: provider.title,
      channel: provider.channel,
      configured: active,
      missing,
      key: provider.keyVar === null ? null : access.key === null ? 'absent' : 'present',
      keyVariable: provider.keyVar,
      base: access.base,
      limit: LIMITS[name].says,
      about: provider.about,
      last: await deps.board.last(name),
    });
  }
  return [...lines, await modelStatus(deps, model)];
}

async function modelStatus({ board, config }: SourceDeps, model: string | null): Promise<SourceStatus> {
  const service = CHANNELS.web.find((name) => config.providers[name].active);
  const missing =
    model === null
      ? `${MODEL_KEY} is not set`
      : service === undefined
        ? null
        : `not needed: ${service} searches the web`;
  return {
    provider: MODEL_SEARCH,
    title: 'the model’s own web search',
    channel: 'web',
    configured: missing === null,
    missing,
    key: model === null ? 'absent' : 'present',
    keyVariable: MODEL_KEY,
    base: model ?? '',
    limit: 'one search a researcher, within the run’s budget',
    about: 'where no search service is configured; not on Bedrock, not offline, not without a model',
    last: await board.last(MODEL_SEARCH),
  };
}

const MODEL_KEY = 'ANTHROPIC_API_KEY';

const PROBE = 'software testing';

/** One small search at every provider that is configured. */
export async function checkSources(deps: SourceDeps, timeoutMs = 20_000): Promise<SourceCheck[]> {
  const checks = await Promise.all(PROVIDERS.map((name) => checkOne(name, deps, timeoutMs)));
  const note = 'it is paid for, and so asked by runs only, within their budgets';
  return [...checks, { provider: MODEL_SEARCH, outcome: 'skipped', count: 0, ms: 0, note }];
}

async function checkOne(name: ProviderName, deps: SourceDeps, timeoutMs: number): Promise<SourceCheck> {
  const setup = deps.config.providers[name];
  if (!setup.active)
    return { provider: name, outcome: 'skipped', count: 0, ms: 0, note: setup.missing ?? 'not configured' };
  const started = deps.time.now();
  const options = { max: 1, days: { from: null, to: null }, share: 'check', deadline: started + timeoutMs };
  try {
    const answer = await askProvider(name, PROBE, options, deps);
    const count = answer.papers.length + answer.posts.length;
    return {
      provider: name,
      outcome: answer.outcome,
      count,
      ms: deps.time.now() - started,
      note: answer.notes.join('; '),
    };
  } catch (error) {
    if (!(error instanceof SourceBusy)) throw error;
    return { provider: name, outcome: 'throttled', count: 0, ms: deps.time.now() - started, note: error.message };
  }
}
