import type { Kind, Shape } from '../../contracts/enums.ts';
import { axisAsked, isAxis } from '../understand/axes.ts';
import { capitalised, listed } from '../understand/words.ts';
import { headOf } from './families.ts';

/** A sub-question before it has an id; `needs` are positions of earlier ones. */
export interface Facet {
  readonly question: string;
  readonly rationale: string;
  readonly kind: Kind;
  readonly needs: readonly number[];
}

/** What the templates are filled with. */
export interface Outline {
  /** The topic as a noun phrase, or a quoted question. */
  readonly topic: string;
  readonly isQuestion: boolean;
  readonly families: readonly string[];
  readonly stages: readonly string[];
  readonly subjects: readonly string[];
  /** " for web servers", or nothing. */
  readonly scope: string;
  readonly axes: readonly string[];
  /** The topic's words beside the things compared; axes are asked for in them. */
  readonly asked: string;
}

const facet = (kind: Kind, question: string, rationale: string, needs: readonly number[] = []): Facet => ({
  kind,
  question,
  rationale,
  needs,
});

/** The seed's decomposition heuristics. */
const TEMPLATES: Readonly<Record<Shape, (outline: Outline) => Facet[]>> = {
  survey,
  comparative,
  sota,
  practitioner,
  historical,
  mechanism,
};

/** The facets of a topic by its shape; a question that names no subject of its own is answered, whatever its shape. */
export function facetsOf(shape: Shape, outline: Outline): Facet[] {
  return outline.isQuestion && outline.subjects.length < 2 ? question(outline) : TEMPLATES[shape](outline);
}

/** A question that is no noun phrase: proposed answers, evidence, conditions, what remains open. */
function question({ topic }: Outline): Facet[] {
  return [
    facet('theoretical', `Which answers and explanations have been proposed to ${topic}?`, 'The candidates.'),
    facet('theoretical', `Which theoretical results and models bear on ${topic}?`, 'What can be derived.'),
    facet(
      'comparative',
      `Which experiments and measurements bear on ${topic}, and what do they show?`,
      'What was observed.',
    ),
    facet(
      'comparative',
      `Under which conditions do the proposed answers to ${topic} hold or fail?`,
      'Needs the answers and the observations.',
      [0, 2],
    ),
    facet(
      'open-problems',
      `What remains open or contested about ${topic}?`,
      'Follows from where the answers fail.',
      [3],
    ),
  ];
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Four approach families (general facets where none is known), trade-offs, open problems. */
function survey({ topic, families }: Outline): Facet[] {
  const general = [
    facet(
      'theoretical',
      `Which algorithms, models and methods have been proposed for ${topic}, and how do they work?`,
      'Says what there is to choose from.',
    ),
    facet(
      'theoretical',
      `Which main classes of approaches to ${topic} are distinguished, and which assumptions do they make?`,
      'Gives the field its order.',
    ),
    facet(
      'comparative',
      `Which data sets, benchmarks and measures are used to evaluate ${topic}, and which results are reported?`,
      'Says how claims are tested.',
    ),
    facet(
      'practical',
      `Which implementations, systems and tools exist for ${topic}, and how do they behave in practice?`,
      'Says what has left the laboratory.',
    ),
  ];
  const own = families.map((family) =>
    facet(
      'theoretical',
      `How does work on ${family} approach ${topic}, and what results does it report?`,
      `One family of approaches: ${headOf(family)}.`,
    ),
  );
  const parts = [...own, ...general.slice(0, Math.max(0, 4 - own.length))];
  const all = upTo(parts.length);
  return [
    ...parts,
    facet(
      'comparative',
      `What are the trade-offs between the approaches to ${topic}, for example in quality, speed, memory and complexity?`,
      'Weighs the approaches against each other, so it needs them all.',
      all,
    ),
    facet(
      'open-problems',
      `Which limitations, open problems and future directions remain in ${topic}?`,
      'Follows from what the approaches and their trade-offs leave open.',
      [parts.length],
    ),
  ];
}

const AXIS_KIND: Readonly<Record<string, Kind>> = {
  performance: 'comparative',
  correctness: 'theoretical',
  ergonomics: 'practitioner',
  ecosystem: 'practical',
  scalability: 'comparative',
  cost: 'practical',
  maturity: 'practitioner',
};
const MOST_AXES = 6;

/** Design, one sub-question an axis, and the choice that needs them all. */
function comparative({ topic, subjects, scope, axes, asked }: Outline): Facet[] {
  const things = subjects.length > 1 ? listed(subjects) : topic;
  const parts = [
    facet(
      'mechanism',
      `How do ${things} differ in design and architecture${scope}?`,
      'The other differences follow from the design.',
    ),
    ...axes.slice(0, MOST_AXES).map((axis) => {
      const detail = isAxis(axis) ? axisAsked(axis, asked) : axis;
      return facet(
        AXIS_KIND[axis] ?? 'comparative',
        `How do ${things} compare in ${detail}${scope}?`,
        `Axis of comparison: ${axis}.`,
      );
    }),
  ];
  const choice =
    subjects.length < 2
      ? `Which kinds of ${topic} suit which use${scope}, according to studies and users?`
      : subjects.length === 2
        ? `When is ${subjects[0]} the better choice and when ${subjects[1]}${scope}, according to studies and users?`
        : `When is each of ${things} the better choice${scope}, according to studies and users?`;
  return [
    ...parts,
    facet('practitioner', choice, 'Draws the conclusion from the axes, so it needs them all.', upTo(parts.length)),
  ];
}

/** What works best now, on what evidence, and what is contested. */
function sota({ topic, families }: Outline): Facet[] {
  const named = families.slice(0, 4).map(headOf);
  const such = named.length > 0 ? ` (${named.join('; ')})` : '';
  return [
    facet(
      'sota',
      `Which methods currently report the best results in ${topic}, and on which benchmarks?`,
      'Names the leaders and their numbers.',
    ),
    facet(
      'sota',
      `Which recent techniques and architectures${such} changed ${topic}, and why do they help?`,
      'Explains what is new rather than who leads.',
    ),
    facet(
      'comparative',
      `Which data sets, metrics and baselines are used to evaluate ${topic}, and how reliable are they?`,
      'Says what the reported numbers are worth.',
    ),
    facet(
      'practical',
      `Which implementations and deployments of ${topic} exist, and what do they cost to run?`,
      'Shows what holds outside of papers.',
    ),
    facet(
      'open-problems',
      `Which claims about ${topic} are contested, fail to replicate or hold only under narrow conditions?`,
      'Needs the claims and the way they are evaluated.',
      [0, 2],
    ),
  ];
}

/** Patterns, anti-patterns, tooling, case studies. */
function practitioner({ topic }: Outline): Facet[] {
  return [
    facet('practitioner', `Which patterns and practices do teams follow in ${topic}?`, 'The practice itself.'),
    facet(
      'practitioner',
      `Which mistakes and anti-patterns do teams report in ${topic}, and what do they cost?`,
      'Read against the patterns that they miss.',
      [0],
    ),
    facet('practical', `Which tools and platforms support ${topic}, and what are their limits?`, 'The tooling.'),
    facet(
      'practitioner',
      `Which case studies and experience reports describe ${topic} in production, and which outcomes do they report?`,
      'Shows what patterns and tools achieve together.',
      [0, 2],
    ),
  ];
}

/** Backwards to the seminal work, forwards to what remains. */
function historical({ topic, families }: Outline): Facet[] {
  const named = families.slice(0, 4).map(headOf);
  const such = named.length > 0 ? ` (${named.join('; ')})` : '';
  return [
    facet('historical', `Which problems and seminal works gave rise to ${topic}?`, 'The origin.'),
    facet(
      'historical',
      `Which turning points and key ideas shaped the development of ${topic}?`,
      'Starts from the seminal work.',
      [0],
    ),
    facet(
      'historical',
      `Which competing lines of work on ${topic} emerged${such}, and how did they differ?`,
      'The branches of the same origin.',
      [0],
    ),
    facet(
      'historical',
      `Which early ideas about ${topic} persist today, and which were abandoned and why?`,
      'Needs the whole course of events.',
      [1, 2],
    ),
  ];
}

/** The stages of the mechanism, then its guarantees and its costs. */
function mechanism({ topic, stages }: Outline): Facet[] {
  if (stages.length >= 3) {
    const parts = stages
      .slice(0, 4)
      .map((stage, at) =>
        facet(
          'mechanism',
          `${capitalised(stage)}: what happens at this stage of ${topic}, and how?`,
          `Stage ${at + 1}: ${headOf(stage)}.`,
        ),
      );
    return [
      ...parts,
      facet(
        'comparative',
        `What determines the performance, cost and limits of ${topic}, and how do implementations differ?`,
        'Follows from how the stages work together.',
        upTo(parts.length),
      ),
    ];
  }
  return [
    facet(
      'mechanism',
      `Which concepts, components and data structures does ${topic} rest on?`,
      'The parts, before their interplay.',
    ),
    facet(
      'mechanism',
      `What happens step by step in ${topic}, and which algorithms carry it out?`,
      'The interplay of the parts.',
      [0],
    ),
    facet(
      'theoretical',
      `Which guarantees and invariants hold in ${topic}, and how are failures and edge cases handled?`,
      'What the steps are there to ensure.',
      [1],
    ),
    facet(
      'comparative',
      `What determines the performance and cost of ${topic}, and how do implementations differ?`,
      'What the steps cost.',
      [1],
    ),
  ];
}
