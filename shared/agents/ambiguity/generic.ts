/**
 * Words that say how a topic is asked about, not what it is: they settle no reading. Stop words are not repeated here.
 */
const WORDS = `survey surveys review reviews overview introduction intro tutorial guide basics fundamentals primer explained
explain explanation understanding understand history historical evolution origin origins state art sota latest recent new
newest modern current today future trend trends advance advances progress best good better practice practices work works
working use used uses using usage approach approaches method methods methodology technique techniques algorithm algorithms
strategy strategies way ways main major key important different various comparison compare compared comparing difference
differences versus vs alternative alternatives tradeoff tradeoffs trade offs off pros cons advantage advantages
disadvantages problem problems issue issues challenge challenges open question questions research literature study studies
paper papers result results application applications practical practically real world theory theoretical concept concepts
idea ideas principle principles design designs system systems model models mechanism mechanisms internals internally
internal inside hood efficient efficiency fast faster scalable scalability performance optimization optimizations
optimisation optimize improve improving improvement improvements benchmark benchmarks evaluation evaluating quality
analysis topic topics field area domain computer science computing technology technologies tool tools
tell learn learning-about beginners beginner year years 2020 2021 2022 2023 2024 2025 2026 2027`;

const GENERIC: ReadonlySet<string> = new Set(WORDS.split(/\s+/));

/** Whether `word` (folded) is about the asking. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}
