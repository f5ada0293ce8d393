import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import { headingOf } from '../decompose/headings.ts';
import type { SynthesizeInput } from '../inputs.ts';
import type { Topicality } from '../topicality.ts';
import { leftUndone } from './answer.ts';
import { topicOf } from './opening.ts';
import { Pen } from './pen.ts';
import { notDone, PLACES } from './unanswered.ts';
import { closed, count, enumerate, numeral } from './wording.ts';

/**
 * The synthesis of a run that found nothing about its topic: that this is so, which words brought up what was found, and where
 * to look. Nothing is quoted, since what shares words by chance answers nothing.
 */
export function withoutAnswer(input: SynthesizeInput, { nearest, missing }: Topicality): Omit<Synthesis, 'references'> {
  const pen = new Pen([]);
  const topic = topicOf(input.goal.topic);
  const nodes = input.plan.nodes.filter((node) => node.id !== input.plan.root_id);
  const places = [...new Set(nodes.flatMap(({ sources }) => sources))].map((source) => PLACES[source]);
  const where = places.length === 0 ? '' : ` in ${enumerate(places)}`;
  const listed = nearest.filter(({ words }) => words.length > 0);
  const shared = [...new Set(listed.flatMap(({ words }) => words))];
  const answer: Sentence[] = [];
  if (input.partial !== null) answer.push(pen.ours(leftUndone(input.partial)));
  const found = input.records.length;
  const none =
    found === 0
      ? 'Nothing was found'
      : `${found === 1 ? 'The one work found is not' : `None of the ${numeral(found)} works found${where} is`}`;
  answer.push(pen.ours(`${none} about ${topic}, so this run does not answer it.`));
  if (shared.length > 0) {
    const lack = missing.length === 0 ? '' : `; none of the nearest has ${quoted(missing, 'or')}`;
    answer.push(pen.ours(`What came up shares single words with it (${quoted(shared, 'and')})${lack}.`));
    answer.push(pen.ours('The nearest works stand in the reading list, and nothing is concluded from them.'));
  }
  answer.push(
    pen.ours(
      input.goal.offline
        ? 'Nothing else was searched: works on it can be given with --library=PATH, and without --offline the live sources are asked.'
        : 'Other words for it, or works of your own given with --library=PATH, may lead further.',
    ),
  );
  return {
    topic: input.goal.topic,
    writer: 'extractive',
    partial: input.partial,
    answer,
    top_findings: [],
    unanswered: [
      {
        sq: null,
        text: `The topic as a whole: ${found === 0 ? 'nothing was found' : `none of the ${count(found, 'work')} found${where} is`} about ${topic}.`,
      },
      ...nodes.flatMap((node) => {
        const why = notDone(node);
        return why === null ? [] : [{ sq: node.id, text: `${closed(headingOf(node.question))} ${why}` }];
      }),
    ],
    sections: [],
    table: [],
    tensions: [],
    gaps: [],
    reading_list: listed.map(({ work, words }) => ({
      paper: work.id,
      reason: `comes nearest by ${quoted(words, 'and')}, and is about something else`,
    })),
  };
}

function quoted(words: readonly string[], joint: string): string {
  const marked = words.map((word) => `“${word}”`);
  return marked.length < 2 ? marked.join('') : `${marked.slice(0, -1).join(', ')} ${joint} ${marked.at(-1)}`;
}

/** The first sentence where what was found has a part of the topic only. */
export function partOnly(input: SynthesizeInput, { isNear, missing }: Topicality): string {
  const near = input.records.filter(({ id }) => isNear(id)).length;
  const lack = missing.length === 0 ? '' : ` (none of the nearest has ${quoted(missing, 'or')})`;
  const come = `${near === 0 ? 'none comes' : near === 1 ? 'one comes' : `${numeral(near)} come`} near ${topicOf(input.goal.topic)}`;
  return `Of the ${count(input.records.length, 'work')} found ${come}, and hardly one is about the whole of it${lack}: what follows is what is nearest, not an answer to lean on.`;
}
