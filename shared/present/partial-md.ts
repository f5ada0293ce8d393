import type { Stopped } from '../contracts/synthesis.ts';
import { code, md } from './escape.ts';

/**
 * What a reader of a stopped run's result is told first: that it is partial, why, where it stopped, what was left undone and
 * how to go on.
 */
export function partialMd(what: 'synthesis' | 'digest', { reason, undone, resume }: Stopped): string {
  return [
    `> **This ${what} is partial.** ${md(`${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}.`)}`,
    ...(undone.length > 0 ? ['>', ...undone.map((item) => `> - ${md(item)}`)] : []),
    ...(resume === undefined ? [] : ['>', `> ${HOW_TO_GO_ON[0]} ${code(resume)}. ${HOW_TO_GO_ON[1]}`]),
  ].join('\n');
}

/** Words before and after the command. */
export const HOW_TO_GO_ON = [
  'To go on from where it stopped:',
  'Nothing that was stored is done again. The same topic run anew starts from its beginning.',
] as const;
