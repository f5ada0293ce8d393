import { stem } from '../../text/stem.ts';
import { quantitiesOf, sameQuantity } from '../quantities.ts';

/** How a sentence that repeats a passage differs from it where it may not: see {@link shiftsOf}. */
export type Shift = 'opposite' | 'quantifier' | 'certainty' | 'causality' | 'roles' | 'number' | 'name';

/** Words of which one may not stand for the other; beyond those that turn a finding round (`polarity.ts`). */
const OPPOSITES = new Map<string, readonly string[]>();
for (const [left, right] of [
  ['best', 'worst'],
  ['highest', 'lowest'],
  ['largest greatest biggest', 'smallest least fewest'],
  ['fastest', 'slowest'],
  ['longest', 'shortest'],
  ['most', 'least'],
  ['strong stronger strongest strongly', 'weak weaker weakest weakly'],
  ['high', 'low'],
  ['large big', 'small little'],
  ['long longer', 'short shorter'],
  ['deep deeper', 'shallow shallower'],
  ['wide wider broad', 'narrow narrower'],
  ['early earlier', 'late later'],
  ['before', 'after'],
  ['above over', 'below under beneath'],
  ['maximum maximal max', 'minimum minimal min'],
  ['maximize maximizes maximise maximises maximizing', 'minimize minimizes minimise minimises minimizing'],
  ['cheap cheaper inexpensive', 'expensive costly'],
  ['easy easier simple simpler', 'hard harder difficult complex'],
  ['sparse sparser', 'dense denser'],
  ['upper', 'lower'],
  [
    'increase increases increased raise raises raised',
    'decrease decreases decreased reduce reduces reduced lower lowers lowered',
  ],
  ['more', 'less fewer'],
  ['many', 'few'],
  ['with', 'without'],
  ['supervised', 'unsupervised'],
  ['linear', 'nonlinear exponential quadratic'],
  ['sufficient', 'insufficient'],
  ['similar same', 'different opposite'],
  ['underestimate underestimates', 'overestimate overestimates'],
  ['gain gains', 'loss losses'],
  ['success successes', 'failure failures'],
  ['advantage advantages benefit benefits', 'disadvantage disadvantages drawback drawbacks'],
] as const) {
  for (const word of left.split(' ')) OPPOSITES.set(word, [...(OPPOSITES.get(word) ?? []), ...right.split(' ')]);
  for (const word of right.split(' ')) OPPOSITES.set(word, [...(OPPOSITES.get(word) ?? []), ...left.split(' ')]);
}

const QUANTIFIERS = [
  'all every each any always entire everywhere invariably',
  'most many usually often generally majority mostly frequently',
  'some several sometimes occasionally partly partially',
  'few rarely seldom hardly barely',
  'none never neither nowhere no',
  'only exclusively solely',
  'both',
  'also additionally',
].map((group) => group.split(' '));
const QUANTIFIER = new Map(QUANTIFIERS.flatMap((group, at) => group.map((word) => [word, at] as const)));

const HEDGE =
  /\b(?:may|might|could|possibly|potentially|perhaps|likely|probably|presumably|appears? to|seems? to|tends? to|suggests?|suggesting|hypothesi[sz]e[sd]?|conjectured?)\b/gi;
const CERTAIN = /\b(?:will|must|proves?|proven|certainly|definitely|always|establish(?:es)?|guarantees?)\b/i;
const TOGETHER =
  /\b(?:associat\w+|correlat\w+|linked|related|relationships?|co-?occurs?|coincides?|predicts?|predictive)\b/i;
const CAUSES =
  /\b(?:caus(?:es?|ed|al|ally|ing|ation)|leads? to|led to|results? in|because|due to|owing to|induces?|induced|drives?|driven by|produces?|responsible for|attributable)\b/i;

const RELATIONS =
  /^(?:outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|beats?|exceed(?:s|ed)?|than|caus(?:es?|ed)|leads?|led|impl(?:y|ies)|requires?|depends?|dominates?|replaces?|replaced|precedes?|follows?|subsumes?|contains?|includes?|improves?|generali[sz]es?|extends?|reduces?|over|into|from|to|versus|against)$/;
const CLAUSE_END = /^(?:[,;:.]|that|which|but|while|whereas|although|because|when|where|if)$/;
const WINDOW = 7;

const NUMBER_WORDS = new Map(
  'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
);
const MULTIPLES = 'half third quarter once twice thrice single double triple first second third fourth'.split(' ');
const NAME = /(?<=[\p{Ll}\d,)] )(?:\p{Lu}[\p{L}\p{N}-]{2,}|\p{Ll}+\p{Lu}[\p{L}\p{N}-]*)/gu;

/**
 * Differences that make a sentence false although nearly all its words are the passage's: an opposite word, another
 * quantifier, a lost hedge, a cause where things only go together, exchanged sides of a comparison, another number or name.
 * Meant for a passage that the sentence repeats; between freer wordings such differences say nothing.
 */
export function shiftsOf(statement: string, passage: string): Shift[] {
  const [ours, theirs] = [words(statement), words(passage)];
  const [mine, given] = [new Set(ours), new Set(theirs)];
  const found: Shift[] = [];
  const fresh = [...mine].filter((word) => !given.has(word));
  const lost = new Set(theirs.filter((word) => !mine.has(word)));
  if (fresh.some((word) => OPPOSITES.get(word)?.some((other) => lost.has(other)))) found.push('opposite');
  if (isRequantified(fresh, lost)) found.push('quantifier');
  if (isFirmer(statement, passage, mine)) found.push('certainty');
  if (CAUSES.test(statement) && !CAUSES.test(passage) && TOGETHER.test(passage)) found.push('causality');
  if (areSidesExchanged(ours, theirs)) found.push('roles');
  if (isRecounted(statement, passage, fresh, lost)) found.push('number');
  if (isRenamed(statement, passage)) found.push('name');
  return found;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,;:.]/gu) ?? [];
}

function isRequantified(fresh: readonly string[], lost: ReadonlySet<string>): boolean {
  const gone = [...lost].flatMap((word) => QUANTIFIER.get(word) ?? []);
  return fresh.some((word) => {
    const own = QUANTIFIER.get(word);
    return own !== undefined && gone.length > 0 && !gone.includes(own);
  });
}

/** A hedge of the passage is gone although what it hedges is still said, or a word of certainty stands in its place. */
function isFirmer(statement: string, passage: string, mine: ReadonlySet<string>): boolean {
  if (statement.match(HEDGE)) return false;
  const stems = new Set([...mine].map(stem));
  return [...passage.matchAll(HEDGE)].some(({ 0: hedge, index }) => {
    const behind = words(passage.slice(index + hedge.length))
      .filter((word) => word.length > 3)
      .slice(0, 2);
    return CERTAIN.test(statement) && !CERTAIN.test(passage)
      ? true
      : behind.length > 0 && behind.every((word) => stems.has(stem(word)));
  });
}

/** What stands left of a relation in the one stands right of it in the other. */
function areSidesExchanged(ours: readonly string[], theirs: readonly string[]): boolean {
  return ours.some((word, at) => {
    if (!RELATIONS.test(word)) return false;
    const places = theirs.flatMap((other, there) => (other === word ? [there] : []));
    if (places.length !== 1 || ours.filter((other) => other === word).length !== 1) return false;
    const [a, b] = [sides(ours, at), sides(theirs, places[0]!)];
    const crossed = (from: keyof Sides, to: keyof Sides) =>
      [...a[from]].some((one) => b[to].has(one) && !b[from].has(one) && !a[to].has(one));
    return crossed('left', 'right') && crossed('right', 'left');
  });
}

interface Sides {
  readonly left: ReadonlySet<string>;
  readonly right: ReadonlySet<string>;
}

function sides(all: readonly string[], at: number): Sides {
  const left = new Set<string>();
  for (let i = at - 1; i >= 0 && i >= at - WINDOW && !CLAUSE_END.test(all[i]!); i--) left.add(all[i]!);
  const right = new Set<string>();
  for (let i = at + 1; i < all.length && i <= at + WINDOW && !CLAUSE_END.test(all[i]!); i++) right.add(all[i]!);
  const telling = (word: string) =>
    word.length > 1 &&
    !/^(?:the|and|an|of|to|in|on|by|as|is|we|it|be|or|at|for|are|was|were|its|our|their|this|these|more|less|better|worse)$/.test(
      word,
    );
  return { left: new Set([...left].filter(telling)), right: new Set([...right].filter(telling)) };
}

function isRecounted(statement: string, passage: string, fresh: readonly string[], lost: ReadonlySet<string>): boolean {
  const there = quantitiesOf(passage);
  const spelled = words(passage).flatMap((word) => NUMBER_WORDS.get(word) ?? []);
  const isThere = (value: number) => spelled.includes(value) || there.some((other) => other.value === value);
  if (
    quantitiesOf(statement).some((q) => !there.some((other) => sameQuantity(q, other)) && !isThere(q.value)) &&
    there.length + spelled.length > 0
  )
    return true;
  const counted = (word: string) => NUMBER_WORDS.has(word) || MULTIPLES.includes(word);
  return (
    fresh.some((word) => counted(word) && !isThere(NUMBER_WORDS.get(word) ?? Number.NaN)) &&
    ([...lost].some(counted) || there.length > 0)
  );
}

/** A name that the passage does not have stands where one of its own names is missing. */
function isRenamed(statement: string, passage: string): boolean {
  const [ours, theirs] = [namesIn(statement), namesIn(passage)];
  const [mine, given] = [statement.toLowerCase(), passage.toLowerCase()];
  return ours.some((name) => !given.includes(bare(name))) && theirs.some((name) => !mine.includes(bare(name)));
}

function namesIn(text: string): string[] {
  return text.match(NAME) ?? [];
}

function bare(name: string): string {
  return name.toLowerCase().replace(/s$/, '');
}
