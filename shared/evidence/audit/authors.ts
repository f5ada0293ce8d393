import { fold } from '../../text/normalise.ts';

/**
 * Whether the first authors of two lists can be one person: the surnames agree, in either order of name and surname, or the
 * one is among the other list's first three (lists are sorted differently). Null when one list is empty.
 */
export function firstAuthorAgrees(ours: readonly string[], theirs: readonly string[]): boolean | null {
  const mine = ours[0];
  if (mine === undefined || theirs.length === 0) return null;
  return theirs.slice(0, 3).some((name) => shareSurname(mine, name));
}

function shareSurname(a: string, b: string): boolean {
  const [x, y] = [partsOf(a), partsOf(b)];
  if (x.surname !== '' && (x.surname === y.surname || y.all.includes(x.surname) || x.all.includes(y.surname))) {
    return true;
  }
  // "Nguyen Van Linh" and "Linh Nguyen Van": the same words in another order.
  const common = x.all.filter((part) => part.length > 1 && y.all.includes(part));
  return common.length >= 2;
}

function partsOf(name: string): { surname: string; all: string[] } {
  const [head, tail] = name.split(',', 2);
  const all = words(name);
  const surname =
    tail === undefined ? (all.filter((part) => !SUFFIXES.has(part)).at(-1) ?? '') : (words(head!).at(-1) ?? '');
  return { surname, all };
}

const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md']);

function words(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
