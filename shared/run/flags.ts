import { Depth } from '../contracts/enums.ts';
import { UsageError } from '../contracts/errors.ts';
import { fold, squeeze } from '../text/normalise.ts';
import { isStopWord } from '../text/stopwords.ts';

/** What the words of a topic carried; a flag that was not there is absent. */
export interface Flags {
  readonly topic: string;
  readonly depth?: Depth;
  readonly timeHorizon?: { readonly from: number; readonly to: number };
  readonly budget?: number;
  readonly confirmPlan?: boolean;
}

export const MAX_TOPIC = 2000;

const NAMES = ['depth', 'time-horizon', 'budget', 'confirm-plan'] as const;
const FLAG = new RegExp(`^--(${NAMES.join('|')})(?:=(.*))?$`, 's');

/**
 * Strips the flags from the words typed; what is left is the topic. Other words that begin with dashes are part of it
 * (`git rebase --onto`). The last of repeated flags counts.
 *
 * @throws {UsageError} for a value that cannot be used and for a topic that is empty or too long
 */
export function parseFlags(text: string): Flags {
  const rest: string[] = [];
  let flags: Omit<Flags, 'topic'> = {};
  for (const word of text.split(/\s+/)) {
    const hit = FLAG.exec(word);
    if (hit) flags = { ...flags, ...flagOf(hit[1]!, hit[2]) };
    else rest.push(word);
  }
  return { topic: checkTopic(rest.join(' ')), ...flags };
}

function flagOf(name: string, value: string | undefined): Omit<Flags, 'topic'> {
  switch (name) {
    case 'depth':
      return { depth: parseDepth(value ?? '') };
    case 'time-horizon':
      return { timeHorizon: parseHorizon(value ?? '') };
    case 'budget':
      return { budget: parseBudget(value ?? '') };
    default:
      if (value !== undefined && value !== 'true' && value !== 'false') {
        throw new UsageError(
          `--confirm-plan takes no value, but "${shown(value)}" was given. Write --confirm-plan alone.`,
        );
      }
      return { confirmPlan: value !== 'false' };
  }
}

/** The topic without needless white space and invisible characters. */
export function checkTopic(text: string): string {
  const topic = squeeze(
    text
      .replace(/\u001b\[[\d;?]*[a-z]/gi, '')
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, ' '),
  );
  if (!/[\p{L}\p{N}]/u.test(topic)) {
    const what = topic === '' ? 'is empty' : `is empty: ${JSON.stringify(shown(topic))} holds no word`;
    throw new UsageError(`The topic ${what}. Say what to research, for example: plumbline run "Raft vs Paxos".`);
  }
  if (topic.length > MAX_TOPIC) {
    throw new UsageError(
      `The topic has ${topic.length} characters, the most are ${MAX_TOPIC}. Shorten it to the question; documents belong in --library.`,
    );
  }
  return topic;
}

/**
 * A topic that names something: `the of and` and `what is it` would be answered from whatever shares a word with the template.
 * Capitals and signs make a name of any word (`IT`, `A*`).
 *
 * @throws {UsageError} when every word is one that any sentence has; a follow-up may be that, since it has a topic behind it
 */
export function checkNamed(topic: string): string {
  const words = topic.match(/[\p{L}\p{N}\p{M}+#*'’]+/gu) ?? [];
  if (words.some((word) => /^\p{Lu}{2}/u.test(word) || !isStopWord(fold(word)))) return topic;
  throw new UsageError(
    `The topic ${JSON.stringify(shown(topic))} names nothing to research: it has only words that any sentence has. Say what it is about, for example: plumbline run "Raft vs Paxos".`,
  );
}

/** @throws {UsageError} when a paper that must be read is also to be kept out */
export function checkSeeds<R extends { readonly seedPapers: readonly string[]; readonly exclude: readonly string[] }>(
  request: R,
): R {
  const both = request.seedPapers.find((id) => request.exclude.includes(id));
  if (both === undefined) return request;
  throw new UsageError(`The paper ${both} is a seed paper and excluded as well. Name it once, as one of the two.`);
}

export function parseDepth(value: string): Depth {
  const depth = Depth.safeParse(value);
  if (!depth.success) {
    throw new UsageError(
      `The depth "${shown(value)}" is unknown. Use --depth=quick, --depth=standard or --depth=deep.`,
    );
  }
  return depth.data;
}

/** `YYYY-YYYY`, both years included. */
export function parseHorizon(value: string): { from: number; to: number } {
  const hit = /^(\d{4})[-\u2013](\d{4})$/.exec(value);
  if (!hit) {
    throw new UsageError(`The time horizon "${shown(value)}" is not two years. Write --time-horizon=2015-2020.`);
  }
  const [from, to] = [Number(hit[1]), Number(hit[2])];
  if (from > to) {
    throw new UsageError(`The time horizon ${value} ends before it begins. Write --time-horizon=${to}-${from}.`);
  }
  if (from < 1000) throw new UsageError(`The time horizon ${value} begins before there was anything to find.`);
  return { from, to };
}

const MAX_KILO_TOKENS = 1_000_000;

/** `<N>k-tokens` in tokens. */
export function parseBudget(value: string): number {
  const hit = /^(\d+)k-tokens$/i.exec(value);
  if (!hit) throw new UsageError(`The budget "${shown(value)}" is not understood. Write --budget=500k-tokens.`);
  const kilo = Number(hit[1]);
  if (kilo < 1)
    throw new UsageError('A budget of 0k-tokens buys nothing. Give at least --budget=1k-tokens, or leave it out.');
  if (kilo > MAX_KILO_TOKENS) {
    throw new UsageError(`The budget ${value} is over the most that is taken, ${MAX_KILO_TOKENS}k-tokens.`);
  }
  return kilo * 1000;
}

/** A value as an error shows it: one line, not long. */
function shown(value: string): string {
  const line = squeeze(value);
  return line.length > 40 ? `${line.slice(0, 40)}…` : line;
}
