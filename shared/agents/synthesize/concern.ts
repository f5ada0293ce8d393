import type { PlanNode } from '../../contracts/plan.ts';
import { fold } from '../../text/normalise.ts';
import { terms } from '../../text/tokenise.ts';
import { isFraming } from '../formulate/framing.ts';
import { GENERIC } from '../reader/affinity.ts';
import type { Source } from './sources.ts';
import { isLimit, type Unit } from './units.ts';

/** What is only set against: `than in recurrent models`, `unlike hashing`. */
const CONTRASTED =
  /\b(?:than|unlike|in contrast (?:to|with)|contrary to|instead of|rather than|without|as opposed to|dispens\w+ with|abandon\w*)\b[^,.;:]{0,90}/giu;

/** A text without what it names for contrast alone. */
export function withoutContrast(text: string): string {
  return text.replace(CONTRASTED, ' ');
}

/** Concerns that are asked for under one word and answered under many. */
const CONCERNS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:performance|throughput|latency|speed|benchmarks?|accuracy)\b/i,
    /\d|\b(?:performan\w+|throughput|latenc\w+|fast\w*|slow\w*|speed\w*|times?|accura\w+|benchmark\w*|quality|outperform\w*|round[- ]trips?|bottleneck|efficien\w+)\b/i,
  ],
  [
    /\b(?:correctness|safety|consistency|fault[- ]tolerance|guarantees?)\b/i,
    /\b(?:saf(?:e|ely|ety)|consisten\w+|fault\w*|fail\w*|crash\w*|correct\w*|guarante\w+|linearis\w+|lineariz\w+|order\w*|recover\w*|durab\w+|los(?:e|t|s)|partition\w*|checkpoint\w*|prove[sdn]?|proof|invariant\w*|converge\w*|errors?)\b/i,
  ],
  [
    /\b(?:ergonomics|understandability|ease of use|usability|implementation effort)\b/i,
    /\b(?:understand\w*|eas(?:e|y|ier|ily)|simpl\w+|lines|implement\w*|programm\w+|users?|developers?|students?|engineers?|interfaces?|api|learn\w*|complicated|intricate|hard|difficult\w*|express\w*|effort|pseudocode)\b/i,
  ],
  [
    /\b(?:scalability|scales?)\b/i,
    /\b(?:scal\w+|large\w*|grow\w*|billions?|millions?|clusters?|machines|nodes|cores|size[sd]?|more data|amounts?)\b/i,
  ],
  [
    /\b(?:cost|memory|compute|operational effort)\b/i,
    /\b(?:costs?|costly|memory|storage|cheap\w*|expensive|inexpensive|resources?|hardware|GPUs?|bytes|footprint|compute|overheads?|efficien\w+|small\w*|effort)\b/i,
  ],
  [
    /\b(?:trade-?offs?|better choice)\b/i,
    /\b(?:than|but|although|whereas|while|yet|trade-?offs?|at the (?:cost|expense|price)|cost|need(?:s|ed)?|faster|slower|better|worse|outperform\w*|compar\w+|reduc\w+|less|more|only|unlike|limits?|competitive|unnecessary|bad|best)\b/i,
  ],
];

/** Words that any line of work may be named with, and those that only ask. */
const ANY_LINE = new Set(
  terms(
    `alternatives models model based aware exact methods systems algorithms techniques design architecture architectures data
learning learned new other others concepts components structures rest happens step steps carry recent changed help implementations
deployments exist cost run tools platforms support limits patterns practices teams follow guarantees invariants hold edge cases
benchmarks currently metrics ideas turning points problems developed experience reported lessons mistakes common`,
  ),
);

/**
 * What a sentence has to speak of to answer a question: the concern it asks for, or the words that only this question has;
 * questions without either are answered by what is near them in meaning.
 *
 * @param topic its words tell no question from another
 * @param near whether a sentence is near a question
 */
export function concernOf(
  node: PlanNode,
  nodes: readonly PlanNode[],
  topic: string,
  near: (unit: Unit) => boolean,
): (unit: Unit) => boolean {
  if (node.kind === 'open-problems') return isLimit;
  const asked = CONCERNS.find(([question]) => question.test(bare(node.question, topic)));
  if (asked !== undefined) return (unit) => asked[1].test(unit.text);
  const own = axisTerms(node.question).union(ownTerms(node, nodes, topic));
  if (own.size === 0 || node.kind === 'historical') return near;
  return (unit) => {
    const said = new Set([...terms(withoutContrast(parted(unit.text))), ...terms(parted(unit.source.title))]);
    return [...own].some((term) => said.has(term));
  };
}

/** What a comparison asks for in words of the user's own (`energy use`), which the topic has too: they tell its questions apart all the same. */
function axisTerms(question: string): Set<string> {
  const axis = /\bcompare in ([^,?]+)/.exec(question)?.[1]?.split(/\s(?:for|as|on|in|with|under|within)\s/)[0] ?? '';
  return new Set(terms(unframed(parted(axis))).filter((term) => !GENERIC.has(term)));
}

/** Terms of a work's whole text: every question asks for them. */
const termsIn = new WeakMap<Source, ReadonlySet<string>>();

function termsOf(source: Source): ReadonlySet<string> {
  const found = termsIn.get(source) ?? new Set(terms(parted(source.text.text)));
  termsIn.set(source, found);
  return found;
}

/** Whether a work has the words that only a question has, but only to set itself against them. */
export function contrastOnly(source: Source, own: ReadonlySet<string>): boolean {
  const has = (text: string) => terms(parted(text)).some((term) => own.has(term));
  const { title, text } = source;
  return !own.isDisjointFrom(termsOf(source)) && !has(title) && !has(withoutContrast(text.text));
}

/** The words of a question that neither its topic nor most of the other questions have. */
export function ownTerms(node: PlanNode, nodes: readonly PlanNode[], topic: string): Set<string> {
  const known = new Set(terms(parted(topic)));
  const bags = nodes.map((other) => new Set(terms(parted(other.question))));
  return new Set(
    terms(unframed(parted(node.question))).filter(
      (term) =>
        !known.has(term) &&
        !GENERIC.has(term) &&
        !ANY_LINE.has(term) &&
        bags.filter((bag) => bag.has(term)).length <= Math.max(1, nodes.length / 3),
    ),
  );
}

/** Without the words that only ask: `proposed`, `behave`. */
function unframed(question: string): string {
  return question.replace(/[\p{L}\p{N}]+/gu, (word) => (isFraming(fold(word)) ? ' ' : word));
}

/** Each part of a hyphenated word for itself. */
export function parted(text: string): string {
  return text.replace(/(?<=\p{L})-(?=\p{L})/gu, ' ');
}

function bare(question: string, topic: string): string {
  return question
    .toLowerCase()
    .split(topic.toLowerCase().replace(/[?.!\s]+$/, ''))
    .join(' ');
}
