import { describe, expect, it } from 'vitest';
import { ASPECTS } from '../../../shared/agents/synthesize/aspects.ts';

/** Sentences as abstracts have them, labelled by hand: which of time, cost, significance, comparison each speaks of. */
const LABELLED: readonly (readonly [string, string])[] = [
  ['The index answers point lookups within 40 ms on one node.', 't'],
  ['Training finished in three days on eight accelerators.', 't$'],
  ['The planner needs quadratic work in the number of joins.', 't'],
  ['Compaction stalls writers for minutes.', 't'],
  ['Pages load twice as quickly on phones.', 't'],
  ['The sketch fits in two kilobytes.', '$'],
  ['A crawl costs less than ten dollars.', '$'],
  ['The distilled network has 60 million parameters.', '$'],
  ['Replicas keep one third of the state on disk.', '$'],
  ['The same hardware serves four tenants.', '$'],
  ['The difference is significant at the level of 0.01.', 's'],
  ['Means over five seeds are given with their deviation.', 's'],
  ['A Wilcoxon test rejects the null hypothesis.', 's'],
  ['Scores vary by less than the noise of the judges, p < 0.05.', 's'],
  ['In a randomised controlled trial the group with the tool took longer.', 's'],
  ['It matches a full model in quality.', 'c'],
  ['The parser trails the chart parser by two points.', 'c'],
  ['On all six tasks the agent is ahead of human experts.', 'c'],
  ['The protocol equals other leader-based designs.', 'c'],
  ['Our tagger improves the state of the art by one point.', 'c'],
  ['Thirty-three of 43 students did better with the new protocol.', 'c'],
  ['It comes close to its rivals.', 'c'],
  ['We prove that the language is decidable.', ''],
  ['The authors describe a grammar of Georgian verbs.', ''],
  ['Editors insert characters between two neighbours.', ''],
];
const LETTERS = ['t', '$', 's', 'c'];

describe('what a literature may leave out', () => {
  it('is never said to be missing where a sentence speaks of it', () => {
    for (const [sentence, labels] of LABELLED)
      LETTERS.forEach((letter, at) => {
        if (labels.includes(letter))
          expect(`${letter} ${ASPECTS[at]!.hint.test(sentence)} ${sentence}`).toContain('true');
      });
  });

  it('can still be missing', () => {
    for (const [sentence, labels] of LABELLED.filter(([, l]) => l === ''))
      for (const { hint } of ASPECTS) expect(hint.test(sentence), `${sentence} ${labels}`).toBe(false);
  });
});
