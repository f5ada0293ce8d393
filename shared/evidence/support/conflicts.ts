import { areOpposed } from '../polarity.ts';
import { isResult, quantitiesOf, sameQuantity } from '../quantities.ts';

/** What speaks against a source, however similar its words are. */
export interface Conflicts {
  /** Share of the statement's numbers that the passages do not have. */
  readonly numbers: number;
  /** Share of the statement's names (acronyms, names with digits or inner capitals) that the source does not have. */
  readonly names: number;
  /** The closest passage says it the other way round. */
  readonly polarity: boolean;
}

const NAME =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}-]*\p{L})(?:\p{Lu}[\p{Ll}\p{N}]*[\p{Lu}\p{N}][\p{L}\p{N}-]*|\p{Ll}+\p{Lu}[\p{L}\p{N}]*)/gu;

/** Compares numbers, names and polarity of a statement with the closest passages; `lower`, the source in lower case, is looked at for names. */
export function conflictsOf(statement: string, passages: readonly string[], lower: string): Conflicts {
  const wanted = quantitiesOf(statement).filter(isResult);
  const there = passages.flatMap(quantitiesOf);
  const missing = wanted.filter((quantity) => !there.some((other) => sameQuantity(quantity, other)));
  const names = [...new Set(statement.match(NAME) ?? [])];
  const unknown = names.filter((name) => !lower.includes(name.toLowerCase().replace(/s$/, '')));
  const closest = passages[0] ?? '';
  return {
    numbers: wanted.length === 0 ? 0 : missing.length / wanted.length,
    names: names.length === 0 ? 0 : unknown.length / names.length,
    polarity: closest !== '' && areOpposed(statement, closest),
  };
}
