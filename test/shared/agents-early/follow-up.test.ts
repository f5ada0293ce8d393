import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followUpTopic } from '../../../shared/agents/understand/follow-up.ts';

const SURVEY = { topic: 'what are the main approaches to garbage collection?', subjects: [] };
const CHOICE = { topic: 'Kafka vs RabbitMQ for event logs', subjects: ['Kafka', 'RabbitMQ'] };

describe('a follow-up', () => {
  it.each([
    ['and what about energy use?', 'energy use in garbage collection'],
    ['What about on phones?', 'garbage collection on phones'],
    ['how does it scale?', 'how does garbage collection scale'],
    ['what are its limits?', 'limits of garbage collection'],
    ['their open problems', 'open problems of garbage collection'],
    ['which data sets are used?', 'which data sets are used in garbage collection'],
    ['and which approaches are used?', 'which approaches are used in garbage collection'],
    ['tell me more about read barriers, please', 'read barriers in garbage collection'],
    ['Can you go deeper on benchmarks?', 'benchmarks in garbage collection'],
    ['how does it compare with reference counting?', 'garbage collection vs reference counting'],
    ['und der Energieverbrauch?', 'garbage collection: und der Energieverbrauch'],
  ])('"%s" is asked of the topic continued', (asked, topic) => {
    expect(followUpTopic(asked, SURVEY)).toBe(topic);
  });

  it.each([
    ['and what about energy use?', 'Kafka vs RabbitMQ in terms of energy use'],
    ['which one is easier to operate?', 'Kafka vs RabbitMQ: which one is easier to operate'],
    ['compare with Pulsar', 'Kafka vs RabbitMQ vs Pulsar'],
    ['show me more recent work', 'Kafka vs RabbitMQ: recent work'],
    ['what about in containers?', 'Kafka vs RabbitMQ in containers'],
  ])('"%s" stays a comparison', (asked, topic) => {
    expect(followUpTopic(asked, CHOICE)).toBe(topic);
  });

  it.each([
    ['energy use of garbage collection', SURVEY],
    ['what about garbage collectors on phones?', SURVEY],
    ['Kafka on phones', CHOICE],
    ['how does RabbitMQ scale?', CHOICE],
  ])('"%s" names its topic', (asked, continued) => {
    expect(followUpTopic(asked, continued)).toBeNull();
  });

  it('keeps every word of the topic continued that can name it, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (asked) => {
        const topic = followUpTopic(asked, SURVEY);
        if (topic !== null) expect(topic).toContain('garbage collection');
      }),
    );
  });
});
