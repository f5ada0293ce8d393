import type { Canonical } from './canonical.ts';
import { type Sides, sameGap } from './gap.ts';
import type { PreparedText, Skeleton } from './prepared.ts';

/** A quote in comparable form. */
export interface QuoteForm {
  readonly form: Canonical;
  readonly skeleton: Skeleton;
}

/** Bounds of a match in the canonical text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const NO_DIGITS: Sides = { digitBefore: false, digitAfter: false };

/**
 * Aligns `quote` with the text where its letters and digits stand at `k` of the text's: every run of other characters
 * between them must mean the same, and so must what the quote has before its first and behind its last.
 */
export function alignAt(text: PreparedText, quote: QuoteForm, k: number): Span | null {
  const [t, q] = [text.canonical.text, quote.form.text];
  const [ts, qs] = [text.skeleton.at, quote.skeleton.at];
  const count = qs.length;
  const first = ts[k]!;
  const last = ts[k + count - 1]!;
  const core = q.slice(qs[0]!, qs[count - 1]! + 1);
  if (!t.startsWith(core, first) || last + 1 - first !== core.length) {
    for (let i = 1; i < count; i++) {
      const gapT = ts[k + i]! - ts[k + i - 1]!;
      const gapQ = qs[i]! - qs[i - 1]!;
      if (gapT === 1 && gapQ === 1) continue;
      const a = t.slice(ts[k + i - 1]! + 1, ts[k + i]!);
      const b = q.slice(qs[i - 1]! + 1, qs[i]!);
      if (a !== b && !sameGap(a, b, sidesOf(q, qs[i - 1]!, qs[i]!))) return null;
    }
  }
  const from = extend(t, first, q.slice(0, qs[0]!), -1);
  const to = extend(t, last + 1, q.slice(qs[count - 1]! + 1), 1);
  return from === null || to === null ? null : { from, to };
}

function sidesOf(q: string, before: number, after: number): Sides {
  return { digitBefore: isDigit(q, before), digitAfter: isDigit(q, after) };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Moves `edge` over the text's punctuation that equals `outer`; the length may differ by what normalising takes away. */
function extend(text: string, edge: number, outer: string, direction: 1 | -1): number | null {
  if (outer === '') return edge;
  for (const change of [0, -1, 1, -2, 2]) {
    const length = outer.length + change;
    const to = edge + direction * length;
    if (length <= 0 || to < 0 || to > text.length) continue;
    const there = direction === 1 ? text.slice(edge, to) : text.slice(to, edge);
    const open = direction === 1 ? there.endsWith(' ') : there.startsWith(' ');
    if (!open && sameGap(there, outer, NO_DIGITS)) return to;
  }
  return null;
}
