import { HARD_BREAK, SOFT_BREAK } from './canonical.ts';
import { isWordUnit } from './characters.ts';

const DASH = /^[-–−\ufffe\uffff]$/;
const DIGIT = /^\d$/;
const LETTER = /^\p{L}$/u;
/** Attached in front of a number they are part of its value. */
const BEFORE_NUMBER = /^[-–−+±<>≤≥=~≈∼$€£¥#^]$/;
/** Attached behind a number they are part of its value or unit. */
const AFTER_NUMBER = /^[%‰°^/]$/;

/** Scripts written without spaces: any character may begin or end a quote, only not right behind a negation. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const UNSPACED_NEGATION = /^[不未没沒非無无]$/;

/**
 * Whether the span `from`…`to` of a canonical text begins and ends where words and numbers do: not inside one, not right
 * behind a prefix (`non-`), a sign or a comparator, not in front of a decimal, a unit sign, an exponent or `n't`.
 */
export function isWhole(text: string, from: number, to: number): boolean {
  return beginsWhole(text, from) && endsWhole(text, to);
}

function beginsWhole(text: string, from: number): boolean {
  if (from === 0) return true;
  const first = text.charAt(from);
  const before = text.charAt(from - 1);
  const earlier = text.charAt(from - 2);
  if (before === ' ') return true;
  const digit = DIGIT.test(first);
  if (isWordAt(text, from)) {
    if (UNSPACED.test(first) && UNSPACED.test(before)) return !UNSPACED_NEGATION.test(before);
    if (isWordAt(text, from - 1)) return false;
    if (before === '_' || before === '@' || before === '\\') return false;
    if (before === SOFT_BREAK || before === HARD_BREAK) return false;
    if (DASH.test(before) && isWordAt(text, from - 2)) return false;
    if (before === "'" && LETTER.test(earlier)) return false;
    if (before === '.' && (LETTER.test(earlier) || (!digit && (earlier === ' ' || earlier === '')))) return false;
    if (digit && BEFORE_NUMBER.test(before)) return false;
    return !(digit && /^[.,:/]$/.test(before) && isWordAt(text, from - 2)) && !(digit && before === '.');
  }
  // A quote that opens with ".5", "'t" or "-linear" has left its head behind.
  return !(/^[-–−.,'+#/%°^:]$/.test(first) && isWordAt(text, from - 1) && isWordAt(text, from + 1));
}

function endsWhole(text: string, to: number): boolean {
  const last = text.charAt(to - 1);
  const after = text.charAt(to);
  const later = text.charAt(to + 1);
  if (after === '' || after === ' ') return true;
  if (!isWordAt(text, to - 1)) {
    const dangling = /^[-–−.,'_@/:]$/.test(last) && isWordAt(text, to - 2) && isWordAt(text, to);
    return !dangling && !(/^[-–−+<>≤≥=~≈$€£#.^]$/.test(last) && DIGIT.test(after));
  }
  if (UNSPACED.test(last) && UNSPACED.test(after)) return true;
  if (isWordAt(text, to) || after === '_' || after === '@') return false;
  if (after === SOFT_BREAK || after === HARD_BREAK) return false;
  if (DASH.test(after) && isWordUnit(text.charCodeAt(to + 1) || 32)) return false;
  if (after === "'" && LETTER.test(later)) return false;
  if (/^[+#]$/.test(after) && LETTER.test(last)) return false;
  if (after === '.' && LETTER.test(later)) return false;
  if (!DIGIT.test(last)) return true;
  return !AFTER_NUMBER.test(after) && !(/^[.,:]$/.test(after) && DIGIT.test(later));
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isWordUnit(text.charCodeAt(at));
}
