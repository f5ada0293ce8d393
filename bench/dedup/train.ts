import { writeFileSync } from 'node:fs';
import { DIRECTIONS, FEATURES, features } from '../../shared/collate/match/features.ts';
import { scorer } from '../../shared/collate/match/model.ts';
import { prepare } from '../../shared/collate/match/prepare.ts';
import { bounds } from '../../shared/collate/match/rules.ts';
import { boost } from './boost.ts';
import { PROFILES, type Profile } from './corrupt.ts';
import { rng } from './rng.ts';
import { corrupted, loadPairs, nearMisses, type Pair, siblings } from './samples.ts';

/**
 * Trains the matcher on the training split of DBLP-ACM and corrupted copies of it, reports on the validation split and
 * corrupted copies of that, and writes `shared/collate/match/model.json`. The test split is never read here.
 * Run: `node bench/dedup/train.ts [--dry]`.
 */
const SEED = 20260;
const COPIES: readonly (readonly [profile: Profile, copies: number, weight: number])[] = [
  ['clean', 1, 3],
  ['moved', 2, 1],
  ['scattered', 1, 1],
  ['sparse', 1, 1],
  ['web', 4, 1],
];

const { train, valid } = loadPairs(process.env.PLUMBLINE_SHARED ?? '../shared');
const random = rng(SEED);
const misses = nearMisses(train, 3);
const changed = siblings(train, random);
const rows: number[][] = [];
const labels: number[] = [];
const weights: number[] = [];
const add = (pairs: readonly Pair[], weight: number) => {
  for (const [a, b, label] of pairs) {
    rows.push(features(prepare({ ...a }), prepare({ ...b })));
    labels.push(label);
    weights.push(weight);
  }
};
for (const [profile, copies, weight] of COPIES) {
  for (let copy = 0; copy < copies; copy++) {
    const seed = random.int(2 ** 31);
    add(corrupted(train, profile, seed), weight);
    const extra = profile === 'clean' ? 0.5 : 0.2;
    add(corrupted(misses, profile, seed + 1), weight * extra);
    if (copy === 0) add(corrupted(changed, profile, seed + 2), weight * extra);
  }
}
console.log(`${rows.length} rows, ${labels.filter((label) => label === 1).length} positive`);
const started = performance.now();
const option = (name: string, fallback: number) =>
  Number(process.argv.find((part) => part.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
const model = boost(
  { rows, labels, weights },
  {
    trees: option('trees', 160),
    depth: option('depth', 5),
    rate: option('rate', 0.1),
    minWeight: option('min', 6),
    ridge: 2,
    columns: 0.7,
    random: random.next,
    monotone: FEATURES.map((name) => DIRECTIONS[name]),
  },
);
console.log(`trained in ${Math.round(performance.now() - started)} ms`);

const score = scorer({ ...model, features: FEATURES });
for (const profile of PROFILES) {
  const tally = { tp: 0, fp: 0, fn: 0 };
  for (const seed of profile === 'clean' ? [1] : [1, 2, 3]) {
    for (const [a, b, label] of corrupted(valid, profile, 7000 + seed)) {
      const left = prepare({ ...a });
      const right = prepare({ ...b });
      const row = features(left, right);
      const { floor, ceiling } = bounds(left, right, row);
      const match = Math.min(ceiling, Math.max(floor, 1 / (1 + Math.exp(-score(row))))) >= 0.5;
      if (match && label === 1) tally.tp++;
      else if (match) tally.fp++;
      else if (label === 1) tally.fn++;
    }
  }
  const f1 = (200 * tally.tp) / (2 * tally.tp + tally.fp + tally.fn);
  console.log(`valid ${profile.padEnd(10)} F1 ${f1.toFixed(2)}  ${JSON.stringify(tally)}`);
}
if (!process.argv.includes('--dry')) {
  const out = {
    seed: SEED,
    trainedOn: 'DBLP-ACM train split and corrupted copies',
    bias: model.bias,
    features: FEATURES,
    trees: model.trees,
  };
  writeFileSync('shared/collate/match/model.json', `${JSON.stringify(out, null, 2)}\n`);
}
