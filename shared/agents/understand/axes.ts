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
  cost: /\b(costs?|price|pricing|cheap(er|est)?|licens(e|ing)|resource (use|usage|consumption)|energy|memory (use|usage|footprint|consumption))\b/i,
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

/** The seed's axes that a text names, in the seed's order. */
export function axesNamed(text: string): Axis[] {
  return AXES.filter((axis) => NAMED[axis].test(text));
}

export function isAxis(text: string): text is Axis {
  return (AXES as readonly string[]).includes(text);
}
