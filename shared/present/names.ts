import { oneLine } from './escape.ts';

const PARTICLE = /^(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ten|ter|zu)$/i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|ph\.d)\.?$/i;

/** The family name of an author in either order (`Tri Dao`, `Dao, Tri`), particles kept. */
export function familyName(author: string): string {
  const text = oneLine(author);
  const comma = text.indexOf(',');
  if (comma > 0 && !SUFFIX.test(text.slice(comma + 1).trim())) return text.slice(0, comma).trim();
  const words = (comma > 0 ? text.slice(0, comma) : text)
    .split(' ')
    .filter((w) => w !== '' && !SUFFIX.test(w) && !/^\d{4}$/.test(w));
  if (words.length === 0) return text;
  let at = words.length - 1;
  while (at > 1 && PARTICLE.test(words[at - 1]!)) at--;
  return words.slice(at).join(' ');
}

/** Authors as they are named in a sentence; the title's first words when a record names none. */
export function people(authors: readonly string[], title: string): string {
  const names = authors.map(familyName).filter((name) => name !== '');
  if (names.length === 0) {
    const words = oneLine(title).split(' ');
    return words.length <= 6 ? words.join(' ') : `${words.slice(0, 6).join(' ')} …`;
  }
  if (names.length === 1) return names[0]!;
  if (names.length === 2) return `${names[0]} and ${names[1]}`;
  return `${names[0]} et al.`;
}

/** `Collins et al. 2005`: how a work is named in tables and lists. */
export function shortName(work: {
  readonly authors: readonly string[];
  readonly title: string | null;
  readonly year: number | null;
}): string {
  const who = people(work.authors, work.title ?? 'untitled');
  return work.year === null ? who : `${who} ${work.year}`;
}

const LONGEST_SUBJECT = 60;

/**
 * What a quotation is about when it stands alone: the head of its work's title, such as `WiscKey`; null when the quotation
 * names that itself.
 */
export function subjectOf(title: string, quote: string): string | null {
  const whole = oneLine(title).replace(/[.\s]+$/, '');
  const head = /^(.{3,}?)(?::\s|\s[–—]\s|\?\s)/.exec(whole)?.[1] ?? whole;
  const names =
    head.match(/(?<![\p{L}\p{N}-])(?:\p{Lu}[\p{L}\p{N}]*[\p{Lu}\p{N}][\p{L}\p{N}]*)(?![\p{L}\p{N}-])/gu) ?? [];
  if (quote.toLowerCase().includes(head.toLowerCase()) || names.some((name) => quote.includes(name))) return null;
  if (head.length <= LONGEST_SUBJECT) return head;
  return `${head.slice(0, LONGEST_SUBJECT).replace(/\s+\S*$/, '')} …`;
}
