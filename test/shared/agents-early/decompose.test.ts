import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaOf } from '../../../shared/agents/decompose/area-of.ts';
import { KNOWN_AREAS } from '../../../shared/agents/decompose/areas.ts';
import { decompose } from '../../../shared/agents/decompose/extract.ts';
import { familiesOf } from '../../../shared/agents/decompose/families.ts';
import { decomposeRole } from '../../../shared/agents/decompose/role.ts';
import { vocabularyOf } from '../../../shared/agents/decompose/vocabulary.ts';
import { AnswerRejected } from '../../../shared/agents/errors.ts';
import { Shape, Subfield } from '../../../shared/contracts/enums.ts';
import { buildPlan } from '../../../shared/plan/build.ts';
import { wavesOf } from '../../../shared/plan/waves.ts';
import { terms } from '../../../shared/text/tokenise.ts';
import { goalOf } from './support.ts';

const planOf = (topic: string, vocabulary?: readonly string[]) => {
  const goal = goalOf(topic);
  return decompose({ goal, rejected: null, ...(vocabulary ? { vocabulary } : {}) });
};
const kinds = (topic: string) => planOf(topic).nodes.map((node) => node.kind);

describe('plans by shape', () => {
  test('survey: approach families, then their trade-offs, then what remains open', () => {
    const { nodes } = planOf('efficient attention for long sequences');
    expect(nodes.map((node) => node.kind)).toEqual([
      'theoretical',
      'theoretical',
      'theoretical',
      'theoretical',
      'comparative',
      'open-problems',
    ]);
    expect(nodes[4]!.depends_on).toEqual(['SQ1', 'SQ2', 'SQ3', 'SQ4']);
    expect(nodes[5]!.depends_on).toEqual(['SQ5']);
    expect(nodes[0]!.question).toContain('sparse attention');
  });

  test('survey of something unknown: general facets that differ', () => {
    const { nodes } = planOf('GPU scheduling for deep learning clusters');
    expect(nodes).toHaveLength(6);
    expect(new Set(nodes.map((node) => node.question)).size).toBe(6);
    for (const node of nodes) expect(node.question).toContain('GPU scheduling for deep learning clusters');
  });

  test('comparative: design, axes, and the choice that needs them all', () => {
    const { nodes } = planOf('Raft vs Paxos');
    expect(nodes).toHaveLength(5);
    for (const node of nodes) expect(node.question).toMatch(/Raft.*Paxos/);
    expect(nodes.at(-1)!.depends_on).toEqual(['SQ1', 'SQ2', 'SQ3', 'SQ4']);
  });

  test.each([
    ['Raft vs Paxos in terms of energy use', 'How do Raft and Paxos compare in energy use?'],
    ['Rust vs Go: memory usage', 'How do Rust and Go compare in memory usage?'],
    ['Postgres vs MySQL in terms of security and licensing', 'How do Postgres and MySQL compare in licensing?'],
    // The axis spelled out has the word already, or the word is no noun.
    ['Raft vs Paxos in terms of latency', 'How do Raft and Paxos compare in performance, such as throughput'],
    ['Raft vs Paxos: cost', 'How do Raft and Paxos compare in cost, such as memory'],
    ['which is faster, Raft or Paxos', 'How do Raft and Paxos compare in performance, such as throughput'],
  ])('%s asks for what was named, not for the wider axis', (topic, question) => {
    expect(planOf(topic).nodes.filter((node) => node.question.startsWith(question))).toHaveLength(1);
  });

  test('comparative with axes of the user: one sub-question each', () => {
    const { nodes } = planOf(
      'Compare Kafka, Pulsar and RabbitMQ in terms of throughput, durability and operational cost',
    );
    expect(
      nodes.map((node) => node.question).filter((question) => /durability|cost|performance/.test(question)),
    ).toHaveLength(3);
    const many = decompose({
      goal: { ...goalOf('A vs B'), axes: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'] },
      rejected: null,
    });
    expect(many.nodes).toHaveLength(8);
    const one = decompose({ goal: { ...goalOf('A vs B'), axes: ['cost'] }, rejected: null });
    expect(one.nodes).toHaveLength(3);
  });

  test('state of the art: contested claims need the results and how they are measured', () => {
    const { nodes } = planOf('state of the art in retrieval-augmented generation');
    expect(nodes.map((node) => node.kind)).toEqual(['sota', 'sota', 'comparative', 'practical', 'open-problems']);
    expect(nodes.at(-1)!.depends_on).toEqual(['SQ1', 'SQ3']);
  });

  test('practitioner: patterns, anti-patterns, tooling, case studies', () => {
    const { nodes } = planOf('how do teams do chaos engineering');
    const words = ['patterns', 'anti-patterns', 'tools', 'case studies'];
    expect(nodes.map((node, at) => node.question.includes(words[at]!))).toEqual([true, true, true, true]);
    expect(nodes.map((node) => node.depends_on)).toEqual([[], ['SQ1'], [], ['SQ1', 'SQ3']]);
  });

  test('historical: from the seminal work forwards', () => {
    expect(kinds('history of type systems')).toEqual(Array(4).fill('historical'));
    expect(planOf('history of type systems').nodes[3]!.depends_on).toEqual(['SQ2', 'SQ3']);
  });

  test('mechanism: the stages that are known, or parts, steps, guarantees and costs', () => {
    const known = planOf('how does an LSM tree work internally').nodes;
    expect(known.map((node) => node.question).join(' ')).toMatch(/memtable.*SSTables.*[Cc]ompaction.*Bloom/);
    expect(known.at(-1)!.depends_on).toHaveLength(known.length - 1);
    expect(planOf('how does Kubernetes schedule pods').nodes.map((node) => node.depends_on)).toEqual([
      [],
      ['SQ1'],
      ['SQ2'],
      ['SQ2'],
    ]);
  });

  test('a question that is no phrase is answered with its evidence', () => {
    const { nodes } = planOf('why do neural networks generalize');
    expect(nodes[0]!.question).toContain('the question “why do neural networks generalize”');
    expect(nodes.at(-1)!.depends_on).toEqual(['SQ4']);
  });

  test('a reading stands in the place of its term', () => {
    const goal = goalOf('Rust', 'the Rust programming language');
    for (const node of decompose({ goal, rejected: null }).nodes)
      expect(node.question).toContain('the Rust programming language');
  });
});

test('any goal gives a valid plan of 3–8 different questions with some of them waiting', () => {
  const words = fc.constantFrom(
    'cache',
    'Rust',
    'vs',
    'how',
    'of',
    'the',
    'LSM',
    '注意',
    '“quoted”',
    'a/b',
    'or',
    'history',
    'state',
    '???',
    'constructor',
    'is',
  );
  const topics = fc.array(words, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '));
  const outcome = fc.check(
    fc.property(
      topics,
      fc.constantFrom(...Shape.options),
      fc.constantFrom(...Subfield.options),
      fc.array(words, { maxLength: 3 }),
      (topic, question_shape, cs_subfield, axes) => {
        const goal = { ...goalOf(topic), question_shape, cs_subfield, axes };
        const draft = decompose({ goal, rejected: null });
        const plan = buildPlan(draft, goal);
        expect(wavesOf(plan.nodes).length).toBeGreaterThan(1);
        expect(
          new Set(draft.nodes.map((node) => node.question)).size + axes.length - new Set(axes).size,
        ).toBeGreaterThanOrEqual(draft.nodes.length);
        expect(
          decomposeRole.accept(
            { nodes: draft.nodes.map((node) => ({ ...node, depends_on: [...node.depends_on] })) },
            { goal, rejected: null },
          ),
        ).toEqual(draft);
      },
    ),
    { numRuns: 200 },
  );
  expect(outcome.failed ? fc.defaultReportMessage(outcome) : '').toBe('');
});

describe('families', () => {
  const vocabulary = [
    'maximum entropy',
    'part-of-speech tagging',
    'penn treebank',
    'hidden Markov model',
    'natural language',
    'POS taggers',
    'decision tree',
  ];

  test('come from the vocabulary when the field is not known, without data, measures and the topic itself', () => {
    expect(familiesOf('voting by committee', null, ['tagging accuracy', ...vocabulary])).toEqual([
      'maximum entropy',
      'part-of-speech tagging',
      'hidden Markov models',
      'POS taggers',
    ]);
    expect(familiesOf('part-of-speech tagging', null, vocabulary)).toEqual([
      'maximum entropy',
      'hidden Markov models',
      'decision trees',
    ]);
  });

  test('of a known field give way to what the library holds when it holds few of them', () => {
    const foreign = Array.from({ length: 24 }, (_, at) => `quaint notion${at}`);
    expect(familiesOf('query optimization', areaOf('query optimization'), foreign)[0]).toBe('quaint notion0');
    expect(familiesOf('query optimization', areaOf('query optimization'), [])[0]).toContain('plan enumeration');
  });

  test('are named in the survey’s questions', () => {
    expect(planOf('tagging by committee', vocabulary).nodes[0]!.question).toContain('maximum entropy');
  });
});

describe('known fields', () => {
  test('each has three or four families and none or at least three stages', () => {
    expect(KNOWN_AREAS.length).toBeGreaterThanOrEqual(50);
    for (const area of KNOWN_AREAS) {
      expect(area.match.length).toBeGreaterThan(0);
      expect(area.families).toHaveLength(4);
      expect([0, 4]).toContain(area.stages.length);
    }
  });

  test.each([
    ['efficient attention for long sequences', 'attention'],
    ['LSM-trees', 'lsm tree'],
    ['statistical machine translation word reordering', 'statistical machine translation'],
    ['quantum error correction', 'quantum computing'],
    ['compaction in LSM trees', undefined],
    ['consensus among annotators in crowdsourcing', undefined],
    ['gardening', undefined],
  ])('%s: %s', (topic, name) => {
    expect(areaOf(topic)?.name).toBe(name);
  });
});

describe('the vocabulary of a library', () => {
  const about = (at: number) => ({
    title: `Tagging with maximum entropy ${at}`,
    abstract: `We tag words. A hidden Markov model is compared with maximum entropy tagging in natural language. ${at % 2 ? 'Unknown words are guessed by suffix analysis.' : ''}`,
  });
  const near = Array.from({ length: 10 }, (_, at) => about(at));
  const background = Array.from({ length: 30 }, (_, at) => ({
    title: `Parsing ${at}`,
    abstract: 'Trees in natural language are parsed.',
  }));

  test('puts what recurs here and not elsewhere first', () => {
    const found = vocabularyOf({ topic: 'tagging words', near, background });
    expect(found.slice(0, 2).join(' ').toLowerCase()).toMatch(/maximum entropy/);
    expect(found).toContain('hidden Markov model'.replace('Markov', 'markov'));
    expect(found.indexOf('natural language')).not.toBe(0);
  });

  test('is empty when too few records are about the topic, and the same in any order', () => {
    expect(vocabularyOf({ topic: 'queueing theory', near })).toEqual([]);
    expect(vocabularyOf({ topic: 'tagging words', near: [...near].reverse(), background })).toEqual(
      vocabularyOf({ topic: 'tagging words', near, background }),
    );
  });

  test('passes over records without a title or an abstract', () => {
    expect(vocabularyOf({ topic: 'tagging words', near: [{ title: null, abstract: null }, ...near] })).not.toEqual([]);
  });
});

describe('a model’s plan', () => {
  const input = { goal: goalOf('efficient attention'), rejected: null };
  const node = (id: string, depends_on: string[] = []) => ({
    id,
    question: `What of ${id}?`,
    rationale: 'r',
    kind: 'theoretical' as const,
    depends_on,
  });

  test('is renumbered, a root it wrote is left out', () => {
    const plan = decomposeRole.accept(
      { nodes: [node('root', ['q1']), node('q1'), node('q2', ['q1']), node('q3', ['q2', 'q1'])] },
      input,
    );
    expect(plan.nodes.map((n) => [n.id, n.depends_on])).toEqual([
      ['SQ1', []],
      ['SQ2', ['SQ1']],
      ['SQ3', ['SQ2', 'SQ1']],
    ]);
  });

  test.each([
    ['a cycle', [node('a', ['b']), node('b', ['a']), node('c')], /circle.*SQ1, SQ2/],
    ['two nodes', [node('a'), node('b')], /At least 3|at least 3/],
    ['nine nodes', Array.from({ length: 9 }, (_, at) => node(`q${at}`)), /at most 8/],
    ['an unknown dependency', [node('a'), node('b'), node('c', ['z'])], /c depends on z/],
    ['a repeated id', [node('a'), node('a'), node('c')], /used twice/],
    ['an empty question', [node('a'), node('b'), { ...node('c'), question: ' ' }], /needs a question/],
  ])('%s is rejected with the reason', (_, nodes, reason) => {
    expect(() => decomposeRole.accept({ nodes }, input)).toThrow(AnswerRejected);
    expect(() => decomposeRole.accept({ nodes }, input)).toThrow(reason);
  });

  test('the reason and library phrases stand in the next prompt, in document blocks only', () => {
    const prompt = decomposeRole.prompt({ ...input, rejected: 'It has a circle.', vocabulary: ['forged phrase'] });
    expect(prompt.documents[0]!.text).toContain('It has a circle.');
    expect(prompt.system + prompt.instruction).not.toContain('It has a circle.');
    expect(prompt.system + prompt.instruction).not.toContain('forged phrase');
    expect(prompt.documents.map((block) => block.text)).toContain('forged phrase');
  });
});

test('sub-questions ask for different words beside the topic’s', () => {
  for (const topic of [
    'efficient attention for long sequences',
    'how do teams do chaos engineering',
    'history of type systems',
    'state of the art in code generation',
    'Raft vs Paxos',
  ]) {
    const own = planOf(topic).nodes.map(
      (node) => new Set(terms(node.question).filter((term) => !terms(topic).includes(term))),
    );
    own.forEach((words, at) => {
      const others = own.filter((_, other) => other !== at);
      expect([...words].some((word) => others.every((other) => !other.has(word)))).toBe(true);
    });
  }
});
