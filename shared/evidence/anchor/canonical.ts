import { composed, isInvisible, isJoiningMark } from './characters.ts';

/** A hyphen at the end of a line that may have been put there by the typesetter: equal to `-`, `- ` or nothing. */
export const SOFT_BREAK = '\ufffe';
/** A hyphen or dash at the end of a line that belongs to the word or number: equal to `-` or `- `. */
export const HARD_BREAK = '\uffff';

/**
 * Text in the form in which quotes are compared, with the way back: canonical unit `i` stands for
 * `source.slice(start[i], end[i])`.
 */
export interface Canonical {
  readonly text: string;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

const SPACE = 32;
const HYPHEN = 45;
const EN = 0x2013;
const EM = 0x2014;
const MINUS = 0x2212;
const ELLIPSIS = 0x2026;

const SINGLE_QUOTES = new Set([0x60, 0xb4, 0x2018, 0x2019, 0x201a, 0x201b, 0x2032, 0x2035, 0x02bc, 0xff07]);
const DOUBLE_QUOTES = new Set([0xab, 0xbb, 0x201c, 0x201d, 0x201e, 0x201f, 0x2033, 0x2036, 0xff02]);
const DASHES = new Map([
  [0x2010, HYPHEN],
  [0x2011, HYPHEN],
  [0xfe63, HYPHEN],
  [0xff0d, HYPHEN],
  [0x2012, EN],
  [0x2013, EN],
  [0x2014, EM],
  [0x2015, EM],
  [0xfe58, EM],
  [0x2212, MINUS],
]);
const OTHER = new Map([
  [0x2026, ELLIPSIS],
  [0x22ef, ELLIPSIS],
  [0x2044, 47],
  [0x2215, 47],
  [0x2a7d, 0x2264],
  [0x2a7e, 0x2265],
  [0xfffe, 0xfffd],
  [0xffff, 0xfffd],
]);

const LOWER = /^[\p{Ll}\p{M}]$/u;
const LETTER = /^[\p{L}\p{M}]$/u;
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const SPACED_DOTS = /\.\s{0,4}\.\s{0,4}\./y;

/**
 * Brings `source` into the form in which quotes are compared: one space for a run of white space, typographic quotes,
 * dashes and ellipses in one spelling each, ligatures and compatibility letters resolved, accents composed, invisible
 * characters gone, hyphens at line ends marked. Superscripts, fractions and circled numbers stay what they are: `10²`
 * is not `102`. Case, digits, signs and punctuation are never touched.
 */
export function canonical(source: string): Canonical {
  return new Builder(source).build();
}

class Builder {
  readonly #source: string;
  #units: Uint16Array;
  #start: Int32Array;
  #end: Int32Array;
  #length = 0;

  constructor(source: string) {
    this.#source = source;
    const room = source.length + 64;
    this.#units = new Uint16Array(room);
    this.#start = new Int32Array(room);
    this.#end = new Int32Array(room);
  }

  build(): Canonical {
    const source = this.#source;
    let at = 0;
    while (at < source.length) {
      const code = source.charCodeAt(at);
      const next = at + 1 < source.length ? source.charCodeAt(at + 1) : 0;
      if (isAsciiWord(code) && next < 0x300) this.#push(code, at, ++at);
      else if (isSpace(code)) at = this.#space(at);
      else if (code < 0x80 && next < 0x300) at = this.#ascii(code, at);
      else at = this.#other(code, at);
    }
    if (this.#length > 0 && this.#units[this.#length - 1] === SPACE) this.#length--;
    return {
      text: new TextDecoder('utf-16le').decode(this.#units.subarray(0, this.#length)),
      start: this.#start.slice(0, this.#length),
      end: this.#end.slice(0, this.#length),
    };
  }

  #push(code: number, start: number, end: number): void {
    if (this.#length === this.#units.length) this.#grow();
    this.#units[this.#length] = code;
    this.#start[this.#length] = start;
    this.#end[this.#length++] = end;
  }

  #grow(): void {
    const room = this.#units.length * 2;
    const units = new Uint16Array(room);
    const start = new Int32Array(room);
    const end = new Int32Array(room);
    units.set(this.#units);
    start.set(this.#start);
    end.set(this.#end);
    [this.#units, this.#start, this.#end] = [units, start, end];
  }

  #last(back = 1): string {
    return this.#length < back ? '' : String.fromCharCode(this.#units[this.#length - back]!);
  }

  /** A run of white space: a line-end hyphen's break, nothing between unspaced scripts, or one space. */
  #space(at: number): number {
    const source = this.#source;
    let to = at;
    let lines = 0;
    for (; to < source.length; to++) {
      const code = source.charCodeAt(to);
      if (code === 10 || code === 0x2028 || code === 0x85) lines++;
      else if (!isSpace(code) && !isInvisible(code)) break;
    }
    const before = this.#last();
    const after = source.charAt(to);
    if (lines > 0 && lines <= 3 && this.#isLineEndHyphen(before, after)) {
      const soft = before === '-' && LETTER.test(this.#last(2)) && LOWER.test(firstOf(after));
      this.#units[this.#length - 1] = (soft ? SOFT_BREAK : HARD_BREAK).charCodeAt(0);
      this.#end[this.#length - 1] = to;
    } else if (this.#length > 0 && before !== ' ' && !(UNSPACED.test(before) && UNSPACED.test(after))) {
      this.#push(SPACE, at, to);
    }
    return to;
  }

  #isLineEndHyphen(before: string, after: string): boolean {
    return (
      (before === '-' || before === '–' || before === '−') && WORD.test(this.#last(2)) && WORD.test(firstOf(after))
    );
  }

  #ascii(code: number, at: number): number {
    const source = this.#source;
    if (code === HYPHEN) return this.#hyphens(at);
    if (code === 0x27 || code === 0x60) {
      const double = source.charCodeAt(at + 1) === code;
      const to = at + (double ? 2 : 1);
      this.#push(double ? 0x22 : 0x27, at, to);
      return to;
    }
    if (code === 0x2e) {
      SPACED_DOTS.lastIndex = at;
      const dots = SPACED_DOTS.exec(source);
      if (dots) {
        this.#push(ELLIPSIS, at, at + dots[0].length);
        return at + dots[0].length;
      }
    }
    this.#push(code, at, at + 1);
    return at + 1;
  }

  /** `--` and `---` are a typed dash when both sides are spaced alike; otherwise (`--flag`) they are what they are. */
  #hyphens(at: number): number {
    const source = this.#source;
    let to = at + 1;
    while (source.charCodeAt(to) === HYPHEN) to++;
    const count = to - at;
    const open = at === 0 || isSpace(source.charCodeAt(at - 1));
    const close = to >= source.length || isSpace(source.charCodeAt(to));
    if ((count === 2 || count === 3) && open === close) this.#push(EM, at, to);
    else for (let i = at; i < to; i++) this.#push(HYPHEN, i, i + 1);
    return to;
  }

  #other(code: number, at: number): number {
    if (code === 0xad) return this.#softHyphen(at);
    if (isInvisible(code)) {
      if (code >= 0x2062 && code <= 0x2064 && /\d/.test(this.#last()) && /\d/.test(this.#source.charAt(at + 1))) {
        this.#push(code, at, at + 1);
      }
      return at + 1;
    }
    const dash = DASHES.get(code) ?? OTHER.get(code);
    if (dash !== undefined) this.#push(dash, at, at + 1);
    else if (SINGLE_QUOTES.has(code)) this.#push(0x27, at, at + 1);
    else if (DOUBLE_QUOTES.has(code)) this.#push(0x22, at, at + 1);
    else return this.#cluster(at);
    return at + 1;
  }

  /** A soft hyphen is nothing, and nothing with the line break behind it. */
  #softHyphen(at: number): number {
    let to = at + 1;
    let lines = 0;
    while (to < this.#source.length && isSpace(this.#source.charCodeAt(to))) {
      if (this.#source.charCodeAt(to) === 10) lines++;
      to++;
    }
    if (lines === 0 || !WORD.test(this.#last()) || !WORD.test(firstOf(this.#source.charAt(to)))) return at + 1;
    this.#push(SOFT_BREAK.charCodeAt(0), at, to);
    return to;
  }

  /** A character with the marks that follow it, composed. */
  #cluster(at: number): number {
    const source = this.#source;
    let to = at + (isHighSurrogate(source.charCodeAt(at)) && at + 1 < source.length ? 2 : 1);
    while (to < source.length && isJoiningMark(source.charCodeAt(to))) to++;
    const raw = source.slice(at, to);
    if (isInvisible(raw.codePointAt(0)!)) return to;
    const text = isFoldableSubscript(raw, this.#last(), source.charAt(to))
      ? String(raw.charCodeAt(0) - 0x2080)
      : composed(raw);
    for (let i = 0; i < text.length; i++) this.#push(text.charCodeAt(i), at, to);
    return to;
  }
}

/** `CO₂` may be written `CO2`: a subscript digit behind a letter, unless a plain digit follows (`log₂8` is not `log28`). */
function isFoldableSubscript(raw: string, before: string, after: string): boolean {
  return /^[₀-₉]$/.test(raw) && /^[\p{L}\d]$/u.test(before) && !/^\d$/.test(before) && !/^[\d₀-₉]$/.test(after);
}

/** First letter of what a character stands for: `f` of a ligature. */
function firstOf(character: string): string {
  return composed(character).charAt(0);
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** White space of any width; zero-width spaces are not among it. */
export function isSpace(code: number): boolean {
  if (code <= 32) return code === 32 || (code >= 9 && code <= 13);
  if (code < 0x85) return false;
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
