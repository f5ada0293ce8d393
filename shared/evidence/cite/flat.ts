import type { Prose } from './prose.ts';

/** Stands for a tag that opens or closes a citation: `<sup>`, `<cite>`, `<ref>`. */
export const OPENS = '\ue000';
export const CLOSES = '\ue001';
/** Stands for everything that is no prose: code, links, maths, the border of a block. */
const BREAK = '\ufffc';
/** Between two pieces of one sentence: emphasis, and tags that only change how words look. */
const LOOKS_ONLY = /^(?:[*_~`]+|<\/?(?:em|i|b|strong|span|u|small)\b[^<>]*>)+$/i;
const CITING_TAG = /<(\/?)(?:sup|cite|ref)\b[^<>]*>/gi;

/** Prose as a reader sees it, with its way back to the source. */
export interface Flat {
  readonly text: string;
  /** Offset in the source where the character at `at` begins. */
  startOf(at: number): number;
  /** Offset in the source behind the character in front of `at`. */
  endOf(at: number): number;
  proseAt(at: number): Prose;
}

/** Joins the stretches of prose of a source: emphasis is left out, so that `[**X9**]` and `Doe *et al.*` are read as one. */
export function flatten(markdown: string, prose: readonly Prose[]): Flat {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const owners: number[] = [];
  const add = (characters: string, start: number, end: number, owner: number) => {
    for (let i = 0; i < characters.length; i++) {
      starts.push(characters.length === 1 ? start : start + i);
      ends.push(characters.length === 1 ? end : start + i + 1);
      owners.push(owner);
    }
    text += characters;
  };
  /** What lies between two stretches, or behind the last. */
  const bridge = (from: number, to: number, owner: number) => {
    const gap = markdown.slice(from, to);
    const rest = gap.replace(CITING_TAG, '');
    if (rest !== '' && !LOOKS_ONLY.test(rest)) add(BREAK, from, to, owner);
    for (const tag of gap.matchAll(CITING_TAG)) {
      const start = from + tag.index;
      add(tag[1] === '' ? OPENS : CLOSES, start, start + tag[0].length, owner);
    }
  };
  let from = 0;
  prose.forEach((stretch, at) => {
    bridge(from, stretch.start, at);
    add(markdown.slice(stretch.start, stretch.end), stretch.start, stretch.end, at);
    from = stretch.end;
  });
  if (prose.length > 0) bridge(from, markdown.length, prose.length - 1);
  return {
    text,
    startOf: (at) => starts[at]!,
    endOf: (at) => ends[at - 1]!,
    proseAt: (at) => prose[owners[at]!]!,
  };
}
