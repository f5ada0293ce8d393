import type { Contradiction } from '../../contracts/analysis.ts';

/** The turns of `words`, each with the question a person would put about it. */
const TURNS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [
    /^the claims (made for|of) (.+) (?:hold up|stand) against what (.+?) (later )?(reports?)$/,
    (of, thing, who, later = '', report) =>
      `Do the claims ${of} ${thing} hold up against what ${who} ${later}${report}?`,
  ],
  [
    /^what (.+?) (ranks?) first does better than what (.+?) (ranks?) first( on .+)?$/,
    (a, ranksA, b, ranksB, on = '') =>
      `Which does better${on}: what ${a} ${ranksA} first, or what ${b} ${ranksB} first?`,
  ],
  [/^(.+) (does better than|stays ahead of) (.+)$/, (a, how, b) => `Do other studies confirm that ${a} ${how} ${b}?`],
  [
    /^(.+) (has|have) the limit that (.+)$/,
    (a, has, who) => `${has === 'has' ? 'Does' : 'Do'} ${a} have the limit that ${who}?`,
  ],
  [/^(.+) is to be preferred to (.+)$/, (a, b) => `When is ${a} to be preferred to ${b}?`],
  [
    /^the figure of (.+?)( for .+)? holds rather than that of (.+)$/,
    (a, subject = '', b) => `Which figure${subject} holds, that of ${a} or that of ${b}?`,
  ],
  [/^the gain that (.+) holds in general$/, (rest) => `Does the gain that ${rest} hold in general?`],
  [/^(.+) matters as much in use as (.+)$/, (a, rest) => `Does ${a} matter as much in use as ${rest}?`],
  [/^it is (.+)$/, (rest) => `Is it ${rest}?`],
  [/^whether (.+)$/, (rest) => `Is it settled whether ${rest}?`],
];

function turned(claim: string): string | null {
  for (const [turn, ask] of TURNS) {
    const found = turn.exec(claim);
    if (found !== null) return ask(...found.slice(1));
  }
  return null;
}

const bare = (claim: string) => claim.trim().replace(/[.?!]+$/, '');

/** What a wider search asks about a contradiction, as a question that names both sides as its claim does. */
export function questionOf({ claim }: Pick<Contradiction, 'claim'>): string {
  return turned(bare(claim)) ?? `What do other works report on this claim: ${bare(claim)}?`;
}

/** The heading of a tension: its question, or the claim as it was put. */
export function disputeOf(claim: string): string {
  return turned(bare(claim)) ?? claim;
}
