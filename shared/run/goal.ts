import type { Understanding } from '../agents/inputs.ts';
import { Source } from '../contracts/enums.ts';
import { slugOf } from '../contracts/ids.ts';
import type { Goal, RunRequest } from '../contracts/run.ts';
import { defaultHorizon, explicitHorizon } from './horizon.ts';

/** What a goal needs beside the request: time and choices are passed in. */
export interface GoalFacts {
  readonly now: Date;
  /** Channels that can be used here, the library among them when one is there. */
  readonly configured: readonly Source[];
  /** The reading the user chose for an ambiguous topic. */
  readonly reading: string | null;
  /** The slug that was claimed; left out: the topic's own with today's date. */
  readonly slug?: string;
  /** What is researched, when the request does not say it by itself. */
  readonly followUp?: { readonly topic: string; readonly assumption: string } | null;
}

/** The seed's ResearchGoal from what was asked for and what was understood of it. */
export function buildGoal(request: RunRequest, understanding: Understanding, facts: GoalFacts): Goal {
  return {
    topic: facts.followUp?.topic ?? request.topic,
    topic_slug: facts.slug ?? slugOf(request.topic, facts.now.toISOString().slice(0, 10)),
    restatement: understanding.restatement,
    cs_subfield: understanding.subfield,
    question_shape: understanding.shape,
    time_horizon: request.timeHorizon
      ? explicitHorizon(request.timeHorizon)
      : defaultHorizon(understanding.shape, facts.now),
    depth: request.depth,
    reading: facts.reading,
    axes: [...understanding.axes],
    subjects: [...understanding.subjects],
    sources: channelsInUse(request, facts.configured),
    offline: request.offline,
    language: understanding.language,
    seed_papers: [...request.seedPapers],
    exclude: [...request.exclude],
    ...(facts.followUp ? { assumptions: [facts.followUp.assumption] } : {}),
  };
}

/**
 * The channels of a run in the table's column order, `library` last. `--offline` leaves the library alone; `--sources`
 * chooses, and a library the user named stays beside the choice.
 */
export function channelsInUse(
  request: Pick<RunRequest, 'offline' | 'sources' | 'library'>,
  configured: readonly Source[],
): Source[] {
  if (request.offline) return ['library'];
  const wanted = new Set(request.sources ?? configured);
  if (request.library !== null) wanted.add('library');
  return Source.options.filter((source) => wanted.has(source) && configured.includes(source));
}
