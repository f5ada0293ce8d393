import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, it } from 'vitest';
import { replyOf, StreamedReply } from '../../../shared/models/stream.ts';

const shared = resolve(process.env.PLUMBLINE_SHARED ?? '../shared', 'fixtures/anthropic');
const here = existsSync(shared);
if (!here) console.warn(`skipped: ${shared} is not there`);

const read = (name: string) => readFileSync(join(shared, name), 'utf8');
const streams = ['web_fetch_stream.sse', 'web_search_stream.sse', 'web_search_weather_stream.sse'];
const messages = ['web_fetch.json', 'web_search_t0.json', 'web_search_pause_turn_continue.json'];

function eventsOf(sse: string): Anthropic.MessageStreamEvent[] {
  const data = sse.split('\n').filter((line) => line.startsWith('data:'));
  return data.map((line) => JSON.parse(line.slice(5)) as Anthropic.MessageStreamEvent);
}

describe.skipIf(!here)('recorded answers', () => {
  it.each(streams)('%s is put together from its events, thinking and tools left out', (name) => {
    const events = eventsOf(read(name));
    const reply = new StreamedReply();
    for (const event of events) reply.take(event);
    const { text, stop, usage, model } = reply.reply();
    const parts = events.flatMap((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta' ? [event.delta.text] : [],
    );
    expect(text).toBe(parts.join(''));
    expect(text.length).toBeGreaterThan(20);
    expect(stop).toBe('end_turn');
    expect(model).toMatch(/^claude-/);
    expect(usage.input).toBeGreaterThan(0);
    expect(usage.output).toBeGreaterThan(10);
  });

  it.each(streams)('%s cut anywhere is no reply, and says what it has cost', (name) => {
    const events = eventsOf(read(name));
    for (let end = 0; end < events.length; end += Math.max(1, Math.floor(events.length / 40))) {
      const reply = new StreamedReply();
      for (const event of events.slice(0, end)) reply.take(event);
      expect(() => reply.reply()).toThrow(/ended before/);
      if (end > 0) expect(reply.spent()!.input).toBeGreaterThan(0);
      else expect(reply.spent()).toBeNull();
    }
  });

  it.each(messages)('%s is read whole', (name) => {
    const message = JSON.parse(read(name)) as Anthropic.Message;
    const reply = replyOf(message);
    const texts = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    expect(reply.text).toBe(texts.join(''));
    expect(reply.usage.output).toBe(message.usage.output_tokens);
    expect(reply.stop).toBe(message.stop_reason);
  });
});
