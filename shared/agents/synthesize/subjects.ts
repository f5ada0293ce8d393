import { fold } from '../../text/normalise.ts';
import { terms } from '../../text/tokenise.ts';
import type { Source } from './sources.ts';

/** The things compared, and how to tell whether a text speaks of each. */
export interface Subjects {
  /** How many of them words speak of; none when the work is about something that both of them are not. */
  spokenOf(bag: ReadonlySet<string>, source: Source): number;
  /** Whether words speak of the one at a place of the list. */
  isSpokenOf(at: number, bag: ReadonlySet<string>, source: Source): boolean;
}

/** Share of what a subject's own words tell from which it is spoken of. */
const SPOKEN_FROM = 0.5;

/** @param sources the works found: a word that most of them have tells no subject from another */
export function subjectsOf(subjects: readonly string[], sources: readonly Source[]): Subjects {
  const bags = subjects.map((subject) => new Set(terms(fold(subject))));
  const texts = new Map(sources.map((source) => [source, new Set(terms(`${source.title} ${source.text.text}`))]));
  const told = (term: string) => {
    const having = [...texts.values()].filter((bag) => bag.has(term)).length;
    return Math.log(1 + sources.length / Math.max(1, having)) - Math.log(2) + 0.05;
  };
  const own = bags.map(
    (bag, at) =>
      new Map([...bag].filter((term) => bags.every((b, i) => i === at || !b.has(term))).map((t) => [t, told(t)])),
  );
  const common = [...(bags[0] ?? [])].filter((term) => bags.length > 1 && bags.every((bag) => bag.has(term)));
  const share = (weights: ReadonlyMap<string, number>, bag: ReadonlySet<string>) => {
    const total = [...weights.values()].reduce((a, b) => a + b, 0);
    return total === 0 ? 0 : [...weights].reduce((sum, [term, w]) => sum + (bag.has(term) ? w : 0), 0) / total;
  };
  const isSpokenOf = (at: number, bag: ReadonlySet<string>, source: Source) => {
    const whole = texts.get(source);
    return common.every((term) => bag.has(term) || whole?.has(term) === true) && share(own[at]!, bag) >= SPOKEN_FROM;
  };
  return {
    isSpokenOf,
    spokenOf: (bag, source) => subjects.filter((_, at) => isSpokenOf(at, bag, source)).length,
  };
}
