import weights from './model.json' with { type: 'json' };

/**
 * Gradient-boosted trees. A tree is a line of nodes in pre-order, parted by blanks: `f<t` splits (feature f below
 * threshold t goes to the next node), a bare number is a leaf in log-odds.
 */
export interface Trees {
  readonly bias: number;
  readonly features: readonly string[];
  readonly trees: readonly string[];
}

/** A node in an array: `feature` -1 marks a leaf, whose value is in `threshold`; `right` is the index for "not below". */
interface Flat {
  readonly feature: Int16Array;
  readonly threshold: Float64Array;
  readonly right: Int16Array;
}

function parse(line: string): Flat {
  const parts = line.split(' ');
  const feature = new Int16Array(parts.length);
  const threshold = new Float64Array(parts.length);
  const right = new Int16Array(parts.length);
  let at = 0;
  const read = (): void => {
    const own = at++;
    const [left, bound] = parts[own]!.split('<');
    if (bound === undefined) {
      feature[own] = -1;
      threshold[own] = Number(left);
      return;
    }
    feature[own] = Number(left);
    threshold[own] = Number(bound);
    read();
    right[own] = at;
    read();
  };
  read();
  return { feature, threshold, right };
}

/** Makes a scorer of stored trees: features in, log-odds of a match out. */
export function scorer(model: Trees): (row: readonly number[]) => number {
  const trees = model.trees.map(parse);
  return (row) => {
    let sum = model.bias;
    for (const { feature, threshold, right } of trees) {
      let at = 0;
      for (let split = feature[at]!; split >= 0; split = feature[at]!)
        at = row[split]! < threshold[at]! ? at + 1 : right[at]!;
      sum += threshold[at]!;
    }
    return sum;
  };
}

/** Log-odds that a pair is one paper, by the trained model. */
export const logOdds: (row: readonly number[]) => number = scorer(weights);
