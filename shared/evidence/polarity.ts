import { stem } from '../text/stem.ts';

const NEGATION =
  /\b(?:not|no|never|neither|nor|cannot|without|hardly|barely|fails? to|failed to|unable to|lacks?|lacking)\b|n['’]t\b/gi;

/** Words that say the opposite of each other about a change, a comparison or a finding. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  [
    'increase increases increased increasing rise rises grow grows raise raises',
    'decrease decreases decreased decreasing reduce reduces reduced reducing reduction shrink shrinks lowers lowered lessen lessens drop drops dropped fall falls decline declines',
  ],
  [
    'improve improves improved improving improvement',
    'degrade degrades degraded worsen worsens hurt hurts harm harms deteriorate deteriorates',
  ],
  ['higher larger greater more', 'lower smaller less fewer'],
  ['faster quicker', 'slower'],
  ['better superior', 'worse inferior'],
  ['outperform outperforms outperformed exceed exceeds surpass surpasses', 'underperform underperforms underperformed'],
  ['effective', 'ineffective'],
  ['significant significantly', 'insignificant negligible negligibly'],
  ['efficient', 'inefficient'],
  ['positive positively', 'negative negatively'],
  ['helpful beneficial', 'harmful detrimental'],
  ['robust', 'brittle fragile'],
  ['stable', 'unstable'],
  ['possible', 'impossible'],
  ['necessary', 'unnecessary'],
  ['sufficient', 'insufficient'],
  ['consistent', 'inconsistent'],
  ['supports support confirm confirms', 'contradict contradicts refute refutes'],
  ['succeed succeeds succeeded', 'fail fails failed'],
  ['accelerate accelerates speed', 'slow slows'],
  ['easy easier', 'hard harder difficult'],
];

const DIRECTION = new Map<string, { readonly axis: number; readonly sign: 1 | -1 }>();
OPPOSITES.forEach(([up, down], axis) => {
  for (const word of up.split(' ')) DIRECTION.set(word, { axis, sign: 1 });
  for (const word of down.split(' ')) DIRECTION.set(word, { axis, sign: -1 });
});

/** How many negations a sentence has; two of them cancel out. */
export function negations(sentence: string): number {
  return sentence.match(NEGATION)?.length ?? 0;
}

/** Direction words of a sentence by what they compare: +1, -1, or 0 where both directions occur. */
export function directions(sentence: string): Map<number, number> {
  const found = new Map<number, number>();
  for (const [word] of sentence.toLowerCase().matchAll(/\p{L}+/gu)) {
    const hit = DIRECTION.get(word);
    if (!hit) continue;
    const known = found.get(hit.axis);
    found.set(hit.axis, known === undefined || known === hit.sign ? hit.sign : 0);
  }
  return found;
}

/** Whether two sentences about the same thing say opposite things: one negation more, or opposite direction words, not both. */
export function areOpposed(a: string, b: string): boolean {
  const flipped = (negations(a) - negations(b)) % 2 !== 0;
  return flipped !== hasOppositeDirection(a, b);
}

/** Whether a direction word of one sentence has its opposite, and only that, in the other. */
export function hasOppositeDirection(a: string, b: string): boolean {
  const there = directions(b);
  for (const [axis, sign] of directions(a)) if (sign !== 0 && there.get(axis) === -sign) return true;
  return false;
}

const DIRECTION_STEMS = new Set([...DIRECTION.keys()].map(stem));

/** Whether a stemmed term is a direction word: it says how, not about what. */
export function isDirectionTerm(term: string): boolean {
  return DIRECTION_STEMS.has(term);
}
