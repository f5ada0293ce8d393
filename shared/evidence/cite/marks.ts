import { sentences } from '../../text/sentences.ts';
import type { Prose } from './prose.ts';

/** Put once at the end of every sentence that lost a citation, in front of its full stop. */
export const REMOVED_MARK = '[citation removed]';

/** One replacement in the Markdown source. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where a citation was removed. */
export interface Wound {
  readonly at: number;
  readonly prose: Prose;
}

const CLOSING = /[.!?…:;]*["'”’»)*_]*$/;

/**
 * One mark a sentence: in front of its closing punctuation; in a table, where the citation stood.
 *
 * @param edits the removals and replacements, in the order of the text
 */
export function marksFor(markdown: string, wounds: readonly Wound[], edits: readonly Edit[]): Edit[] {
  const spans = sentences(markdown);
  const removals = new Map(edits.filter((edit) => edit.text === '').map((edit) => [edit.end, edit.start]));
  const places = new Set<number>();
  /** Sentences that have their mark, by where they begin. */
  const done = new Set<number>();
  for (const { at, prose } of wounds) {
    if (prose.cell) {
      places.add(editAround(edits, at)?.end ?? at);
      continue;
    }
    const span = lastStartingBy(spans, at);
    if (!span || at >= span.end) continue;
    const start = Math.max(span.start, prose.block.start);
    if (done.has(start)) continue;
    done.add(start);
    let end = trimmedEnd(markdown, start, Math.min(span.end, prose.block.end));
    if (markdown.slice(start, end).includes(REMOVED_MARK)) continue;
    for (let from = removals.get(end); from !== undefined && from < end; from = removals.get(end)) end = from;
    const tail = CLOSING.exec(markdown.slice(Math.max(start, end - 40), end))?.[0] ?? '';
    const place = end - tail.length;
    places.add(editAround(edits, place)?.end ?? place);
  }
  return [...places].map((place) => ({ start: place, end: place, text: ` ${REMOVED_MARK}` }));
}

function trimmedEnd(markdown: string, start: number, end: number): number {
  return start + markdown.slice(start, end).trimEnd().length;
}

function editAround(edits: readonly Edit[], at: number): Edit | undefined {
  const edit = lastStartingBy(edits, at);
  return edit && at < edit.end ? edit : undefined;
}

/** The last of the items, which are sorted by start, that starts at or before `at`. */
function lastStartingBy<T extends { readonly start: number }>(items: readonly T[], at: number): T | undefined {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (items[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
