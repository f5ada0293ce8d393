import type { Sentence } from '../../contracts/synthesis.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { ASPECTS, BASELINE } from './aspects.ts';
import type { Pen } from './pen.ts';
import type { Source } from './sources.ts';
import { overlap, type Unit } from './units.ts';
import { closed, count, numeral } from './wording.ts';

/** What is missing: perspectives the domain critic misses, what no paper reports, and what authors say they leave open. */
export function writeGaps(
  input: SynthesizeInput,
  sources: readonly Source[],
  units: readonly Unit[],
  pen: Pen,
): Sentence[] {
  const gaps: Sentence[] = [];
  for (const missing of input.domain.missing_perspectives.slice(0, 4)) gaps.push(pen.ours(closed(missing.why)));
  const read = sources.filter((s) => s.note !== null && s.text.text.length > 0);
  if (read.length >= 3) {
    const abstracts = read.filter((s) => s.access === 'abstract').length;
    const compared = input.methodology.papers.some(({ marks }) =>
      marks.some(({ criterion, met }) => criterion === 'baseline' && met === 'yes'),
    );
    for (const { name, hint } of ASPECTS) {
      // What no text of all those read comes near to may be said not to be there; anything less is left unsaid.
      if (read.some((s) => hint.test(s.text.text)) || (name === BASELINE && compared)) continue;
      const where = abstracts === read.length ? 'abstracts' : 'texts';
      gaps.push(pen.ours(`In the ${numeral(read.length)} ${where} read, ${name} was not found.`));
    }
    if (abstracts === read.length)
      gaps.push(
        pen.ours(
          'All papers were read as abstracts, so set-up, variance and negative results may be in the full texts and are not known here.',
        ),
      );
    else if (abstracts > 0)
      gaps.push(
        pen.ours(
          `For ${count(abstracts, 'paper')} only the abstract could be read; what their full texts add is not known here.`,
        ),
      );
  }
  const open = units
    .filter(
      (u) =>
        u.kinds.has('limitation') &&
        !pen.isUsed(u) &&
        u.source.note !== null &&
        !u.source.retracted &&
        u.quality > -0.35,
    )
    .sort(
      (a, b) =>
        b.quality + b.onTopic - (a.quality + a.onTopic) ||
        (a.source.id < b.source.id ? -1 : 1) ||
        a.anchor.start - b.anchor.start,
    );
  const chosen: Unit[] = [];
  for (const unit of open) {
    if (chosen.length === 3) break;
    if (chosen.every((c) => c.source !== unit.source && overlap(c, unit) < 0.5)) chosen.push(unit);
  }
  return [...gaps, ...chosen.map((unit) => pen.bare(unit))];
}
