/** Measures, as the source of a pattern: the higher the better. */
export const BETTER_WHEN_HIGH = `(?:accurac(?:y|ies)|performance|bleu|scores?|precision|recall|f-?(?:1|score|measure)|quality|throughput|coverage|agreement|robustness|efficiency|fluency|scalability|availability|utili[sz]ation)`;
/** The lower the better. */
export const BETTER_WHEN_LOW = `(?:errors?|error rates?|latenc(?:y|ies)|costs?|(?:running |training |search |response |computation )?times?|memory|perplexity|overhead|wer|aer|amplification|ambiguity|complexity|loss|traffic|stalls?|conflicts?)`;
const UP = String.raw`(?:increas\w+|rais\w+|rises?|higher|grow\w*|gains?|boost\w*)`;
const DOWN = String.raw`(?:decreas\w+|reduc\w+|drops?|dropped|lower\w*|cuts?|fall\w*|fell|shorten\w*|shrink\w*|declin\w+)`;
const NEAR = String.raw`(?:[\s,]+[\w%.()-]+){0,5}?[\s]+`;

const WORSE = [
  /\b(?:degrad\w+|deteriorat\w+|hurts?|harm(?:s|ful|ed)?|worse(?:n\w*)?|worst|suffers?|slower|inferior|underperform\w*|loss(?:es)? in)\b/i,
  /\b(?:no|not?|n't|neither|little|hardly|fail(?:s|ed)? to|never)\b[^.;,]{0,40}\b(?:improv\w+|help\w*|gains?|benefits?|outperform\w*|increase|useful|better|faster|cheaper)\b/i,
  /\b(?:expensive|costly|prohibitive\w*|intractable|np-(?:hard|complete)|exponential|quadratic|too slow|bottleneck|stalls?|diverges?)\b/i,
  new RegExp(
    String.raw`\b${UP}${NEAR}${BETTER_WHEN_LOW}\b|\b${DOWN}${NEAR}${BETTER_WHEN_HIGH}\b|\b${BETTER_WHEN_HIGH}\s+(?:${DOWN})\b|\b${BETTER_WHEN_LOW}\s+(?:${UP})\b`,
    'i',
  ),
];
const BETTER = [
  /\b(?:improv\w+|outperform\w*|surpass\w*|better|best|beneficial|helps?|effective(?:ly)?|superior|faster|state-of-the-art (?:results?|performance))\b/i,
  /\b(?:no|without|little|negligible)\b[^.;,]{0,30}\b(?:loss|degradation|overhead|decrease|cost)\b/i,
  new RegExp(
    String.raw`\b${UP}${NEAR}${BETTER_WHEN_HIGH}\b|\b${DOWN}${NEAR}${BETTER_WHEN_LOW}\b|\b${BETTER_WHEN_HIGH}\s+(?:${UP})\b|\b${BETTER_WHEN_LOW}\s+(?:${DOWN})\b`,
    'i',
  ),
];

/** What was hoped for, not found. */
const HOPED =
  /\b(?:to see (?:if|whether)|whether|could|might|would|in order to|aim(?:s|ed)? (?:to|at)|try(?:ing)? to|attempts? to)\b[^.;,]*/gi;
const EXPECTED =
  /\b(?:we|they|he|she) (?:expect|hope|hypothesi[sz]e|believe|reported|claimed|suspect|speculate)\w*\b|\b(?:hypothes[ie]s|should be|may be|might happen|expected|future)\b/i;

/**
 * Which way the outcome reported by a sentence points; null when it reports none, or both at once: a sentence that weighs
 * gain against loss does not stand on one side.
 */
export function outcomeOf(text: string): 'better' | 'worse' | null {
  if (EXPECTED.test(text)) return null;
  const worse = WORSE.some((pattern) => pattern.test(text));
  // "no improvement" holds the word improvement: what is negated is no gain.
  const positive = text.replace(WORSE[1]!, ' ').replace(HOPED, ' ');
  const better = BETTER.some((pattern) => pattern.test(positive));
  if (worse === better) return null;
  return worse ? 'worse' : 'better';
}
