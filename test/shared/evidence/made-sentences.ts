import { type Dice, dice } from './quote-changes.ts';

const SUBJECTS = [
  'The first-order scheduler',
  'Müller and Erdős',
  'Our fine-grained filter',
  'A well-known baffle',
  'Schmidt-Nielsen',
  'The "offline" index',
  "Knuth's proof",
  'The Q-Net II design',
  'Peña',
  'A non-linear flow',
];
const VERBS = [
  'reduces',
  'does not reduce',
  'can increase',
  "doesn't change",
  'never exceeds',
  'affects',
  'may decrease',
  'cannot match',
  'defines',
  'always finds',
];
const OBJECTS = [
  'the tail latency',
  'the higher bound',
  'memory traffic, energy',
  'efficient afflictions',
  'the lower offset',
  'all conflicts',
  'some re-signed keys',
  'the state-of-the-art baseline',
  'coefficients of x² + y³',
  'more work -- not less --',
];
const TAILS = [
  () => 'on the Fifi benchmark',
  (d: Dice) => `by ${d.below(90) + 10}.${d.below(90) + 10} %`,
  (d: Dice) => `by ${d.below(90) + 10}%`,
  (d: Dice) => `from ${d.below(900) + 100} ms`,
  (d: Dice) => `with p < 0.0${d.below(9) + 1}`,
  (d: Dice) => `at -${d.below(90) + 10} dB`,
  (d: Dice) => `over ${d.below(9) + 1},${d.below(900) + 100} runs`,
  (d: Dice) => `before 10² trials of ${d.below(90) + 10} GB`,
  (d: Dice) => `when k ≥ ${d.below(80) + 12}`,
  (d: Dice) => `in ${d.below(9000) + 1000} steps`,
  () => 'better and faster than the rest...',
  () => 'after the café—naïve split',
  () => 'in Phase II and all of Europe',
];

/** Sentences of our own with numbers, units, signs, names, ligature letters, hyphens and quotes; no two are equal. */
export function madeSentences(count: number, seed: number): string[] {
  const d = dice(seed);
  const found = new Set<string>();
  while (found.size < count) {
    const tails = [d.pick(TAILS)(d), d.pick(TAILS)(d), d.pick(TAILS)(d)];
    found.add(`${d.pick(SUBJECTS)} ${d.pick(VERBS)} ${d.pick(OBJECTS)} ${[...new Set(tails)].join(', ')}.`);
  }
  return [...found];
}
