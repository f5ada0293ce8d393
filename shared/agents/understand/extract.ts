import type { Shape } from '../../contracts/enums.ts';
import { applyReading } from '../ambiguity/extract.ts';
import type { UnderstandInput, Understanding } from '../inputs.ts';
import { axesNamed } from './axes.ts';
import { parseComparison } from './comparison.ts';
import { languageOf } from './language.ts';
import { shapeOf } from './shape.ts';
import { subfieldOf } from './subfield.ts';
import { topicPhrase } from './topic.ts';
import { listed } from './words.ts';

/** What a topic asks for, read from its words alone. */
export function understand(input: UnderstandInput): Understanding {
  const topic = applyReading(input.topic, input.reading);
  const shape = shapeOf(topic);
  const comparison = shape === 'comparative' ? parseComparison(topic) : null;
  return {
    restatement: restated(topic, shape, comparison?.subjects ?? [], comparison?.scope ?? ''),
    shape,
    subfield: subfieldOf(topic),
    subjects: comparison?.subjects ?? [],
    axes: shape === 'comparative' ? (comparison?.axes ?? axesNamed(topic)) : [],
    language: languageOf(input.topic),
  };
}

function restated(topic: string, shape: Shape, subjects: readonly string[], scope: string): string {
  const { phrase, isQuestion } = topicPhrase(topic);
  if (isQuestion && subjects.length < 2) return `Answer ${phrase}, with the evidence for and against.`;
  switch (shape) {
    case 'comparative':
      return subjects.length > 1
        ? `Compare ${listed(subjects)}${scope === '' ? '' : ` ${scope}`} and say when to prefer which.`
        : `Compare ${phrase} and say when to prefer which.`;
    case 'sota':
      return `Establish what currently works best in ${phrase}, on what evidence, and which claims are contested.`;
    case 'practitioner':
      return `Find out how teams go about ${phrase}: patterns, mistakes, tools and outcomes.`;
    case 'historical':
      return `Trace how ${phrase} came about: origins, turning points and what remains of them.`;
    case 'mechanism':
      return `Explain how ${phrase} works inside, stage by stage, with its guarantees and costs.`;
    default:
      return `Survey the main approaches to ${phrase}, their trade-offs and the open problems.`;
  }
}
