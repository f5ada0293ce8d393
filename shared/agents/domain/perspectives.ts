import type { Kind, Shape } from '../../contracts/enums.ts';

/** A side of a topic that a reader of each shape of question has a right to. */
export interface Perspective {
  readonly name: string;
  /** Found in a text, it is covered there. */
  readonly pattern: RegExp;
  readonly kind: Kind;
  readonly question: (topic: string) => string;
}

const PERSPECTIVES = {
  evaluation: {
    name: 'measured results',
    pattern: /\b(?:evaluat\w+|experiments?|benchmark\w*|measur\w+|results? show|outperform\w*|compared (?:to|with))\b/i,
    kind: 'comparative',
    question: (topic) => `Which measurements compare approaches to ${topic}, and under which conditions?`,
  },
  cost: {
    name: 'cost',
    pattern:
      /\b(?:cost|memory|running time|latency|throughput|speed\w*|overhead|faster|slower|efficien\w+|complexity|bandwidth|energy)\b/i,
    kind: 'comparative',
    question: (topic) => `What does ${topic} cost in time, memory and effort?`,
  },
  scalability: {
    name: 'scalability',
    pattern:
      /\b(?:scal(?:e|es|able|ability|ing)|large-scale|billions?|millions?|distributed|growing|long (?:inputs|sentences|sequences))\b/i,
    kind: 'practical',
    question: (topic) => `How does ${topic} behave as size and load grow?`,
  },
  limitations: {
    name: 'limitations',
    pattern:
      /\b(?:limitations?|cannot|fails?|drawbacks?|weakness\w*|does not|do not|future work|shortcomings?|unclear|remains?)\b/i,
    kind: 'open-problems',
    question: (topic) => `Where does ${topic} fail, and which problems are open?`,
  },
  security: {
    name: 'security and safety',
    pattern: /\b(?:secur\w+|attack\w*|privacy|adversar\w+|vulnerab\w+|malicious|safety|trust\w*)\b/i,
    kind: 'open-problems',
    question: (topic) => `Which attacks and failures of security concern ${topic}?`,
  },
  reproducibility: {
    name: 'reproducibility',
    pattern:
      /\b(?:reproduc\w+|repeat(?:ed|able|ability|ing)|re-?r[au]n\w*|replicat(?:e|ed|ion study)|open[- ]source\w*|public(?:ly)?|available|released?|re-?implement\w+|re-?evaluat\w+|re-?examin\w+|(?:was|were|been|not) confirmed|independent\w*|(?:later|subsequent|follow-up) (?:\p{Ll}+ )?(?:benchmarks?|comparisons?|studies|work|measurements?))\b/iu,
    kind: 'comparative',
    question: (topic) => `Which results on ${topic} have been reproduced independently?`,
  },
  practice: {
    name: 'experience from practice',
    pattern:
      /\b(?:production|deploy\w+|in practice|industr\w+|practitioners?|case stud\w+|experience|lessons|at (?:Google|Facebook|Microsoft|Amazon)|users?)\b/i,
    kind: 'practitioner',
    question: (topic) => `What do teams report who run ${topic} in production?`,
  },
  recent: {
    name: 'recent work',
    pattern: /$^/,
    kind: 'sota',
    question: (topic) => `What is the most recent work on ${topic}?`,
  },
  origins: {
    name: 'how it began',
    pattern:
      /\b(?:first (?:introduced|proposed|described)|originally|seminal|early work|introduced by|pioneer\w*|dates back|decades?)\b/i,
    kind: 'historical',
    question: (topic) => `Which works founded ${topic}?`,
  },
  theory: {
    name: 'formal guarantees',
    pattern:
      /\b(?:prov(?:e|es|ed|able)|theorem|guarantee\w*|bounds?|complexity|np-\w+|formal\w*|correctness|optimal\w*)\b/i,
    kind: 'theoretical',
    question: (topic) => `Which guarantees and bounds are proved for ${topic}?`,
  },
} as const satisfies Record<string, Perspective>;

export type PerspectiveName = keyof typeof PERSPECTIVES;

export const perspective = (name: PerspectiveName): Perspective => PERSPECTIVES[name];

/** Required for each shape, and welcome: only a required one can be critical. */
export const CHECKLIST: Readonly<
  Record<Shape, { readonly required: readonly PerspectiveName[]; readonly welcome: readonly PerspectiveName[] }>
> = {
  survey: { required: ['evaluation', 'limitations'], welcome: ['cost', 'recent', 'reproducibility', 'practice'] },
  comparative: {
    required: ['evaluation', 'cost'],
    welcome: ['scalability', 'practice', 'limitations', 'reproducibility'],
  },
  sota: { required: ['evaluation', 'recent'], welcome: ['limitations', 'reproducibility', 'cost'] },
  practitioner: { required: ['practice', 'cost'], welcome: ['limitations', 'security', 'scalability'] },
  historical: { required: ['origins'], welcome: ['recent', 'evaluation'] },
  mechanism: { required: ['evaluation', 'limitations'], welcome: ['cost', 'theory', 'scalability'] },
};
