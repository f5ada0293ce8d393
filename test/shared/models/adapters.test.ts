import { afterEach, describe, expect, it } from 'vitest';
import { AnthropicModels } from '../../../shared/models/anthropic.ts';
import { BedrockModels } from '../../../shared/models/bedrock.ts';
import { FIRST_RUNG } from '../../../shared/models/ladder.ts';
import { messageParams } from '../../../shared/models/messages.ts';
import { openProviders } from '../../../shared/models/open.ts';
import type { ModelPort } from '../../../shared/models/port.ts';
import { buildRequest } from '../../../shared/models/request.ts';
import { ModelRunner } from '../../../shared/models/runner.ts';
import { chooseModel } from '../../../shared/models/select.ts';
import { maxTokens, thinkingOf } from '../../../shared/models/settings.ts';
import { MessagesServer } from '../../support/messages-server/server.ts';
import { bench, chargesOf, invocation, noteRole, queryRole, TEXT } from './harness.ts';

const servers: MessagesServer[] = [];
async function serve(): Promise<MessagesServer> {
  const server = await MessagesServer.start();
  servers.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const long = (port: ModelPort) =>
  buildRequest(
    port,
    { role: 'reader', tier: 'reader', prompt: noteRole.prompt({ text: TEXT }), schema: noteRole.wire },
    FIRST_RUNG,
  ).request;
const short = (port: ModelPort) =>
  buildRequest(
    port,
    { role: 'formulate', tier: 'fast', prompt: queryRole.prompt({ topic: 'attention' }), schema: queryRole.wire },
    FIRST_RUNG,
  ).request;

describe.each([
  ['anthropic', (url: string): ModelPort => new AnthropicModels({ apiKey: 'k', baseURL: url })],
  ['bedrock', (url: string): ModelPort => new BedrockModels({ region: 'eu-central-1', baseURL: url, skipAuth: true })],
] as const)('the model port on %s', (id, open) => {
  it('answers whole and streamed, with the usage that was billed', async () => {
    const server = await serve();
    const port = open(server.url);
    expect(port.id).toBe(id);
    for (const request of [long(port), short(port)]) {
      const before = server.billed;
      const reply = await port.complete(request, 20_000);
      expect(JSON.parse(reply.text)).toBeTypeOf('object');
      expect(reply.stop).toBe('end_turn');
      expect(reply.usage.input).toBe(server.billed.input - before.input);
      expect(reply.usage.output).toBe(server.billed.output - before.output);
    }
    expect(server.calls.map((call) => call.request.stream === true)).toEqual([true, false]);
  });

  it('gives up in the time it is left, by name', async () => {
    const server = await MessagesServer.start({ script: () => 'stall' });
    servers.push(server);
    const port = open(server.url);
    for (const request of [long(port), short(port)]) {
      await expect(port.complete(request, 100)).rejects.toMatchObject({ name: 'ModelTimeout', retryable: true });
    }
  });

  it('names what the provider does not accept', async () => {
    const server = await serve();
    const port = open(server.url);
    const wrong = { ...long(port), maxTokens: 0 };
    await expect(port.complete(wrong, 5000)).rejects.toMatchObject({ name: 'ModelRejected', retryable: false });
  });
});

describe('the Anthropic port', () => {
  it('counts tokens, and says nothing where the counter fails for now', async () => {
    const server = await serve();
    const port = new AnthropicModels({ apiKey: 'k', baseURL: server.url });
    expect(await port.count(long(port), 5000)).toBeGreaterThan(50);
    await server.close();
    servers.splice(0);
    expect(await port.count(long(port), 5000)).toBeNull();
  });
});

describe('a request', () => {
  it('marks the end of its documents for the cache only where a role’s prefix is said to come again', () => {
    const request = long(new AnthropicModels({ apiKey: 'k' }));
    expect(JSON.stringify(messageParams(request))).not.toContain('cache_control');
    const { content } = messageParams({ ...request, cachePrefix: true }).messages[0]!;
    expect(content).toMatchObject([{ type: 'document', cache_control: { type: 'ephemeral' } }, { type: 'text' }]);
  });
});

describe('the choice of a model', () => {
  const providers = openProviders({ ANTHROPIC_API_KEY: 'k', AWS_REGION: 'eu-central-1' });
  const none = openProviders({ ANTHROPIC_API_KEY: ' ' });
  const pick = (model: 'auto' | 'extractive' | 'anthropic' | 'bedrock', offline = false, of = providers) =>
    chooseModel({ model, offline }, of);

  it('is Anthropic when its key is there, the named one, or none', () => {
    expect(pick('auto').port?.id).toBe('anthropic');
    expect(pick('bedrock').port?.id).toBe('bedrock');
    expect(pick('extractive').port).toBeNull();
    expect(pick('bedrock', true).port).toBeNull();
    expect(pick('auto', false, none)).toEqual({ port: null, missing: null });
    expect(pick('anthropic', false, none)).toMatchObject({
      port: null,
      missing: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
  });

  it('can be configured by tier, and is what the design says otherwise', () => {
    expect(providers.anthropic!.models).toEqual({
      fast: 'claude-haiku-5-5',
      reader: 'claude-sonnet-5-5',
      best: 'claude-opus-5-5',
    });
    expect(providers.bedrock!.models.best).toContain('claude-opus-5-5');
    const own = openProviders({
      ANTHROPIC_API_KEY: 'k',
      PLUMBLINE_MODEL_BEST: 'claude-next',
      PLUMBLINE_MODEL_FAST: '',
    });
    expect(own.anthropic!.models).toMatchObject({ fast: 'claude-haiku-5-5', best: 'claude-next' });
  });

  it('never turns the thinking of a model off that always thinks, and leaves it room', () => {
    expect(thinkingOf('claude-haiku-5-5')).toBe('off');
    for (const model of ['claude-opus-5-5', 'claude-sonnet-5-5', 'global.anthropic.claude-opus-5-5', 'claude-next']) {
      expect(thinkingOf(model)).toBe('adaptive');
    }
    expect(maxTokens(2000, 'low', 'claude-haiku-5-5', 1)).toBe(2000);
    expect(maxTokens(2000, 'high', 'claude-opus-5-5', 1)).toBe(10_000);
    expect(maxTokens(200_000, 'high', 'claude-opus-5-5', 2)).toBe(128_000);
  });

  it('that was asked for by name and is missing is said in the report', async () => {
    const { run } = await bench({ model: 'anthropic' });
    const note = await new ModelRunner(none).run(noteRole, { text: TEXT }, invocation(run));
    expect(note.by).toBe('twin');
    expect((await run.meta()).warnings).toEqual([expect.stringContaining('ANTHROPIC_API_KEY')]);
    expect(await chargesOf(run)).toEqual([]);
  });
});
