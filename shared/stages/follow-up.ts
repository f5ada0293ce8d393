import { type Continued, followUpTopic } from '../agents/understand/follow-up.ts';
import type { RunMeta } from '../contracts/run.ts';
import { RunHandle } from '../run/handle.ts';
import type { StepContext } from './context.ts';

/** What is researched, when the words typed do not say it by themselves. */
export interface FollowUp {
  readonly topic: string;
  /** The reading that was chosen for the run continued. */
  readonly reading: string | null;
  readonly assumption: string;
}

/** A follow-up that names no topic is asked of the topic that it continues; null for every other run. */
export async function followUpOf({ run, runtime }: StepContext, { request }: RunMeta): Promise<FollowUp | null> {
  if (request.continues === null) return null;
  const before = await new RunHandle(runtime, { ...run, slug: request.continues }).meta();
  const continued: Continued = before.goal ?? { topic: before.request.topic, subjects: [] };
  const topic = followUpTopic(request.topic, continued);
  if (topic === null) return null;
  return {
    topic,
    reading: before.goal?.reading ?? null,
    assumption: `“${request.topic}” names no topic of its own, so it is asked of what ${before.slug} was about: “${continued.topic}”.`,
  };
}
