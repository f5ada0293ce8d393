/** Something a decision may need and a whole literature may leave out. */
export interface Aspect {
  /** Within `… was not found`. */
  readonly name: string;
  /** Anything that may be a word of it. It is to miss nothing: where it hits, the aspect is not said to be missing. */
  readonly hint: RegExp;
}

export const BASELINE = 'a comparison with another approach';

export const ASPECTS: readonly Aspect[] = [
  {
    name: 'how long anything takes (running time, latency or throughput)',
    hint: /\b(?:times?|timing|timel\w+|latenc\w+|delays?|throughput|seconds?|minutes?|hours?|days?|weeks?|[mµn]s|speed\w*|sped|fast\w*|quick\w*|slow\w*|rapid\w*|instant\w*|real-?time|wall-?clock|rates?|efficien\w+|performan\w+|per (?:second|minute|hour|day)|cycles?|complexity|linear(?:ly)?|quadratic\w*|duration|accelerat\w+)\b/i,
  },
  {
    name: 'what it costs in memory, storage or money',
    hint: /\b(?:memor\w+|stor(?:e[ds]?|age|ing)|disks?|cach\w+|costs?|costly|cheap\w*|expensive\w*|inexpensive|money|budget\w*|dollars?|price\w*|afford\w*|[KMGT]i?B|(?:giga|mega|tera|kilo)?bytes?|bits?|space|sizes?|small\w*|compact\w*|footprint\w*|overheads?|amplification|energy|power|resources?|hardware|accelerators?|nodes?|servers?|tenants?|GPUs?|TPUs?|CPUs?|machines?|parameters?|compress\w+|lightweight|efficien\w+)\b/i,
  },
  {
    name: 'whether differences are statistically significant',
    hint: /\b(?:significan\w+|confidence|intervals?|p\s?[<=]|p-values?|standard (?:deviations?|errors?)|deviations?|variances?|varian\w+|variation|statistic\w*|t-tests?|wilcoxon|anova|bootstrap\w*|error bars?|nois[ey]\w*|random seeds?|seeds|repeated|cross-validation|folds?|controlled (?:trial|experiment|study)|randomi[sz]ed)\b|±/i,
  },
  {
    name: BASELINE,
    hint: /\b(?:baselines?|compar\w+|outperform\w*|surpass\w*|exceed\w*|beats?|beaten|versus|vs|against|relative to|than|contrast\w*|unlike|rival\w*|competi\w+|match(?:es|ed)|equals?|on par|parity|ahead|behind|improv\w+|gains?|advantage\w*|reduc\w+|better|worse|best|faster|slower|times|state[- ]of[- ]the[- ]art|prior|previous\w*|existing|earlier|alternativ\w+|trail\w*|as (?:good|well|fast|accurate) as)\b/i,
  },
];
