import { stem } from '../text/stem.ts';

const NEGATION =
  /\b(?:not|no|never|neither|nor|cannot|without|hardly|barely|fails? to|failed to|unable to|lacks?|lacking)\b|n['’]t\b/gi;

/** Words that say the opposite of each other about a change, a comparison or a finding. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  [
    'increase increases increased increasing rise rises rose risen grow grows grew grown raise raises raised',
    'decrease decreases decreased decreasing reduce reduces reduced reducing reduction shrink shrinks shrank shrunk lowers lowered lessen lessens lessened drop drops dropped fall falls fell fallen decline declines declined',
  ],
  [
    'improve improves improved improving improvement',
    'degrade degrades degraded worsen worsens worsened hurt hurts harm harms harmed deteriorate deteriorates deteriorated',
  ],
  ['higher larger greater more', 'lower smaller less fewer'],
  ['faster quicker', 'slower'],
  [
    'better superior outperform outperforms outperformed exceed exceeds exceeded surpass surpasses surpassed',
    'worse inferior underperform underperforms underperformed',
  ],
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
  ['accelerate accelerates accelerated speed', 'slow slows slowed'],
  ['always', 'rarely seldom'],
  ['dependent', 'independent'],
  ['compatible', 'incompatible'],
  ['correct correctly accurate accurately', 'incorrect incorrectly inaccurate inaccurately'],
  ['complete', 'incomplete'],
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
  return hasUnWord(a, b) !== hasUnWord(b, a);
}

/** `aware` in the one, `unaware` (and no `aware`) in the other; `unable to` is counted as a negation already. */
function hasUnWord(plain: string, prefixed: string): boolean {
  const [here, there] = [plain, prefixed].map((text) => new Set(text.toLowerCase().match(/\p{L}+/gu))) as [
    Set<string>,
    Set<string>,
  ];
  for (const word of there) {
    const bare = /^un(?!able$)(\p{L}{4,})$/u.exec(word)?.[1];
    if (bare !== undefined && here.has(bare) && !there.has(bare) && !here.has(word) && !DIRECTION.has(word))
      return true;
  }
  return false;
}

const DIRECTION_STEMS = new Set([...DIRECTION.keys()].map(stem));

/** Whether a stemmed term is a direction word: it says how, not about what. */
export function isDirectionTerm(term: string): boolean {
  return DIRECTION_STEMS.has(term);
}
