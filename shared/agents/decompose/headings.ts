import { capitalised } from '../understand/words.ts';
import { headOf } from './families.ts';

/** The questions of the templates, each with what it asks for in a few words; `$1` is what only this question names. */
const HEADINGS: readonly (readonly [RegExp, string])[] = [
  [/^Which answers and explanations have been proposed to /, 'Proposed answers and explanations'],
  [/^Which theoretical results and models bear on /, 'Theory and models'],
  [/^Which experiments and measurements bear on /, 'Experiments and measurements'],
  [/^Under which conditions do the proposed answers to /, 'Where the answers hold or fail'],
  [/^What remains open or contested about /, 'What remains open or contested'],
  [/^Which algorithms, models and methods have been proposed for /, 'Algorithms, models and methods'],
  [/^Which main classes of approaches to /, 'Classes of approaches and what they assume'],
  [/^Which data sets, benchmarks and measures are used to evaluate /, 'Data sets, measures and reported results'],
  [/^Which implementations, systems and tools exist for /, 'Implementations and tools in practice'],
  [/^How does work on (.+?) approach /, '$1'],
  [/^What are the trade-offs between the approaches to /, 'Trade-offs between the approaches'],
  [/^Which limitations, open problems and future directions remain in /, 'Limits and open problems'],
  [/^How do .+ differ in design and architecture/, 'Design and architecture'],
  [/^How do .+? compare in ([^,?]+)/, '$1'],
  [/^Which kinds of .+ suit which use/, 'Which kinds suit which use'],
  [/^When is .+ the better choice/, 'When to choose which'],
  [/^Which methods currently report the best results in /, 'Best reported results'],
  [/^Which recent techniques and architectures .*changed /, 'Recent techniques and why they help'],
  [
    /^Which data sets, metrics and baselines are used to evaluate /,
    'Data sets, metrics and how far they can be relied on',
  ],
  [/^Which implementations and deployments of /, 'Implementations, deployments and their cost'],
  [/^Which claims about .+ are contested/, 'Contested claims'],
  [/^Which patterns and practices do teams follow in /, 'Patterns and practices'],
  [/^Which mistakes and anti-patterns do teams report in /, 'Mistakes and what they cost'],
  [/^Which tools and platforms support /, 'Tools and their limits'],
  [/^Which case studies and experience reports describe /, 'Reports from production'],
  [/^Which problems and seminal works gave rise to /, 'Origins'],
  [/^Which turning points and key ideas shaped /, 'Turning points'],
  [/^Which competing lines of work on /, 'Competing lines of work'],
  [/^Which early ideas about /, 'What persisted and what was abandoned'],
  [/^([^:?]+): what happens at this stage of /, '$1'],
  [/^What determines the performance, cost and limits of /, 'Performance, cost and limits'],
  [/^Which concepts, components and data structures does /, 'Concepts, components and data structures'],
  [/^What happens step by step in /, 'Step by step'],
  [/^Which guarantees and invariants hold in /, 'Guarantees, failures and edge cases'],
  [/^What determines the performance and cost of /, 'Performance and cost'],
];

/** How a question that found too little is asked again. */
const OTHER_NAMES = /^Under which other names is this studied: (.+?)\??$/;

/** A section's heading: a question of a template without the words that every such question has; any other question as it is. */
export function headingOf(question: string): string {
  const again = OTHER_NAMES.exec(question);
  if (again !== null) return `${headingOf(capitalised(again[1]!))}, under other names`;
  for (const [asked, heading] of HEADINGS) {
    const found = asked.exec(question);
    if (found !== null) return heading === '$1' ? capitalised(headOf(found[1]!.trim())) : heading;
  }
  return question;
}
