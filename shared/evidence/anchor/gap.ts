import { HARD_BREAK, SOFT_BREAK } from './canonical.ts';

/** What stands on both sides of a gap: digits make spaces and dashes meaningful. */
export interface Sides {
  readonly digitBefore: boolean;
  readonly digitAfter: boolean;
}

const SPACE_BEFORE_CLOSER = / +(?=[,.;:!?)\]}…%])/g;
const SPACE_AFTER_OPENER = /(?<=[([{]) +/g;
const SPACES_AT_DASH = / *- */g;
const SPACES_AT_COMPARATOR = / *([<>≤≥=≠≈±]) */g;

/**
 * Whether two canonical runs of spaces, punctuation and signs between the same two characters mean the same: equal up to
 * the kind of dash, a line-end hyphen, spaces at a long dash or a comparator, and spaces inside brackets or before punctuation.
 */
export function sameGap(a: string, b: string, sides: Sides): boolean {
  if (a === b) return true;
  if (a.length > 40 || b.length > 40) return false;
  const between = sides.digitBefore && sides.digitAfter;
  if (between && isMinusAgainstRange(a, b)) return false;
  return readings(a).some((x) => readings(b).some((y) => samePlain(x, y, sides)));
}

/** `10 − 20` takes away, `10 – 20` goes from one to the other; a plain hyphen may be either. */
function isMinusAgainstRange(a: string, b: string): boolean {
  return (a.includes('−') && /[–—]/.test(b)) || (b.includes('−') && /[–—]/.test(a));
}

function readings(gap: string): string[] {
  if (gap.includes(SOFT_BREAK)) return ['-', '- ', ''].map((way) => gap.replaceAll(SOFT_BREAK, way));
  if (gap.includes(HARD_BREAK)) return ['-', '- '].map((way) => gap.replaceAll(HARD_BREAK, way));
  return [gap];
}

function samePlain(a: string, b: string, sides: Sides): boolean {
  const [x, y] = [a, b].map((gap) => oneDash(gap).replace(SPACES_AT_COMPARATOR, '$1')) as [string, string];
  if (x === y) return true;
  if (sides.digitBefore && sides.digitAfter) return false;
  const [u, v] = [tight(x), tight(y)];
  if (u === v) return true;
  if (sides.digitBefore || sides.digitAfter || !(a.includes('—') || b.includes('—'))) return false;
  return u.replace(SPACES_AT_DASH, '-') === v.replace(SPACES_AT_DASH, '-');
}

function oneDash(gap: string): string {
  return gap.replace(/[–—−]/g, '-');
}

function tight(gap: string): string {
  return gap.replace(SPACE_BEFORE_CLOSER, '').replace(SPACE_AFTER_OPENER, '');
}
