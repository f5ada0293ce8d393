import { plainText } from './text.ts';

/** An author as bibliographies keep one: a person in parts, or a name that must stay whole. */
export type Person =
  | { readonly family: string; readonly given: string | null; readonly suffix: string | null }
  | { readonly literal: string };

const PARTICLE =
  /^(?:van|von|vom|zum|zur|der|den|de|del|della|dello|degli|di|da|das|dos|du|la|le|el|al|bin|ibn|ten|ter|af|av)$/;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const OTHERS = /^(?:et al\.?|and others|others|\.{3}|…)$/i;
const BODY =
  /\b(?:team|group|consortium|collaboration|committee|council|foundation|university|institute|laborator(?:y|ies)|labs?|inc|ltd|gmbh|corporation|company|project|organi[sz]ation|association|society|agency|department|ministry|initiative|community|contributors)\b\.?/i;

/**
 * The people of an author list, in `Tri Dao` or `Dao, Tri` form; particles stay with the family name, a registry's
 * number behind a name (`Wei Wang 0001`) goes, organisations stay whole.
 * @returns `more` when the list ends in "et al."
 */
export function personsOf(authors: readonly string[]): { readonly persons: Person[]; readonly more: boolean } {
  const names = authors.map(plainText).filter((name) => name !== '');
  const persons = names.filter((name) => !OTHERS.test(name)).map(personOf);
  return { persons, more: names.some((name) => OTHERS.test(name)) };
}

function personOf(name: string): Person {
  if (/[&{}\\/@;:()]|\d(?!\d*$)/.test(name) || /\band\b/i.test(name) || BODY.test(name)) return { literal: name };
  const parts = name.split(',').map((part) => part.trim());
  if (parts.length > 3) return { literal: name };
  if (parts.length === 3) {
    const [family, suffix, given] = parts as [string, string, string];
    return SUFFIX.test(suffix) && family !== '' ? person(family, given, suffix) : { literal: name };
  }
  if (parts.length === 2 && !SUFFIX.test(parts[1]!)) {
    return parts[0] === '' || parts[1] === '' ? { literal: name } : person(parts[0]!, parts[1]!, null);
  }
  const words = parts[0]!.split(' ').filter((word) => !/^\d+$/.test(word));
  const suffix = parts[1] ?? (words.length > 2 && SUFFIX.test(words.at(-1)!) ? words.pop()! : null);
  if (words.length < 2) return { literal: words.length === 0 ? name : words.join(' ') };
  let at = words.length - 1;
  while (at > 1 && PARTICLE.test(words[at - 1]!)) at--;
  return person(words.slice(at).join(' '), words.slice(0, at).join(' '), suffix);
}

function person(family: string, given: string, suffix: string | null): Person {
  return { family, given: given === '' ? null : given, suffix };
}

/** The name by which a person is sorted and keyed. */
export function familyOf(one: Person): string {
  return 'literal' in one ? one.literal : one.family;
}
