/** The seed's axes of comparison and the words that name them. */
export const AXES = [
  'performance',
  'correctness',
  'ergonomics',
  'ecosystem',
  'scalability',
  'cost',
  'maturity',
] as const;
export type Axis = (typeof AXES)[number];

const NAMED: Readonly<Record<Axis, RegExp>> = {
  performance:
    /\b(performance|speed|fast(er|est)?|latency|throughput|benchmarks?|efficien(cy|t)|accuracy|runtime|overhead)\b/i,
  correctness:
    /\b(correctness|safety|consistency|reliab(ility|le)|soundness|verification|guarantees?|fault[- ]tolerance|robustness|security)\b/i,
  ergonomics:
    /\b(ergonomics?|usability|ease of use|developer experience|learning curve|readability|understandability|simplicity|complexity)\b/i,
  ecosystem: /\b(ecosystems?|tooling|librar(y|ies)|community|integrations?|plugins?|language support)\b/i,
  scalability: /\b(scalab(ility|le)|scaling|elasticity|large[- ]scale)\b/i,
  cost: /\b(costs?|price|pricing|cheap(er|est)?|licens(e|ing)|resource (use|usage|consumption)|energy( (use|usage|consumption|efficiency))?|power consumption|memory (use|usage|footprint|consumption))\b/i,
  maturity: /\b(maturity|mature|stability|maintenance|adoption|production[- ]read(y|iness)|longevity)\b/i,
};

/** How an axis is spelled out in a question, with words that sources use for it. */
export const AXIS_DETAIL: Readonly<Record<Axis, string>> = {
  performance: 'performance, such as throughput, latency or accuracy in benchmarks',
  correctness: 'correctness, such as safety, consistency and fault-tolerance guarantees',
  ergonomics: 'ergonomics, such as understandability, ease of use and implementation effort',
  ecosystem: 'ecosystem, such as libraries, tooling and integrations',
  scalability: 'scalability with data size, load and number of machines',
  cost: 'cost, such as memory, compute and operational effort',
  maturity: 'maturity, such as stability, maintenance and adoption in production',
};

/** Words of {@link NAMED} that are no nouns, so that nothing compares `in` them. */
const NO_NOUN = /^(?:fast|efficient|reliable|scalable|cheap|mature|large|production)/i;

/**
 * What a comparison asks for on an axis: the words that a text names it by where they are narrower than the axis (`energy use`
 * for cost), so that the answer is looked for and told in them; otherwise the axis as {@link AXIS_DETAIL} spells it.
 */
export function axisAsked(axis: Axis, text: string): string {
  const detail = AXIS_DETAIL[axis];
  const named = text.match(new RegExp(NAMED[axis].source, 'gi')) ?? [];
  const words = [...new Set(named.map((word) => word.toLowerCase()))];
  const isOwn = (word: string) => !NO_NOUN.test(word) && !detail.includes(word.replace(/s$/, ''));
  return words.length > 0 && words.every(isOwn) ? words.join(' and ') : detail;
}

/** The seed's axes that a text names, in the seed's order. */
export function axesNamed(text: string): Axis[] {
  return AXES.filter((axis) => NAMED[axis].test(text));
}

export function isAxis(text: string): text is Axis {
  return (AXES as readonly string[]).includes(text);
}
