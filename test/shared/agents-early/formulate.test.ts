import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decompose } from '../../../shared/agents/decompose/extract.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import { formulate, MOST_WORDS, tellingTerms } from '../../../shared/agents/formulate/extract.ts';
import { formulateRole } from '../../../shared/agents/formulate/role.ts';
import { contentWords } from '../../../shared/agents/understand/words.ts';
import { Source } from '../../../shared/contracts/enums.ts';
import { buildPlan } from '../../../shared/plan/build.ts';
import { answered, goalOf, nodeOf } from './support.ts';

const queryOf = (topic: string, question: string, source: Source = 'library', titles: readonly string[] = []) =>
  formulate({
    goal: goalOf(topic),
    node: nodeOf(question),
    source,
    predecessors: titles.length > 0 ? [answered('SQ9', titles)] : [],
  }).query;

describe('the terms a query is about', () => {
  const asked =
    'Which implementations, systems and tools exist for zorbing meshes, and how do they behave in practice?';

  test('are the topic’s, without those that any question has', () => {
    expect(tellingTerms(goalOf('zorbing meshes'), asked, 'zorbing meshes implementations system model proof')).toEqual(
      tellingTerms(goalOf('zorbing meshes'), asked, 'zorbing meshes'),
    );
    expect(tellingTerms(goalOf('zorbing meshes'), asked, 'zorbing meshes')).toHaveLength(2);
  });

  test('hold a name that the query writes out', () => {
    const found = tellingTerms(goalOf('RAG'), 'How is RAG evaluated?', 'RAG retrieval augmented generation');
    expect(found).toEqual(expect.arrayContaining(['rag', 'retriev', 'gener']));
  });

  test('are none for a topic of general words', () => {
    expect(tellingTerms(goalOf('system design'), asked, 'system design implementations')).toEqual([]);
  });
});

describe('a query', () => {
  test('holds the topic’s words and those of the sub-question, not those that frame it', () => {
    const query = queryOf(
      'efficient attention for long sequences',
      'How does work on sparse attention approach efficient attention for long sequences, and what results does it report?',
    );
    expect(query).toBe('attention long sequences sparse efficient');
  });

  test('is short where all words must occur, longer where any may', () => {
    const question =
      'Which implementations, deployments, throughput measurements and memory layouts exist for statistical machine translation word reordering?';
    const lengths = Source.options.map(
      (source) => queryOf('statistical machine translation word reordering', question, source).split(' ').length,
    );
    expect(Object.fromEntries(Source.options.map((source, at) => [source, lengths[at]]))).toEqual({
      arxiv: 7,
      scholarly: 8,
      web: 10,
      community: 5,
      github: 4,
      library: 8,
    });
    expect(queryOf('statistical machine translation word reordering', question, 'github')).toContain('reordering');
  });

  test('of a dependent node takes up what the answers before found', () => {
    const titles = ['FlashAttention tiling', 'Tiling for fast kernels', 'Hydra'];
    expect(queryOf('efficient attention', 'What are the trade-offs in speed?', 'web', titles)).toBe(
      'attention trade-offs speed tiling',
    );
    expect(queryOf('efficient attention', 'What are the trade-offs in speed?', 'library', titles)).toMatch(/ tiling$/);
    expect(queryOf('efficient attention', 'What are the trade-offs in speed?', 'github', titles)).not.toContain(
      'iling',
    );
  });

  test('of a library takes little of what every field could ask', () => {
    const question = 'Which algorithms, models, methods, limits and costs of hedged requests are known?';
    expect(queryOf('tail latency', question, 'library')).toBe('tail latency algorithms models hedged requests');
    expect(queryOf('tail latency', 'Which limitations and open problems remain?', 'library')).toMatch(
      /^tail latency limitations /,
    );
  });

  test('takes from the works before no word of any field, and none that few of their titles share', () => {
    const titles = ['Space/Time Trade-offs of X', 'Trade-Offs Revisited', 'Spaces One', 'Spaces One', 'B', 'C', 'D'];
    const query = queryOf('tail latency', 'Which hedged requests are known?', 'library', titles);
    expect(query).toBe('tail latency hedged requests');
  });

  test('counts a compound of any field as one word of it, in whatever number', () => {
    expect(queryOf('tail latency', 'What are the trade-offs in quality and speed?', 'library')).toBe(
      'tail latency trade-offs model proof',
    );
  });

  test('of a comparison names the things compared', () => {
    expect(queryOf('Raft vs Paxos', 'How do Raft and Paxos differ in design and architecture?', 'arxiv')).toBe(
      'Raft Paxos design architecture',
    );
  });

  test('uses the reading that was chosen', () => {
    const goal = goalOf('Rust', 'the Rust programming language');
    expect(formulate({ goal, node: nodeOf('Which tools exist?'), source: 'web', predecessors: [] }).query).toMatch(
      /^Rust programming language/,
    );
  });

  test('of general words only is still a query', () => {
    expect(queryOf('system design', 'What is it?')).not.toBe('');
    expect(queryOf('the of and', 'why?')).toBe('the of and');
  });

  test('differs between the sub-questions of a plan, for every channel that has room', () => {
    for (const topic of [
      'efficient attention for long sequences',
      'how do teams do chaos engineering',
      'history of type systems',
      'how does an LSM tree work internally',
      'state of the art in retrieval-augmented generation',
    ]) {
      const goal = goalOf(topic);
      const { nodes } = buildPlan(decompose({ goal, rejected: null }), goal);
      for (const source of ['arxiv', 'scholarly', 'web', 'library'] as const) {
        const queries = nodes.slice(1).map((node) => formulate({ goal, node, source, predecessors: [] }).query);
        expect(new Set(queries).size).toBe(queries.length);
      }
    }
  });

  test('has at most twelve content words and no operator, whatever comes in', () => {
    const outcome = fc.check(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
        fc.string({ maxLength: 300 }),
        fc.constantFrom(...Source.options),
        (topic, question, source) => {
          const words = contentWords(topic);
          fc.pre(words.length > 0);
          const query = queryOf(topic, question || 'x', source);
          expect(query.split(' ').length).toBeLessThanOrEqual(MOST_WORDS);
          expect(query).not.toMatch(/["():\n]|^$/);
        },
      ),
    );
    expect(outcome.failed ? fc.defaultReportMessage(outcome) : '').toBe('');
  });
});

describe('a model’s query', () => {
  const input = { goal: goalOf('x'), node: nodeOf('y?'), source: 'web', predecessors: [] } as const;

  test('loses operators and what is too long', () => {
    expect(formulateRole.accept({ query: '"sparse attention" AND (linear OR kernel) site:evil' }, input).query).toBe(
      'sparse attention linear kernel site evil',
    );
    expect(
      formulateRole
        .accept({ query: Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ') }, input)
        .query.split(' '),
    ).toHaveLength(12);
  });

  test('without a word is rejected', () => {
    expect(() => formulateRole.accept({ query: ' of the ' }, input)).toThrow(AnswerRejected);
  });
});
