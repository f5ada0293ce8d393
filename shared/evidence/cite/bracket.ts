import { isLocator, isReferenceNumber, type KeyRange, keyRange, looksCited, SEPARATOR, splitKey } from './keys.ts';
import type { KnownIds, Verdict } from './known-ids.ts';

/** What became of one bracket. */
export interface Judged {
  /** What stands between the brackets afterwards; null when nothing is left. */
  readonly inner: string | null;
  readonly kept: number;
  readonly removed: readonly string[];
  readonly repaired: readonly (readonly [string, string])[];
}

const RANGE = /^(\d{1,6})\s*(-|–|—|‐|−|\.\.|to)\s*(\d{1,6})$/;
/** `Doe et al.`: a reference that leaves out the year. */
const UNDATED = /^(?:see |cf\. )?(\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+)?),? et\.? al\.?$/u;
/** Stands for a known id that holds separators while a list is taken apart. */
const MASK = '\ufdd0';
const MASKED = /\ufdd0(\d+)\ufdd0/g;
/** A range written out one by one is listed up to here; beyond it, the range itself. */
const MAX_LISTED = 50;

interface Part {
  readonly text: string;
  /** Separator in front of it as written. */
  readonly glue: string;
}

interface Outcome {
  /** null: removed. */
  readonly text: string | null;
  readonly cited: boolean;
  readonly kept: number;
  readonly removed: readonly string[];
  readonly repaired: readonly (readonly [string, string])[];
}

/** Judges what stands in one pair of brackets; null when that is no citation. */
export function judgeBracket(inner: string, known: KnownIds): Judged | null {
  const whole = inner.trim();
  // `[1, 5) and (0, 1]` are two intervals.
  if (whole === '' || /^[^(]*\)/.test(whole)) return null;
  if (known.has(whole)) return { inner, kept: 1, removed: [], repaired: [] };
  const parts = splitParts(inner, known);
  const outcomes = parts.map((part) => judgePart(part.text, known));
  if (!outcomes.some((outcome) => outcome.cited)) return null;
  if (isInterval(whole, known)) return null;
  const removed = outcomes.flatMap((outcome) => outcome.removed);
  return {
    inner: rebuild(parts, outcomes),
    kept: outcomes.reduce((sum, outcome) => sum + outcome.kept, 0),
    removed,
    repaired: outcomes.flatMap((outcome) => outcome.repaired),
  };
}

/** `[0, 1]`, `[-1, 1]` and `[0.5, 2]` are intervals. */
function isInterval(whole: string, known: KnownIds): boolean {
  const hit = /^([-−+]?\d+(?:\.\d+)?)\s*[,;]\s*([-−+]?(?:\d+(?:\.\d+)?|∞|inf))$/.exec(whole);
  return hit?.slice(1).some((end) => !known.has(end!) && (!/^\d+$/.test(end!) || Number(end) === 0)) ?? false;
}

function splitParts(inner: string, known: KnownIds): Part[] {
  const parts: Part[] = [];
  const whole = known.withSeparators.filter((id) => inner.includes(id));
  const masked = whole.reduce((text, id, i) => text.replaceAll(id, `${MASK}${i}${MASK}`), inner);
  const unmask = (text: string) => text.replace(MASKED, (_, i: string) => whole[Number(i)] ?? '');
  let glue = '';
  for (const [at, piece] of masked.split(SEPARATOR).entries()) {
    if (at % 2 === 1) glue = piece;
    else if (piece.trim() !== '') {
      parts.push({ text: unmask(piece), glue });
      glue = '';
    }
  }
  return joinAuthorYears(parts).flatMap((part) => splitAtSpaces(part, known));
}

/** `Smith et al., 2021` and `Smith and Lee, 2021` are one reference although they hold separators. */
function joinAuthorYears(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const year = /^\s*(?:19|20)\d{2}[a-z]?\s*$/.test(part.text) && part.glue.startsWith(',');
    const second = /^\s+(?:and|&)\s+$/.test(part.glue) && /^\p{Lu}[\p{L}'’-]+(?:,?\s+\d{4}[a-z]?)?$/u.test(part.text);
    if (
      last &&
      ((year && /^\s*\p{Lu}[\p{L}'’. &-]+$/u.test(last.text)) || (second && /^\s*\p{Lu}\p{L}+$/u.test(last.text)))
    ) {
      joined[joined.length - 1] = { text: last.text + part.glue + part.text, glue: last.glue };
    } else joined.push(part);
  }
  return joined;
}

function splitAtSpaces(part: Part, known: KnownIds): Part[] {
  const words = part.text.trim().split(/\s+/);
  if (known.has(part.text.trim()) || splitKey(part.text.trim()).tail !== '') return [part];
  if (words.length < 2 || RANGE.test(part.text.trim())) return [part];
  const cited = words.every(
    (word) => known.has(splitKey(word).key) || (looksCited(word, known) && !/^\d+$/.test(word)),
  );
  return cited ? words.map((text, i) => ({ text, glue: i === 0 ? part.glue : ' ' })) : [part];
}

function judgePart(raw: string, known: KnownIds): Outcome {
  const text = raw.trim();
  const range = RANGE.exec(text.replace(/^\^/, ''));
  if (range && !known.has(text)) return judgeRange(text, range, known);
  const keys = keyRange(splitKey(text).key);
  if (keys && !known.has(splitKey(text).key)) return judgeKeyRange(raw, keys, known);
  const undated = UNDATED.exec(text)?.[1];
  if (undated !== undefined && !known.has(text)) {
    if (known.knowsPerson(undated, [])) return { text: raw, cited: true, kept: 1, removed: [], repaired: [] };
    return { text: null, cited: true, kept: 0, removed: [text], repaired: [] };
  }
  const { lead, key, tail } = splitKey(text);
  const direct = known.has(text) ? text : key;
  if (direct === '' || (isLocator(text) && !known.has(direct))) return plainWords(raw);
  const authorYear = known.judgeAuthorYear(key);
  const verdict: Verdict =
    authorYear ?? (/\s/.test(key) && !known.has(key) ? { kind: 'unknown' } : known.judge(direct));
  if (verdict.kind === 'known') return { text: raw, cited: true, kept: 1, removed: [], repaired: [] };
  const cited = authorYear !== null || looksCited(text, known);
  if (verdict.kind === 'repaired' && (cited || isCloseWord(key, verdict.id))) {
    return { text: `${lead}${verdict.id}${tail}`, cited: true, kept: 0, removed: [], repaired: [[direct, verdict.id]] };
  }
  return cited ? { text: null, cited: true, kept: 0, removed: [direct], repaired: [] } : plainWords(raw);
}

/** A key without digits is repaired only when it is the id in other case or spelling. */
function isCloseWord(key: string, id: string): boolean {
  return key.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') === id.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function plainWords(text: string): Outcome {
  return { text, cited: false, kept: 0, removed: [], repaired: [] };
}

/** `3–5` stands for 3, 4 and 5: what is known of it stays, as ranges again where it can. */
function judgeRange(text: string, range: RegExpExecArray, known: KnownIds): Outcome {
  const [low, high] = [Number(range[1]), Number(range[3])].sort((a, b) => a - b) as [number, number];
  if (!isReferenceNumber(low, known) && !isReferenceNumber(high, known)) return plainWords(text);
  const inside: number[] = [];
  const missing: string[] = [];
  for (let n = low; n <= Math.min(high, known.greatestNumber); n++) {
    if (known.has(String(n))) inside.push(n);
    else if (missing.length <= MAX_LISTED) missing.push(String(n));
  }
  const beyond = Math.max(low, known.greatestNumber + 1);
  if (high - beyond >= MAX_LISTED || missing.length > MAX_LISTED) missing.splice(0, missing.length, text);
  else for (let n = beyond; n <= high; n++) missing.push(String(n));
  if (missing.length === 0) return { text, cited: true, kept: inside.length, removed: [], repaired: [] };
  const kept = inside.length === 0 ? null : runs(inside, range[2] === 'to' ? '–' : range[2]!);
  return { text: kept, cited: true, kept: inside.length, removed: missing, repaired: [] };
}

/** `P2–P5` stands for P2, P3, P4 and P5: what is known of it stays. */
function judgeKeyRange(raw: string, { prefix, low, high, dash }: KeyRange, known: KnownIds): Outcome {
  const numbers = Array.from({ length: Math.min(high - low, MAX_LISTED) + 1 }, (_, n) => low + n);
  const inside = numbers.filter((n) => known.has(`${prefix}${n}`));
  const missing = numbers.filter((n) => !inside.includes(n)).map((n) => `${prefix}${n}`);
  if (missing.length === 0) return { text: raw, cited: true, kept: inside.length, removed: [], repaired: [] };
  if (inside.length === 0 && !looksCited(`${prefix}${low}`, known)) return plainWords(raw);
  const text = runs(inside, dash === 'to' ? ' to ' : dash, prefix);
  return { text: text === '' ? null : text, cited: true, kept: inside.length, removed: missing, repaired: [] };
}

function runs(numbers: readonly number[], dash: string, prefix = ''): string {
  const found: string[] = [];
  for (let i = 0; i < numbers.length; ) {
    let j = i;
    while (numbers[j + 1] === numbers[j]! + 1) j++;
    found.push(j > i ? `${prefix}${numbers[i]}${dash}${prefix}${numbers[j]}` : `${prefix}${numbers[i]}`);
    i = j + 1;
  }
  return found.join(', ');
}

/** Puts the brackets' contents together again; words behind a removed key go with it. */
function rebuild(parts: readonly Part[], outcomes: readonly Outcome[]): string | null {
  const glueDefault = parts.some((part) => part.glue.startsWith(';')) ? '; ' : ', ';
  let text = '';
  let left = 0;
  let dropping = false;
  parts.forEach((part, i) => {
    const outcome = outcomes[i]!;
    if (outcome.cited) dropping = outcome.text === null;
    if (dropping || outcome.text === null) return;
    const body = outcome.text;
    const glue =
      i > 0 && outcomes[i - 1]!.text === null && part.glue.trim() !== '' ? glueDefault : part.glue || glueDefault;
    text += text === '' ? body.replace(/^\s+/, '') : glue + body;
    if (outcome.cited) left++;
  });
  if (left === 0) return null;
  const untouched = outcomes.every((outcome, i) => outcome.text === parts[i]!.text);
  return untouched ? parts.map((part) => part.glue + part.text).join('') : text.trim();
}
