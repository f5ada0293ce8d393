import { describe, expect, test } from 'vitest';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import { parseComparison } from '../../../shared/agents/understand/comparison.ts';
import { understand } from '../../../shared/agents/understand/extract.ts';
import { languageOf } from '../../../shared/agents/understand/language.ts';
import { understandRole } from '../../../shared/agents/understand/role.ts';
import { subfieldOf } from '../../../shared/agents/understand/subfield.ts';
import { topicPhrase } from '../../../shared/agents/understand/topic.ts';
import type { Shape, Subfield } from '../../../shared/contracts/enums.ts';
import { request } from './support.ts';

const of = (topic: string) => understand({ topic, request: request(topic), reading: null });

const TOPICS: readonly (readonly [string, Shape, Subfield])[] = [
  ['efficient attention for long sequences', 'survey', 'ml'],
  ['transformer optimization techniques', 'survey', 'ml'],
  ['statistical machine translation word reordering', 'survey', 'ml'],
  ['what are the main approaches to query optimization?', 'survey', 'db'],
  ['a survey of fuzzing', 'survey', 'security'],
  ['evolution strategies for reinforcement learning', 'survey', 'ml'],
  ['error-correcting codes', 'survey', 'theory'],
  ['congestion control for datacenter networks', 'survey', 'networks'],
  ['ray tracing acceleration structures', 'survey', 'graphics'],
  ['register allocation in JIT compilers', 'survey', 'compilers'],
  ['accessibility of data visualizations for blind users', 'survey', 'hci'],
  ['embedded systems security', 'survey', 'security'],
  ['training with or without supervision', 'survey', 'ml'],
  ['Raft vs Paxos', 'comparative', 'distributed'],
  ['tokio vs smol vs async-std', 'comparative', 'pl'],
  ['difference between TCP and QUIC for video streaming', 'comparative', 'networks'],
  ['Should I use Postgres or MySQL for analytics?', 'comparative', 'db'],
  ['comparing static analysis tools for C', 'comparative', 'pl'],
  ['state of the art in retrieval-augmented generation', 'sota', 'ml'],
  ['recent advances in post-quantum cryptography', 'sota', 'security'],
  ['how do teams do chaos engineering', 'practitioner', 'systems'],
  ['best practices for secrets management in Kubernetes', 'practitioner', 'systems'],
  ['how to migrate a monolith to microservices', 'practitioner', 'systems'],
  ['history of type systems', 'historical', 'pl'],
  ['How did the actor model evolve?', 'historical', 'pl'],
  ['origins of object-oriented programming', 'historical', 'pl'],
  ['how does an LSM tree work internally', 'mechanism', 'db'],
  ['how do databases implement MVCC', 'mechanism', 'db'],
  ['how does the TLS 1.3 handshake work', 'mechanism', 'security'],
];

describe('shape and subfield', () => {
  test.each(TOPICS)('%s: %s, %s', (topic, shape, subfield) => {
    const { shape: s, subfield: f } = of(topic);
    expect([s, f]).toEqual([shape, subfield]);
  });

  test('a word of Object.prototype is a word like any other', () => {
    expect(of('constructor toString __proto__')).toMatchObject({ shape: 'survey', subfield: 'systems' });
    expect(subfieldOf('general relativity')).toBe('systems');
  });

  test('a chosen reading decides', () => {
    const topic = 'Rust';
    expect(understand({ topic, request: request(topic), reading: 'the Rust programming language' })).toMatchObject({
      subfield: 'pl',
    });
  });
});

describe('the phrase of a topic', () => {
  test.each([
    ['efficient attention for long sequences', 'efficient attention for long sequences'],
    ['how does an LSM tree work internally', 'an LSM tree'],
    ['state of the art in retrieval-augmented generation', 'retrieval-augmented generation'],
    ['how do teams do chaos engineering', 'chaos engineering'],
    ['how do real teams test microservices', 'testing microservices'],
    ['history of type systems', 'type systems'],
    ['What is the best way to handle database schema migrations?', 'database schema migrations'],
    [
      'What are the best algorithms for approximate nearest neighbor search as of 2025?',
      'approximate nearest neighbor search',
    ],
    ['how do databases implement MVCC', 'MVCC in databases'],
    ['How do LSM-trees handle write amplification?', 'write amplification in LSM-trees'],
    ['how does Kubernetes schedule pods', 'scheduling pods in Kubernetes'],
    ['research data management', 'research data management'],
    ['Code review in practice', 'Code review'],
    ['How do teams run LSM engines in production?', 'LSM engines'],
    ['How do garbage collectors keep pauses short?', 'keeping pauses short in garbage collectors'],
    ['I want to understand how CRDTs work. My team builds an editor.', 'CRDTs'],
    ['注意力机制的最新进展', '注意力机制'],
    ['Stand der Technik bei der Anomalieerkennung', 'Anomalieerkennung'],
  ])('%s → %s', (topic, phrase) => {
    expect(topicPhrase(topic).phrase).toBe(phrase);
  });

  test('what stays a question is quoted', () => {
    expect(topicPhrase('Why do neural networks generalize?')).toMatchObject({
      phrase: 'the question “why do neural networks generalize”',
      isQuestion: true,
    });
  });

  test('a long topic is cut at a boundary', () => {
    const { phrase } = topicPhrase(
      'scheduling of heterogeneous deep learning training jobs on shared clusters with fairness guarantees under strict latency targets for many tenants',
    );
    expect(phrase.split(' ').length).toBeLessThanOrEqual(14);
    expect(phrase).toMatch(/^scheduling of heterogeneous/);
    expect(phrase).not.toMatch(/\b(?:with|under|for|on)$/);
  });
});

describe('comparisons', () => {
  test.each([
    ['Raft vs Paxos', ['Raft', 'Paxos'], '', []],
    ['tokio vs smol vs async-std', ['tokio', 'smol', 'async-std'], '', []],
    ['Raft versus Paxos', ['Raft', 'Paxos'], '', []],
    ['performance of Rust vs Go for web servers', ['Rust', 'Go'], 'for web servers', ['performance']],
    ['difference between TCP and QUIC for video streaming', ['TCP', 'QUIC'], 'for video streaming', []],
    [
      'Compare Kafka, Pulsar and RabbitMQ in terms of throughput, durability and operational cost',
      ['Kafka', 'Pulsar', 'RabbitMQ'],
      '',
      ['performance', 'cost', 'durability'],
    ],
    ['HNSW compared to IVF: latency and memory usage', ['HNSW', 'IVF'], '', ['performance', 'cost']],
    ['static vs dynamic typing', ['static typing', 'dynamic typing'], '', []],
    [
      'Consensus protocols: Raft vs Multi-Paxos vs EPaxos',
      ['Raft', 'Multi-Paxos', 'EPaxos'],
      'as consensus protocols',
      [],
    ],
    ['Which is better for ML, Python or Julia?', ['Python', 'Julia'], 'for ML', []],
    ['LoRA or full fine-tuning', ['LoRA', 'full fine-tuning'], '', []],
    [
      'trade-offs between consistency and availability in distributed databases',
      ['consistency', 'availability'],
      'in distributed databases',
      [],
    ],
    ['A vs B vs C vs D vs E vs F', ['A', 'B', 'C', 'D', 'E'], '', []],
  ])('%s', (topic, subjects, scope, axes) => {
    expect(parseComparison(topic)).toEqual({ subjects, scope, axes });
  });

  test.each([
    'efficient attention',
    'training with or without supervision',
    'search and rescue robots',
    'vs',
    'Raft vs',
    '',
  ])('%s compares nothing', (topic) => {
    expect(parseComparison(topic)).toBeNull();
  });
});

describe('language', () => {
  test.each([
    ['efficient attention for long sequences', 'en'],
    ['Raft', 'en'],
    ['de novo assembly', 'en'],
    ['Stand der Technik bei der Anomalieerkennung', 'de'],
    ['Wie funktioniert die Speicherbereinigung in Java', 'de'],
    ['comment fonctionne le ramasse-miettes de la JVM', 'fr'],
    ['cómo funciona el recolector de basura en Java', 'es'],
    ['como funciona a coleta de lixo em Java e quais são as opções', 'pt'],
    ['come funziona la garbage collection della JVM', 'it'],
    ['как работает сборка мусора', 'ru'],
    ['注意力机制的最新进展', 'zh'],
    ['注意機構の最新動向', 'ja'],
    ['가비지 컬렉션', 'ko'],
    ['λ-calculus with subtyping', 'en'],
    ['123', 'en'],
  ])('%s: %s', (text, tag) => {
    expect(languageOf(text)).toBe(tag);
  });
});

describe('a model’s answer', () => {
  const input = { topic: 'Raft vs Paxos', request: request('Raft vs Paxos'), reading: null };
  const good = {
    restatement: 'Compare them.',
    shape: 'comparative',
    subfield: 'distributed',
    subjects: ['Raft', 'Paxos', 'raft'],
    axes: ['cost'],
    language: 'EN-us',
  } as const;

  test('is taken, its lists without repeats', () => {
    expect(understandRole.accept({ ...good, subjects: [...good.subjects], axes: ['cost'] }, input)).toEqual({
      ...good,
      subjects: ['Raft', 'Paxos'],
      axes: ['cost'],
      language: 'en',
    });
  });

  test('what it leaves out is read from the topic', () => {
    expect(understandRole.accept({ shape: 'comparative', subfield: 'db' }, input)).toMatchObject({
      subfield: 'db',
      subjects: ['Raft', 'Paxos'],
      language: 'en',
    });
  });

  test('a comparison of one thing is rejected with the reason', () => {
    expect(() => understandRole.accept({ ...good, subjects: ['Raft'], axes: [] }, input)).toThrow(AnswerRejected);
  });
});
