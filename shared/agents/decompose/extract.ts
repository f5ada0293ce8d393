import type { Subfield } from '../../contracts/enums.ts';
import { applyReading } from '../ambiguity/extract.ts';
import type { DecomposeInput, DraftPlan } from '../inputs.ts';
import type { Axis } from '../understand/axes.ts';
import { parseComparison } from '../understand/comparison.ts';
import { topicPhrase } from '../understand/topic.ts';
import { areaOf } from './area-of.ts';
import { familiesOf } from './families.ts';
import { facetsOf, type Outline } from './templates.ts';

/** The axes of a comparison whose topic names none: what decides in the subfield, three of the seed's seven. */
const DEFAULT_AXES: Readonly<Record<Subfield, readonly Axis[]>> = {
  ml: ['performance', 'scalability', 'cost'],
  systems: ['performance', 'scalability', 'maturity'],
  pl: ['performance', 'ergonomics', 'ecosystem'],
  theory: ['performance', 'correctness', 'scalability'],
  security: ['correctness', 'performance', 'maturity'],
  hci: ['ergonomics', 'performance', 'maturity'],
  distributed: ['performance', 'correctness', 'ergonomics'],
  graphics: ['performance', 'correctness', 'cost'],
  db: ['performance', 'correctness', 'scalability'],
  networks: ['performance', 'correctness', 'scalability'],
  compilers: ['performance', 'correctness', 'maturity'],
};

/** The plan of a goal by its shape's template. A rejected plan is drawn again without what made it particular. */
export function decompose(input: DecomposeInput): DraftPlan {
  const { goal } = input;
  const outline = outlineOf(input);
  const facets = facetsOf(goal.question_shape, outline);
  return {
    nodes: facets.map((facet, at) => ({
      id: `SQ${at + 1}`,
      question: facet.question,
      rationale: facet.rationale,
      kind: facet.kind,
      depends_on: facet.needs.map((need) => `SQ${need + 1}`),
    })),
  };
}

function outlineOf(input: DecomposeInput): Outline {
  const { goal } = input;
  const topic = applyReading(goal.topic, goal.reading);
  const { phrase, search, isQuestion } = topicPhrase(topic);
  const area = input.rejected === null ? areaOf(search) : null;
  const vocabulary = input.rejected === null ? (input.vocabulary ?? []) : [];
  const scope = goal.subjects.length > 1 ? (parseComparison(topic)?.scope ?? '') : '';
  return {
    topic: phrase,
    isQuestion,
    families: familiesOf(search, area, vocabulary),
    stages: area?.stages ?? [],
    subjects: goal.subjects,
    scope: scope === '' ? '' : ` ${scope}`,
    axes: goal.axes.length > 0 ? goal.axes : DEFAULT_AXES[goal.cs_subfield],
    asked: goal.subjects.reduce((rest, subject) => rest.replace(subject, ' '), topic),
  };
}
