import type { Depth } from '../contracts/enums.ts';
import { usualTokens, type Work } from '../models/estimate.ts';

/**
 * What a choice costs, for the one who makes it: searches, deep reads, and with a model the tokens that such work usually takes.
 * @param model as the roles describe themselves
 */
export function choiceCost(work: Work, depth: Depth, model: string): string {
  const { questions, searches, reads } = work;
  const parts = [
    ...(searches > 0 ? [counted(searches, 'search', 'searches')] : []),
    ...(reads > 0 ? [`${questions > 0 ? 'up to ' : ''}${counted(reads, 'deep read', 'deep reads')}`] : []),
  ];
  if (parts.length === 0) return 'nothing more';
  if (model === 'extractive') return `${parts.join(', ')}, no tokens`;
  const tokens = usualTokens(work, depth);
  const rounded = tokens < 10_000 ? Math.ceil(tokens / 1000) : 5 * Math.ceil(tokens / 5000);
  return `${parts.join(', ')}, about ${rounded}k tokens`;
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
