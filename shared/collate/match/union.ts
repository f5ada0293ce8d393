/** A pair found to be one paper. */
export interface Link {
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

/** Below this a pair inside a cluster contradicts it. */
const CONTRADICTION = 0.05;
/** The mean score across two clusters that are to become one. */
const MEAN = 0.5;
const SAMPLE = 4;

/** Up to `SAMPLE` members, spread evenly. */
function sample(members: readonly number[]): number[] {
  if (members.length <= SAMPLE) return [...members];
  return Array.from({ length: SAMPLE }, (_, at) => members[Math.floor((at * (members.length - 1)) / (SAMPLE - 1))]!);
}

/**
 * Union of linked items, strongest links first. Two clusters become one only when their members (a sample of each) do
 * not contradict each other, so that a chain of near misses does not pull different papers together.
 * @param score probability that two items are one
 * @returns clusters as sorted lists of indexes, in order of their first member, and the links that were refused
 */
export function cluster(
  count: number,
  links: readonly Link[],
  score: (a: number, b: number) => number,
): { clusters: number[][]; refused: Link[] } {
  const of = Int32Array.from({ length: count }, (_, at) => at);
  const members: (number[] | null)[] = Array.from({ length: count }, (_, at) => [at]);
  const refused: Link[] = [];
  const ordered = [...links].sort((x, y) => y.score - x.score || x.a - y.a || x.b - y.b);
  for (const link of ordered) {
    const left = of[link.a]!;
    const right = of[link.b]!;
    if (left === right) continue;
    const a = members[left]!;
    const b = members[right]!;
    if (a.length + b.length > 2 && contradict(a, b, link, score)) {
      refused.push(link);
      continue;
    }
    // The smaller moves into the larger, so that a cluster of n items costs n log n moves at most.
    const [into, from] = b.length > a.length ? [right, left] : [left, right];
    const moved = members[from]!;
    for (const item of moved) {
      of[item] = into;
      members[into]!.push(item);
    }
    members[from] = null;
  }
  const clusters = members.filter((list) => list !== null).map((list) => list.sort((x, y) => x - y));
  return { clusters: clusters.sort((x, y) => x[0]! - y[0]!), refused };
}

function contradict(
  a: readonly number[],
  b: readonly number[],
  link: Link,
  score: (a: number, b: number) => number,
): boolean {
  let sum = 0;
  let pairs = 0;
  for (const x of sample(a)) {
    for (const y of sample(b)) {
      const value = x === link.a && y === link.b ? link.score : score(Math.min(x, y), Math.max(x, y));
      if (value < CONTRADICTION) return true;
      sum += value;
      pairs++;
    }
  }
  return sum / pairs < MEAN;
}
