import type { Outcome, Source } from '../contracts/enums.ts';
import type { ProviderNote } from '../contracts/finding.ts';
import type { PaperRecord, Post } from '../contracts/record.ts';
import type { ModelSearch } from '../runtime.ts';
import { type Answer, type AskOptions, askProvider } from './ask.ts';
import type { SourceDeps } from './deps.ts';
import { SourceBusy } from './errors.ts';
import { interleaved, mergeById } from './merge.ts';
import { searchByModel } from './model-search.ts';
import type { ProviderName } from './provider.ts';
import { CHANNELS } from './registry.ts';

/** What a channel brought back; every provider's own outcome stays visible. */
export interface ChannelResult {
  readonly outcome: Outcome;
  readonly providers: readonly ProviderNote[];
  readonly papers: readonly PaperRecord[];
  readonly posts: readonly Post[];
  /** The time was over before everybody had answered. */
  readonly cut: boolean;
}

interface ChannelOptions extends AskOptions {
  /** What to do when a provider has no turn soon: fail, so that the step is tried again, or go on without it. */
  readonly onBusy: 'throw' | 'note';
  /** The web by the run's own model: asked where no search service is configured, since those are cheaper. */
  readonly search?: ModelSearch | null;
}

/**
 * Asks all providers of a channel at the same time, merges what they found by id, and keeps each failure as a note.
 *
 * @throws SourceBusy when a provider has no turn soon and `onBusy` says so; what the others answered is stored by then
 */
export async function searchChannel(
  source: Exclude<Source, 'library'>,
  query: string,
  options: ChannelOptions,
  deps: SourceDeps,
): Promise<ChannelResult> {
  const names = CHANNELS[source].filter((name) => deps.config.providers[name].active);
  if (names.length === 0)
    return source === 'web' && options.search
      ? searchByModel(query, options.search, options, deps)
      : unconfigured(source, deps);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), Math.max(0, options.deadline - deps.time.now()));
  let answers: (Answer | SourceBusy)[];
  try {
    answers = await Promise.all(names.map((name) => settled(name, query, { ...options, signal: stop.signal }, deps)));
  } finally {
    clearTimeout(timer);
  }
  const busy = answers.find((answer) => answer instanceof SourceBusy);
  if (busy && options.onBusy === 'throw') throw busy;
  const all = answers.map((answer, i) => (answer instanceof SourceBusy ? busyAnswer(names[i]!, answer) : answer));
  const papers = mergeById(all.map((answer) => answer.papers)).map((paper) => ({ ...paper, source }));
  const posts = interleaved(all.map((answer) => answer.posts));
  const cut = all.some((answer) => answer.cut);
  return { outcome: together(all, papers.length + posts.length, cut), providers: all.map(noteOf), papers, posts, cut };
}

async function settled(
  name: ProviderName,
  query: string,
  options: AskOptions,
  deps: SourceDeps,
): Promise<Answer | SourceBusy> {
  try {
    return await askProvider(name, query, options, deps);
  } catch (error) {
    if (error instanceof SourceBusy) return error;
    throw error;
  }
}

function busyAnswer(provider: ProviderName, busy: SourceBusy): Answer {
  return { provider, outcome: 'throttled', papers: [], posts: [], notes: [busy.message], cut: false };
}

function noteOf(answer: Answer): ProviderNote {
  return {
    provider: answer.provider,
    outcome: answer.outcome,
    count: answer.papers.length + answer.posts.length,
    note: answer.notes.join('; ').slice(0, 600),
  };
}

function unconfigured(source: Exclude<Source, 'library'>, deps: SourceDeps): ChannelResult {
  const missing = CHANNELS[source].map((name) => deps.config.providers[name].missing).filter((text) => text !== null);
  const note = `no provider of ${source} is configured (${missing.join('; ')})`;
  return {
    outcome: 'error',
    providers: [{ provider: source, outcome: 'error', count: 0, note }],
    papers: [],
    posts: [],
    cut: false,
  };
}

/** Hits of one provider make the channel's; nothing found counts only when somebody could look. */
function together(answers: readonly Answer[], count: number, cut: boolean): Outcome {
  if (count > 0) return cut || answers.every((answer) => answer.outcome !== 'hits') ? 'partial' : 'hits';
  const outcomes = new Set(answers.map((answer) => answer.outcome));
  const looked = outcomes.has('none') || outcomes.has('hits');
  const failures = (['throttled', 'blocked', 'error', 'window_exceeded', 'partial'] as const).filter((one) =>
    outcomes.has(one),
  );
  if (failures.length === 0) return 'none';
  return looked || cut ? 'partial' : failures[0]!;
}
