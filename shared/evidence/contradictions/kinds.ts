import type { ContradictionCandidate } from '../../agents/inputs.ts';
import { areOpposed, hasOppositeDirection } from '../polarity.ts';
import { isResult, type Quantity } from '../quantities.ts';
import type { Pair } from './alike.ts';
import { contrastCue, isLimited, limitCue } from './cues.ts';

export interface Finding {
  readonly kind: ContradictionCandidate['kind'];
  readonly cue: string;
  readonly weight: number;
}

/** Values that differ by less than this share are the same result, measured twice. */
const SAME_WITHIN = 0.02;
/** Values further apart than this belong to different set-ups more often than to a disagreement. */
const BEYOND = 20;

/** What a pair of statements may disagree about, or null: values, conclusion or scope. */
export function disagreement(pair: Pair): Finding | null {
  return differentValues(pair) ?? oppositeConclusion(pair) ?? differentScope(pair);
}

function differentValues({ a, b, shared }: Pair): Finding | null {
  const measures = [...a.measures].filter((measure) => b.measures.has(measure)).sort();
  if (measures.length === 0) return null;
  for (const x of a.quantities.filter(isResult)) {
    const other = b.quantities.find((y) => y.unit === x.unit && isResult(y));
    if (!other || b.quantities.some((y) => isSame(x, y))) continue;
    const ratio = Math.abs(x.value) / (Math.abs(other.value) || 1e-9);
    if (ratio > BEYOND || ratio < 1 / BEYOND) continue;
    return {
      kind: 'values',
      cue: `${measures[0]}: ${shown(x)} / ${shown(other)} (${shared.slice(0, 3).join(', ')})`,
      weight: 1,
    };
  }
  return null;
}

function isSame(x: Quantity, y: Quantity): boolean {
  return (
    x.unit === y.unit && Math.abs(x.value - y.value) <= SAME_WITHIN * Math.max(Math.abs(x.value), Math.abs(y.value))
  );
}

function shown(quantity: Quantity): string {
  return `${quantity.value}${quantity.unit === '' ? '' : ` ${quantity.unit}`}`;
}

/** A mere negation turns a sentence only when the rest of it is much the same. */
const LEAST_OVERLAP_NEGATED = 0.4;

function oppositeConclusion({ a, b, shared, overlap }: Pair): Finding | null {
  if (!areOpposed(a.text, b.text)) return null;
  if (!hasOppositeDirection(a.text, b.text) && (overlap < LEAST_OVERLAP_NEGATED || shared.length < 3)) return null;
  return { kind: 'conclusion', cue: `opposite direction (${shared.slice(0, 3).join(', ')})`, weight: 1.1 };
}

function differentScope({ a, b, overlap }: Pair): Finding | null {
  if (overlap < 0.35 || isLimited(a.text) === isLimited(b.text)) return null;
  const cue = limitCue(a.text) ?? limitCue(b.text) ?? '';
  return { kind: 'scope', cue, weight: 0.8 };
}

/** A statement that sets itself against the other paper in so many words. */
export function contrast(sentence: string, name: string): Finding | null {
  const cue = contrastCue(sentence);
  return cue === null ? null : { kind: 'contrast', cue: `${cue} ${name}`, weight: 1 };
}
