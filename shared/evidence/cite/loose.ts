import { type Judged, judgeBracket } from './bracket.ts';
import { CLOSES, OPENS } from './flat.ts';
import { areKeys, splitKey } from './keys.ts';
import type { KnownIds } from './known-ids.ts';

/** A citation outside square brackets: offsets into the flat text, the judgement, and what stands there afterwards; null: as written. */
export interface LooseHit {
  readonly start: number;
  readonly end: number;
  readonly judged: Judged;
  readonly text: string | null;
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Raised numbers cite behind a word or a full stop; behind a symbol, a unit or a number they are powers. */
const BEHIND_WORD = /(?:\p{L}{4,}[\])”"’']?|[.,;:!?][”"’']?)$/u;
const TAGGED = new RegExp(`${OPENS}\\s*\\[?([^${OPENS}${CLOSES}[\\]]{1,120}?)\\]?\\s*${CLOSES}`, 'gu');
const SUPERSCRIPT = new RegExp(`[${RAISED}]+(?:[,⁻˒–-][${RAISED}]+)*`, 'gu');
const PANDOC_RAISED = /\^(\d[\d,;–-]*)\^/g;
/** What chat models leave behind of their own tools. */
const CHAT_MARK = /:contentReference\[oaicite:\d+\](?:\{[^{}]*\})?|\bciteturn\d+[a-z]+\d+(?:turn\d+[a-z]+\d+)*/g;
const NUMBERED =
  /([([])(?:(?:see|cf\.)\s+)?(?:refs?|references?|citations?|sources?)\.?:?\s*#?(\d{1,4}(?:\s*(?:[-–,;]|and|&)\s*\d{1,4})*)([)\]])/gi;
/** `(X9)`, `{X9, P1}`, `（X9）`: behind a word of its own, not behind a name as in `f(x1)`, `x_{1}` or `\\frac{a}`. */
const OTHER_BRACKETS =
  /(?<![\p{L}\p{N}_^$\\)}\]])\(([^(){}（）]{2,200})\)|(?<![_^$\\}])(?<!\\\p{L}{1,20})\{([^(){}（）]{2,200})\}|（([^(){}（）]{2,200})）/gu;
/** A set is no citation. */
const SET = /(?:[=∈⊂⊆∪∩\\:]|\bsets?(?: of)?)\s*$/u;
/** Addresses and numbers of registers as they stand in a sentence. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}/.:@])(?:(?:doi:?\s*)?10\.\d{4,9}\/[^\s"<>|\ufffc\ue000\ue001]+|arxiv:\s*(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?|(?:acl|s2|openalex|dblp|pwc):\S+|pmid:?\s*\d{5,9}|pmcid:?\s*pmc\d{5,9})/giu;

/** Citations in running text that are neither brackets nor names, in no order. */
export function* looseHits(text: string, known: KnownIds): Generator<LooseHit> {
  for (const hit of text.matchAll(TAGGED)) {
    const inner = hit[1]!;
    const numeric = /^[\d\s,;–-]+$/.test(inner);
    if (numeric && !BEHIND_WORD.test(text.slice(Math.max(0, hit.index - 24), hit.index).trimEnd())) continue;
    yield* judged(hit.index, hit[0], inner, known);
  }
  for (const hit of text.matchAll(SUPERSCRIPT)) {
    if (!BEHIND_WORD.test(text.slice(Math.max(0, hit.index - 24), hit.index))) continue;
    const plain = hit[0]
      .replace(new RegExp(`[${RAISED}]`, 'gu'), (c) => String(RAISED.indexOf(c)))
      .replace(/[⁻˒]/g, (c) => (c === '⁻' ? '-' : ','));
    const found = judgeBracket(plain, known);
    if (!found) continue;
    const left = found.inner?.replace(/\d/g, (digit) => RAISED[Number(digit)]!).replace(/, /g, ',') ?? '';
    yield {
      start: hit.index,
      end: hit.index + hit[0].length,
      judged: found,
      text: found.removed.length === 0 ? null : left,
    };
  }
  for (const hit of text.matchAll(PANDOC_RAISED)) {
    if (BEHIND_WORD.test(text.slice(Math.max(0, hit.index - 24), hit.index)))
      yield* judged(hit.index, hit[0], hit[1]!, known);
  }
  for (const hit of text.matchAll(CHAT_MARK)) yield gone(hit.index, hit[0], hit[0]);
  for (const hit of text.matchAll(NUMBERED)) yield* judged(hit.index, hit[0], hit[2]!, known);
  for (const hit of text.matchAll(OTHER_BRACKETS)) {
    const inner = (hit[1] ?? hit[2] ?? hit[3])!;
    const before = text.slice(Math.max(0, hit.index - 80), hit.index);
    if (hit[2] !== undefined && SET.test(before)) continue;
    const behind = text.slice(hit.index + hit[0].length, hit.index + hit[0].length + 40);
    if (areKeys(inner, known) && !isAbbreviation(inner, before, behind, known))
      yield* judged(hit.index, hit[0], inner, known);
  }
  for (const hit of text.matchAll(IDENTIFIER)) {
    const written = balanced(hit[0]);
    if (known.knowsAddress(written)) yield kept(hit.index, written);
    else yield gone(hit.index, written, written);
  }
}

/** `the first hypothesis (H1)` and `the (H1) hypothesis` abbreviate; a key that goes on the count of known ones does not. */
function isAbbreviation(inner: string, before: string, behind: string, known: KnownIds): boolean {
  const { key } = splitKey(inner.trim());
  if (known.has(key) || known.counts(key) || !/^\p{L}+\d{1,2}$/u.test(key)) return false;
  const words = [
    ...(before
      .split(/[.!?]\s|\ufffc/)
      .at(-1)!
      .match(/\p{L}{2,}/gu) ?? []),
    ...(/^\s(\p{L}{2,})/u.exec(behind)?.slice(1) ?? []),
  ];
  return words.some((word) => word[0]!.toLowerCase() === key[0]!.toLowerCase());
}

function* judged(start: number, whole: string, inner: string, known: KnownIds): Generator<LooseHit> {
  const found = judgeBracket(inner, known);
  if (!found) return;
  const at = whole.indexOf(inner);
  const text =
    found.inner === null
      ? ''
      : found.inner === inner
        ? null
        : whole.slice(0, at) + found.inner + whole.slice(at + inner.length);
  // Repaired or not, tags around what stays are kept by leaving the source as it is.
  yield {
    start,
    end: start + whole.length,
    judged: found,
    text: text !== null && text !== '' && whole.startsWith(OPENS) ? found.inner : text,
  };
}

function kept(start: number, written: string): LooseHit {
  return {
    start,
    end: start + written.length,
    judged: { inner: written, kept: 1, removed: [], repaired: [] },
    text: null,
  };
}

function gone(start: number, written: string, id: string): LooseHit {
  return {
    start,
    end: start + written.length,
    judged: { inner: null, kept: 0, removed: [id], repaired: [] },
    text: '',
  };
}

/** Without the sentence's own punctuation and brackets behind it. */
function balanced(written: string): string {
  let text = written;
  for (;;) {
    const last = text.at(-1)!;
    const open = last === ')' ? '(' : last === ']' ? '[' : last === '}' ? '{' : null;
    const more = open !== null && text.split(last).length > text.split(open).length;
    if (!more && !/[.,;:!?'"”’*_]/.test(last)) return text;
    text = text.slice(0, -1);
  }
}
