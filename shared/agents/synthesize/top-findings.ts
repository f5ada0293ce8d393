import { outcomeOf } from '../contradictions/outcome.ts';
import type { Parts, Point } from './points.ts';
import type { Unit } from './units.ts';
import { take } from './worth.ts';

const TOP_FINDINGS = 3;

/**
 * The three that bear most on a decision: an outcome or a figure under its conditions, from works that differ, each in a
 * sentence that says by itself what it speaks of. Those that answer the topic come before others.
 */
export function topFindings({ units, fit, sources }: Parts, points: readonly Point[]): Unit[] {
  const answering = new Set(points.map((point) => point.unit));
  const open = units.filter(
    (unit) =>
      answering.has(unit) ||
      (unit.source.note !== null &&
        !unit.source.retracted &&
        unit.leans < 0.1 &&
        (sources.length < 3 || !fit.isStray(unit.source))),
  );
  const weight = (unit: Unit) =>
    (unit.outcome ? 0.5 : 0) +
    (unit.hasNumber ? 0.4 : 0) +
    0.5 * unit.onTopic +
    0.5 * fit.topic(unit.source) +
    0.3 * unit.quality +
    (answering.has(unit) ? 0.4 : 0) +
    (unit.source.system !== null && unit.text.includes(unit.source.system) ? 0.3 : 0) -
    (NAMELESS.test(unit.text) ? 0.6 : 0) -
    (outcomeOf(unit.text) === 'worse' && !answering.has(unit) ? 0.3 : 0) -
    2 * unit.leans;
  return take(open, weight, Math.min(TOP_FINDINGS, Math.max(points.length, 1)));
}

/** `The system runs`, `the model improves`: which one, only a sentence before would say. */
const NAMELESS =
  /^(?:The|This|Our) (?:system|method|approach|model|algorithm|tool|framework|paper|study|work)\b|, the (?:model|method|system|approach|algorithm|scheme) /;
