import { wordsOf } from './normalise.ts';
import { isProse } from './words.ts';

/** The parts of a line from a list of references; '' for what it does not say. */
export interface Reference {
  readonly people: string;
  readonly title: string;
  readonly venue: string;
}

const LABEL = /^(?:(?:\[[^\]]{1,12}\]|\(\d{1,3}\)|\d{1,3}[.)]|\((?:1[89]|20)\d\d\)[.,])\s+)+(?=\S)/;
const YEAR = /^(.{3,400}?)[,.]?\s*\((?:1[89]|20)\d\d[a-z]?\)\s*[,.:]?\s+(.+)$/;
const QUOTED = /^(?:(.{3,400}?)[,.:]?\s+)?["'](.{8,}?)([,.?!]*)["']{1,2}\s*[,.]?\s*(.*)$/;
/** What links names, or stands for those left out: it says nothing about whether the others are names. */
const BETWEEN = /^(?:and|et|al|others|und|eds?|editors?|de|la|der|den|van|von|del|di|da|jr|sr|by)$/;
/** A name's initial. */
const INITIAL = /(?<![\p{L}\p{N}])\p{L}\./u;
/** People that a full stop has ended already: `m. livny. opossum`, and, where families come first, `livny m. opossum`. */
const TITLE_BEGUN = /\p{L}{3}\.\s|^\p{L}{2,}[, ]+\p{L}{1,3}\b.*\p{L}\.\s+\p{L}[\p{L}-]{2,}[^,;.]*$/u;
/** Where the source of a text begins. */
const SOURCE = /[.?!]+\s+in(?::|\b(?= \p{L}))|,\s+in(?::|\s+(?:the\s+)?(?:proc\b|proceedings\b|advances in\b))/u;

/** Share of words that prose has: titles are prose, lists of names are not. */
export function proseShare(words: readonly string[]): number {
  return words.length === 0 ? 0 : words.filter(isProse).length / words.length;
}

/** The words that tell names from prose: neither initials nor what links names. */
const telling = (text: string, least: number) =>
  wordsOf(text).filter((word) => word.length >= least && !BETWEEN.test(word));

function arePeople(text: string): boolean {
  return (
    text.length <= 400 && wordsOf(text).length >= 2 && !/[:?!]|\d{2}/.test(text) && proseShare(telling(text, 3)) <= 0.35
  );
}

function isTitle(text: string): boolean {
  const words = telling(text, 2);
  return words.length >= 2 && proseShare(words) >= 0.4;
}

/** Title and the rest, parted where the source begins: at `in proc`, or at a full stop before another word. */
function partTail(rest: string, people: string): Reference | null {
  const source = SOURCE.exec(rest);
  const stop = /\.\s+(?=[\p{L}\d(])/u.exec(rest);
  const at = source ?? stop;
  const end = source !== null && stop !== null ? Math.min(source.index, stop.index) : (at?.index ?? -1);
  const title = (end < 0 ? rest : rest.slice(0, end)).replace(/[.,;\s]+$/, '');
  const isFound = source !== null && end === source.index ? telling(title, 2).length >= 2 : isTitle(title);
  if (!isFound || /^in\b|\bet al$/.test(title)) return null;
  const venue = end < 0 ? '' : rest.slice(end).replace(/^[.?!,\s]+(?:in:?\s+)?/, '');
  return { people, title, venue };
}

/**
 * A whole reference taken apart, from a comparable text: `a. lee, b. chen. the title. the venue`, `lee, a. (1998). the
 * title. the venue`, `a. lee: the title. in: the venue`, `a. lee, "the title," the venue`, `the title. in proc. the venue`.
 * Null when the text is no reference for all that can be seen.
 */
export function readReference(text: string): Reference | null {
  const line = text.replace(LABEL, '');
  const quoted = QUOTED.exec(line);
  // A title that only begins with a quotation is none: in references a comma stands inside the marks, or people before.
  const isQuoted = quoted?.[1] === undefined ? quoted?.[3]?.startsWith(',') : arePeople(quoted[1]);
  if (quoted && isQuoted && isTitle(quoted[2]!) && quoted[4] !== '') {
    return { people: quoted[1] ?? '', title: quoted[2]!, venue: quoted[4]!.replace(/^in:?\s+/, '') };
  }
  const dated = YEAR.exec(line);
  if (dated && arePeople(dated[1]!)) {
    const parts = partTail(dated[2]!, dated[1]!);
    if (parts !== null) return { ...parts, venue: `${parts.venue} ${/\((\d{4})/.exec(line)![1]}`.trim() };
  }
  const colon = /^([^:]{3,400}):\s+(.+)$/.exec(line);
  // What stands before a colon may be a system's name: people have initials, and a source follows.
  if (colon && INITIAL.test(colon[1]!) && !TITLE_BEGUN.test(colon[1]!) && arePeople(colon[1]!)) {
    const parts = partTail(colon[2]!, colon[1]!);
    if (parts !== null && parts.venue !== '') return parts;
  }
  for (const hit of line.matchAll(/\.\s+(?=[\p{L}\d])/gu)) {
    const people = line.slice(0, hit.index);
    if (!arePeople(people)) continue;
    const parts = partTail(line.slice(hit.index + hit[0].length), people);
    if (parts === null || (parts.venue === '' && !INITIAL.test(people))) continue;
    if (telling(parts.title, 2).length >= 3 || SOURCE.test(line)) return parts;
  }
  const source = SOURCE.exec(line);
  if (source && source.index >= 8) return partTail(line, '');
  return null;
}
