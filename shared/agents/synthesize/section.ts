import type { PlanNode } from '../../contracts/plan.ts';
import type { Sentence } from '../../contracts/synthesis.ts';
import type { Pen } from './pen.ts';
import type { Source } from './sources.ts';
import { type Theme, type ThemeQuery, themes } from './themes.ts';
import { isLimit, overlap, type Unit, type UnitKind } from './units.ts';
import { enumerate } from './wording.ts';

/** What a question of each kind wants to hear first. */
const WANTED: Readonly<Record<PlanNode['kind'], Partial<Record<UnitKind, number>>>> = {
  theoretical: { method: 0.25, claim: 0.1 },
  practical: { evaluation: 0.15, claim: 0.1 },
  sota: { evaluation: 0.3, claim: 0.15 },
  historical: { related: 0.25, method: 0.1 },
  comparative: { evaluation: 0.35, claim: 0.1 },
  practitioner: { evaluation: 0.2, limitation: 0.15 },
  mechanism: { method: 0.35 },
  'open-problems': { limitation: 0.6 },
};

/** Below it a sentence has nothing to say to a question. */
const SPEAKS_FROM = 0.18;
const MOST_OF_ONE_SOURCE = 2;

export interface SectionPlan {
  readonly node: PlanNode;
  readonly units: readonly Unit[];
}

/**
 * Gives each sub-question its sentences: each sentence goes where it says most, no source has more than two in a section,
 * and a section draws on as many sources as it can before it takes a second sentence from one. Works known by their abstract
 * alone come in only for the sub-questions in `thin`.
 */
export function assign(
  nodes: readonly PlanNode[],
  units: readonly Unit[],
  perSection: number,
  thin: ReadonlySet<string> = new Set(),
): SectionPlan[] {
  const taken = new Set<Unit>();
  const chosen = new Map(nodes.map((node) => [node.id, [] as Unit[]]));
  const ranked = new Map(
    nodes.map((node) => [
      node.id,
      units
        .filter((unit) => speaksTo(unit, node) && (unit.source.note !== null || thin.has(node.id)))
        .filter((unit) => (unit.affinity.get(node.id) ?? 0) >= SPEAKS_FROM && unit.quality > -0.4)
        .map((unit) => ({ unit, score: relevance(unit, node, nodes) }))
        .sort((a, b) => b.score - a.score || compare(a.unit, b.unit)),
    ]),
  );
  // In turn, so that no section is left with what the others did not want; limits go first to those who ask for them.
  const turns = [...nodes].sort((a, b) => Number(b.kind === 'open-problems') - Number(a.kind === 'open-problems'));
  for (const limit of [1, MOST_OF_ONE_SOURCE]) {
    for (let turn = 0; turn < perSection; turn++) {
      for (const node of turns) {
        const own = chosen.get(node.id)!;
        if (own.length >= (limit === 1 ? perSection - 1 : perSection)) continue;
        const next = ranked
          .get(node.id)!
          .find(
            ({ unit }) =>
              !taken.has(unit) &&
              own.filter((c) => c.source === unit.source).length < limit &&
              own.every((c) => overlap(c, unit) < 0.6),
          );
        if (next === undefined) continue;
        own.push(next.unit);
        taken.add(next.unit);
      }
    }
  }
  return nodes.map((node) => ({ node, units: chosen.get(node.id)! }));
}

/** What is open is said by limits and by what earlier work lacks; nothing else answers a question for open problems. */
function speaksTo(unit: Unit, node: PlanNode): boolean {
  if (node.kind !== 'open-problems')
    return !(unit.kinds.size === 1 && unit.kinds.has('related') && node.kind !== 'historical');
  return isLimit(unit);
}

function relevance(unit: Unit, node: PlanNode, nodes: readonly PlanNode[]): number {
  const own = unit.affinity.get(node.id) ?? 0;
  const elsewhere = Math.max(0, ...nodes.filter((n) => n !== node).map((n) => unit.affinity.get(n.id) ?? 0));
  const wanted = Object.entries(WANTED[node.kind]).reduce(
    (sum, [kind, w]) => sum + (unit.kinds.has(kind as UnitKind) ? w : 0),
    0,
  );
  const number =
    unit.hasNumber && (node.kind === 'comparative' || node.kind === 'sota' || node.kind === 'practitioner') ? 0.2 : 0;
  const listed = unit.source.sq.includes(node.id) ? 0.1 : 0;
  return 3 * own - 0.5 * Math.max(0, elsewhere - own) + unit.quality + wanted + number + listed + 0.3 * unit.onTopic;
}

/** The section's paragraphs: one a theme that several sources share, then what stands alone. */
export function writeSection(
  plan: SectionPlan,
  pen: Pen,
  query: Omit<ThemeQuery, 'units' | 'most'>,
  usedThemes: Set<string>,
): Sentence[][] {
  pen.startPart();
  const shared = themes({ ...query, units: plan.units, used: usedThemes, most: 2 });
  const left = new Set(plan.units);
  const paragraphs: Sentence[][] = [];
  for (const theme of shared) {
    usedThemes.add(theme.key);
    const members = new Set(theme.members.map((m) => m.source.id));
    const inside = plan.units.filter((u) => left.has(u) && members.has(u.source.id));
    if (inside.length < 2) continue;
    for (const unit of inside) left.delete(unit);
    paragraphs.push([opener(theme, plan, pen, paragraphs.length), ...body(inside, pen)]);
  }
  const rest = plan.units.filter((u) => left.has(u));
  if (rest.length > 0) paragraphs.push(body(rest, pen));
  return paragraphs;
}

/** Says which sources a theme joins; the wording follows from its place, never from chance. */
function opener(theme: Theme, plan: SectionPlan, pen: Pen, at: number): Sentence {
  const names = enumerate(theme.members.map((m) => pen.name(m.source)));
  const all = theme.members.length === 2 ? 'both' : 'all';
  const verb = ['deal with', 'work on', 'take up'][(at + Number(plan.node.id.slice(2))) % 3]!;
  const text = `${names} ${all} ${verb} ${theme.phrase}.`;
  return pen.ours(text, theme.members);
}

/** Sentences by year; where a later work cites an earlier one of the paragraph, that is said once. */
function body(units: readonly Unit[], pen: Pen): Sentence[] {
  const ordered = [...units].sort((a, b) => (a.source.year ?? 9999) - (b.source.year ?? 9999) || compare(a, b));
  const sentences: Sentence[] = [];
  const before: Source[] = [];
  let linked = false;
  for (const unit of ordered) {
    const cited = linked
      ? undefined
      : before.find((source) => source !== unit.source && source.ids.some((id) => unit.source.cites.includes(id)));
    const aside =
      cited === undefined ? '' : `, who ${unit.source.authors.length === 1 ? 'cites' : 'cite'} ${pen.again(cited)},`;
    if (cited !== undefined) linked = true;
    sentences.push(...pen.quoted(unit, undefined, aside));
    before.push(unit.source);
  }
  return sentences;
}

/** How many sources a section rests on, for what is left unanswered. */
export function sourcesOf(plan: SectionPlan): Source[] {
  return [...new Set(plan.units.map((u) => u.source))];
}

function compare(a: Unit, b: Unit): number {
  return a.source.id < b.source.id ? -1 : a.source.id > b.source.id ? 1 : a.anchor.start - b.anchor.start;
}
