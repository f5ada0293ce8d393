import type { Goal } from '../contracts/run.ts';
import type { DocumentBlock } from './role.ts';

/** Above every evidence score: what is asked is never left out. */
export const BRIEF_WEIGHT = 100;

/**
 * What a role is asked about. Topic, sub-questions and plans may hold words of documents (a critic's question becomes a
 * sub-question), so they stand in a block like everything else that is not ours.
 */
export function taskBlock(goal: Pick<Goal, 'topic'>, lines: readonly string[]): DocumentBlock {
  const text = [`Topic: ${goal.topic}`, ...lines].join('\n');
  return { id: 'task', title: 'What is asked', text, weight: BRIEF_WEIGHT };
}
