import type { RoleName, Tier } from '../agents/role.ts';
import type { Effort } from './port.ts';
import { baseModel } from './prices.ts';

/** How a role is called. */
export interface RoleSettings {
  readonly effort: Effort;
  /** Most tokens of documents it is handed, on the high side. */
  readonly documents: number;
  /** Its calls may wait for a batch. */
  readonly economy: boolean;
  /**
   * The same prefix comes again within five minutes often enough. Writing a cache costs a quarter of the prompt more, a
   * hit saves nine tenths and more of it: it pays from about 27 % of repeats. `bench/models.ts` prints how often each
   * role's prefix came again; no role has come near that (critics share notes, but run side by side, so none hits).
   */
  readonly cachePrefix: boolean;
}

/** Haiku's cheap band ends at 100,000 tokens of prompt; what is not document needs room too. */
const SHORT = 80_000;
/** Notes of thirty papers fit in half of this. */
const LONG = 200_000;
/** The longest text of a paper that pays: 60,000 characters. */
const PAPER = 26_000;

const settings = (effort: Effort, documents: number, more: Partial<RoleSettings> = {}): RoleSettings => ({
  effort,
  documents,
  economy: false,
  cachePrefix: false,
  ...more,
});

export const SETTINGS: Readonly<Record<RoleName, RoleSettings>> = {
  understand: settings('low', SHORT),
  ambiguity: settings('low', SHORT),
  decompose: settings('medium', LONG),
  formulate: settings('low', SHORT),
  finding: settings('low', SHORT),
  answer: settings('low', SHORT),
  reader: settings('medium', PAPER, { economy: true }),
  domain: settings('medium', LONG, { economy: true }),
  methodology: settings('medium', LONG, { economy: true }),
  contradictions: settings('medium', LONG, { economy: true }),
  synthesize: settings('high', LONG),
  repair: settings('medium', LONG),
};

/** Models that may be told not to think; every other one is left to its own way, Opus always. */
const THINKING_OPTIONAL = new Set(['claude-haiku-5-5']);

export const thinkingOf = (model: string): 'adaptive' | 'off' =>
  THINKING_OPTIONAL.has(baseModel(model)) ? 'off' : 'adaptive';

/** Output tokens that thinking may take beside the answer. */
const THINKING_ROOM: Readonly<Record<Effort, number>> = { low: 1000, medium: 3000, high: 8000 };
/** Largest output of every model in use. */
const MOST_OUTPUT = 128_000;

/**
 * `max_tokens` of a call.
 * @param answer tokens the role asks for
 * @param room 1, or more when an answer was cut
 */
export function maxTokens(answer: number, effort: Effort, model: string, room: number): number {
  const thinking = thinkingOf(model) === 'off' ? 0 : THINKING_ROOM[effort];
  return Math.min(MOST_OUTPUT, Math.ceil((answer + thinking) * room));
}

export const DEFAULT_MODELS: Readonly<Record<Tier, string>> = {
  fast: 'claude-haiku-5-5',
  reader: 'claude-sonnet-5-5',
  best: 'claude-opus-5-5',
};
