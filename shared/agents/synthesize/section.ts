import type { Sentence } from '../../contracts/synthesis.ts';
import type { SectionPlan } from './assign.ts';
import type { Pen } from './pen.ts';
import type { Source } from './sources.ts';
import type { Unit } from './units.ts';
import { enumerate } from './wording.ts';

/** Sentences a paragraph holds before another begins. */
const LONGEST_PARAGRAPH = 4;

/**
 * The section's paragraphs: the work that answers best stands first, those of the time that is preferred follow and then the
 * others, by year; what one work says stands together, in the order of its text.
 */
export function writeSection(plan: SectionPlan, pen: Pen, isCurrent: (source: Source) => boolean): Sentence[][] {
  pen.startPart();
  if (plan.apart.length > 0) return [[pen.ours(`${apartOf(plan)}, so this stays open.`)]];
  const first = plan.direct[0] ?? plan.units[0];
  if (first === undefined) return [];
  const isHistory = plan.node.kind === 'historical';
  const sources = sourcesOf(plan).sort(
    (a, b) =>
      (isHistory ? 0 : Number(b === first.source) - Number(a === first.source)) ||
      (isHistory ? 0 : Number(isCurrent(b)) - Number(isCurrent(a))) ||
      (a.year ?? 9999) - (b.year ?? 9999) ||
      (a.id < b.id ? -1 : 1),
  );
  const groups = sources.map((source) => inOrder(plan.units.filter((unit) => unit.source === source)));
  const total = groups.flat().length;
  const paragraphs: Sentence[][] = [[]];
  if (plan.direct.length === 0) paragraphs[0]!.push(pen.ours('No work found answers this itself. What comes nearest:'));
  let held = 0;
  let left = total;
  const named: Source[] = [];
  let linked = 0;
  for (const group of groups) {
    // A last sentence does not stand alone.
    if (held >= Math.ceil(total / Math.ceil(total / LONGEST_PARAGRAPH)) && left > 1) {
      paragraphs.push([]);
      held = 0;
    }
    held += group.length;
    left -= group.length;
    const { source } = group[0]!;
    const earlier = linked < MOST_LINKED ? (named.findLast((one) => cites(source, one)) ?? null) : null;
    if (earlier !== null) linked++;
    for (const unit of group) paragraphs.at(-1)!.push(...pen.quoted(unit, '', unit === group[0] ? earlier : null));
    named.push(source);
  }
  return paragraphs;
}

/** Works of a section that are said to cite one named before: a thread, no refrain. */
const MOST_LINKED = 1;

function cites(source: Source, other: Source): boolean {
  return [other.id, ...other.ids].some((id) => source.cites.includes(id));
}

/** `Beyond the answer and the tensions, nothing found weighs Probe and the work of Moor et al. against each other`. */
export function apartOf({ apart }: Pick<SectionPlan, 'apart'>): string {
  const named = apart.map(({ label, byAuthors }) => (byAuthors ? `the work of ${label}` : label));
  const what = named.length === 1 ? `speaks of ${named[0]}` : `weighs ${enumerate(named)} against each other`;
  return `Beyond what the answer and the tensions quote, nothing found ${what}`;
}

/** By their places in the text, the first one that can open kept in front. */
function inOrder(units: readonly Unit[]): Unit[] {
  const byPlace = [...units].sort((a, b) => a.anchor.start - b.anchor.start);
  const opener = byPlace.find((unit) => unit.leans < 0.3);
  return opener === undefined ? byPlace : [opener, ...byPlace.filter((unit) => unit !== opener)];
}

/** How many sources a section rests on, for what is left unanswered. */
export function sourcesOf(plan: Pick<SectionPlan, 'units'>): Source[] {
  return [...new Set(plan.units.map((u) => u.source))];
}
