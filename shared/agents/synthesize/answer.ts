import type { Sentence } from '../../contracts/synthesis.ts';
import { midSentence } from '../reader/phrases.ts';
import type { SectionPlan } from './assign.ts';
import { comparability } from './compare.ts';
import { topicOf, writeOpening } from './opening.ts';
import type { Parts, Point } from './points.ts';
import { nameOf } from './sources.ts';
import { count, enumerate } from './wording.ts';

/** The answer: what was left undone, how near the works come, the sentences that answer, the tension, whether the figures can be compared. */
export function writeAnswer(
  parts: Parts,
  points: readonly Point[],
  sections: readonly SectionPlan[],
  warning: string | null,
): Sentence[] {
  const { input, sources, pen } = parts;
  pen.startPart();
  const sentences: Sentence[] = [];
  if (input.partial !== null) sentences.push(pen.ours(leftUndone(input.partial)));
  if (warning !== null) sentences.push(pen.ours(warning));
  if (sources.length === 0) {
    sentences.push(
      pen.ours(`No paper could be read, so nothing can be said about ${topicOf(input.goal.topic)} from evidence.`),
    );
    return sentences;
  }
  if (sources.length < 3) {
    const names = enumerate(sources.map((s) => nameOf(s, true)));
    sentences.push(
      pen.ours(
        `Only ${count(sources.length, 'paper')} on ${topicOf(input.goal.topic)} could be read, ${names}: what follows is what ${sources.length === 1 ? 'it says' : 'they say'}, not the state of the field.`,
      ),
    );
  }
  sentences.push(...writeOpening(parts, sections, points));
  for (const { unit, front } of points) sentences.push(...pen.quoted(unit, front));
  const tension = input.contradictions.items[0];
  if (tension !== undefined) {
    const more = input.contradictions.items.length - 1;
    const others = more === 0 ? '' : `; ${count(more, 'further tension')} ${more === 1 ? 'follows' : 'follow'} below`;
    sentences.push(pen.ours(`Not settled is whether ${tension.claim} (${tension.id})${others}.`));
  }
  const comparable = sources.length < 3 ? null : comparability(sources, pen);
  if (comparable !== null) sentences.push(comparable);
  return sentences;
}

/** What a run that ended early did not get to. */
export function leftUndone(partial: { readonly reason: string; readonly undone: readonly string[] }): string {
  const reason = midSentence(partial.reason.trim().replace(/[.\s]+$/, ''));
  const undone =
    partial.undone.length === 0
      ? ''
      : ` Left undone: ${partial.undone.map((u) => u.trim().replace(/\.$/, '')).join('; ')}.`;
  return `This answer is partial: ${reason}.${undone}`;
}
