import { promptTokensOf, type Usage } from './port.ts';

/** US$ per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

interface Entry extends Price {
  /** Prices of a prompt longer than `over` tokens, cached ones included. */
  readonly long?: Price & { readonly over: number };
}

/** When the table was read off the provider's documentation; shown beside every cost. */
export const PRICES_DATE = '2026-11-01';

const TABLE: Readonly<Record<string, Entry>> = {
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite: 0.125,
    cacheRead: 0.01,
    // No price is given for reading a cache beyond the band: such tokens are charged as fresh ones.
    long: { over: 100_000, input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.5 },
  },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
};

/** A model that is not in the table costs what the dearest one costs: an estimate on the safe side. */
const DEAREST: Entry = TABLE['claude-opus-5-5']!;

/** US$ a search of the web by the provider's tool, beside its tokens; one that failed is not billed. */
export const SEARCH_PRICE = 0.01;

/** The name a model has in the table: without a cloud's region, vendor and version. */
export function baseModel(model: string): string {
  const name = model.toLowerCase().replace(/^.*anthropic\./, '');
  const known = Object.keys(TABLE).find((id) => name === id || name.startsWith(`${id}-`) || name.startsWith(`${id}:`));
  return known ?? name;
}

/** Whether a model's price is known. */
export const isPriced = (model: string): boolean => baseModel(model) in TABLE;

/** On Bedrock a profile that keeps to one geography costs a tenth more than the global one. */
const IN_REGION = /^(?:(?!global\.)[a-z-]+\.)?anthropic\./;
const REGIONAL = 1.1;

/** The price of a call, by its model and the length of its prompt. */
export function priceOf(model: string, promptTokens: number): Price {
  const entry = TABLE[baseModel(model)] ?? DEAREST;
  const { input, output, cacheWrite, cacheRead } =
    entry.long !== undefined && promptTokens > entry.long.over ? entry.long : entry;
  const times = IN_REGION.test(model.toLowerCase()) ? REGIONAL : 1;
  return { input: input * times, output: output * times, cacheWrite: cacheWrite * times, cacheRead: cacheRead * times };
}

/**
 * What a call costs in US$. A batch halves input and output; what is cached keeps its price, and so do searches.
 *
 * @example cost({ input: 1_000_000, output: 0, cacheWrite: 0, cacheRead: 0 }, 'claude-sonnet-5-5') // 2
 */
export function cost(usage: Usage, model: string, batch = false): number {
  const price = priceOf(model, promptTokensOf(usage));
  const share = batch ? 0.5 : 1;
  const millionths =
    usage.input * price.input * share +
    usage.output * price.output * share +
    usage.cacheWrite * price.cacheWrite +
    usage.cacheRead * price.cacheRead;
  return millionths / 1_000_000 + (usage.searches ?? 0) * SEARCH_PRICE;
}
