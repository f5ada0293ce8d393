import { outcomeOf } from '../contradictions/outcome.ts';
import { OWN } from '../reader/cues.ts';
import type { Fit } from './fit.ts';
import type { Source } from './sources.ts';
import { isLimit, overlap, type Unit } from './units.ts';

/** Where an abstract still speaks of the state of things before the work. */
const SETTING = 0.15;
const FAULT = /\b(?:suffers?|fails?|cannot|remains? weak|major obstacles?|central problem|weak spot)\b/i;
/** Where it turns to what the work does not do. */
const CAVEATS = 0.8;

/** What it counts to be of the time that is preferred: a tie is decided by it, a better answer is not. */
const CURRENT = 0.2;

/** What a sentence is worth as part of an answer, whatever the shape of the question. */
export function worth(unit: Unit, fit: Fit): number {
  const { access, text } = unit.source;
  const opensWithOwn = OWN.test(unit.text) || opensWithSystem(unit);
  const before =
    access === 'abstract' && unit.anchor.start < SETTING * text.text.length && !opensWithOwn && !unit.hasNumber;
  const own = unit.source.system !== null && unit.text.includes(unit.source.system) ? 0.25 : 0;
  return (
    2 * unit.onTopic +
    0.8 * fit.topic(unit.source) +
    0.3 * unit.source.rank +
    unit.quality +
    own +
    (fit.isCurrent(unit.source) ? CURRENT : 0) +
    (unit.hasNumber ? 0.15 : 0) +
    (unit.outcome ? 0.3 : 0) -
    unit.leans -
    (isLimit(unit) && !unit.hasNumber ? 0.3 : 0) -
    (unit.text.length > 260 ? 0.2 : 0) -
    (before ? 0.5 : 0) -
    (access === 'abstract' && unit.anchor.start > CAVEATS * text.text.length && !unit.outcome ? 0.4 : 0) -
    (outcomeOf(unit.text) === 'worse' || FAULT.test(unit.text) ? 0.4 : 0)
  );
}

/** The best by `score`, each of another source unless `ofOne` allows more, none that says what another says. */
export function take(
  units: readonly Unit[],
  score: (unit: Unit) => number,
  most: number,
  ofOne: (source: Source) => number = () => 1,
): Unit[] {
  const scored = units.map((unit) => ({ unit, value: score(unit) }));
  scored.sort(
    (a, b) =>
      b.value - a.value ||
      (a.unit.source.id < b.unit.source.id ? -1 : a.unit.source.id > b.unit.source.id ? 1 : 0) ||
      a.unit.anchor.start - b.unit.anchor.start,
  );
  const chosen: Unit[] = [];
  for (const { unit } of scored) {
    if (chosen.length === most) break;
    if (chosen.filter((c) => c.source === unit.source).length >= ofOne(unit.source)) continue;
    if (chosen.some((c) => overlap(c, unit) >= 0.5)) continue;
    chosen.push(unit);
  }
  return chosen;
}

/** Begins with the name of the system its work introduced. */
export function opensWithSystem({ text, source }: Unit): boolean {
  return source.system !== null && text.replace(/^The /, '').startsWith(source.system);
}
