import { describe, expect, it } from 'vitest';
import { cloudWatchCost, metered } from '../../../shared/aws/metered.ts';
import { ModelOverloaded, ModelTimeout } from '../../../shared/models/errors.ts';
import type { ModelPort, ModelReply, ModelRequest } from '../../../shared/models/port.ts';
import { cost, SEARCH_PRICE } from '../../../shared/models/prices.ts';
import { searchRequest } from '../../../shared/models/search-bounds.ts';

const MODEL = 'claude-opus-5-5';
const usage = { input: 10_000, output: 2000, cacheWrite: 0, cacheRead: 0 };
const reply: ModelReply = { model: MODEL, text: '{}', stop: 'end_turn', usage };
const request = {
  model: MODEL,
  system: '',
  documents: [],
  instruction: 'x',
  maxTokens: 1000,
  schema: {},
} as unknown as ModelRequest;

function port(complete: () => Promise<ModelReply>): ModelPort {
  return {
    id: 'anthropic',
    models: { fast: MODEL, reader: MODEL, best: MODEL },
    batches: {
      submit: async () => 'b',
      poll: async () => ({ state: 'answered', reply }),
      cancel: async () => {},
    },
    count: async () => null,
    complete,
  };
}

describe('the meter of model costs', () => {
  it('counts answers, and those of batches at half the price', async () => {
    const counted: number[] = [];
    const models = metered(
      port(async () => reply),
      (usd) => counted.push(usd),
    );
    expect(await models.complete(request, 1)).toBe(reply);
    await models.batches!.poll('b', 'c', 1);
    expect(counted).toEqual([cost(usage, MODEL, false), cost(usage, MODEL, false) / 2]);
  });

  it('counts failures by what they are charged, and passes them on', async () => {
    const counted: number[] = [];
    const failing = (error: Error) =>
      metered(
        port(async () => Promise.reject(error)),
        (usd) => counted.push(usd),
      ).complete(request, 1);
    await expect(failing(new ModelTimeout('late', { kind: 'late', spent: usage }))).rejects.toThrow('late');
    await expect(failing(new ModelOverloaded('busy', { kind: 'busy' }))).rejects.toThrow('busy');
    await expect(failing(new ModelTimeout('gone', { kind: 'gone', spent: 'unknown' }))).rejects.toThrow('gone');
    expect(counted).toHaveLength(2);
    expect(counted.every((usd) => usd > 0)).toBe(true);
  });

  it('counts searches with their fee, and failed ones by what they are charged', async () => {
    const counted: number[] = [];
    const searched = { ...usage, searches: 1 };
    const answers = [
      async () => ({ ...reply, usage: searched }),
      async () => Promise.reject(new ModelTimeout('gone', { kind: 'gone', spent: 'unknown' })),
      async () => Promise.reject(new ModelOverloaded('busy', { kind: 'busy' })),
    ];
    const models = metered({ ...port(async () => reply), search: () => answers.shift()!() }, (usd) =>
      counted.push(usd),
    );
    const ask = () => models.search!(searchRequest(models.models, 'fair queues'), 1);
    await ask();
    await expect(ask()).rejects.toThrow('gone');
    await expect(ask()).rejects.toThrow('busy');
    expect(counted[0]).toBe(cost(usage, MODEL) + SEARCH_PRICE);
    expect(counted[1]).toBeGreaterThan(cost({ ...usage, input: 90_000 }, MODEL));
    expect(counted).toHaveLength(2);
    expect(
      metered(
        port(async () => reply),
        () => {},
      ).search,
    ).toBeUndefined();
  });

  it('writes one line that CloudWatch reads as a metric', () => {
    const lines: string[] = [];
    cloudWatchCost((line) => lines.push(line))(0.25);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      service: 'plumbline',
      ModelCost: 0.25,
      _aws: {
        CloudWatchMetrics: [
          { Namespace: 'Plumbline', Dimensions: [['service']], Metrics: [{ Name: 'ModelCost', Unit: 'None' }] },
        ],
      },
    });
  });
});
