import type { PlanNode } from '../../contracts/plan.ts';
import { cueScore, LIMITATION } from '../reader/cues.ts';
import { concernOf, contrastOnly, ownTerms } from './concern.ts';
import type { Fit } from './fit.ts';
import { concerns, joins, type Side, sidesOf } from './named-sides.ts';
import type { Source } from './sources.ts';
import { isLimit, overlap, type Unit, type UnitKind } from './units.ts';

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

/** Kinds of question to which a limit is an answer. */
const LIMITS_TOO: ReadonlySet<PlanNode['kind']> = new Set(['open-problems', 'comparative', 'practitioner']);
/** Below it a sentence has nothing to say to a question. */
const SPEAKS_FROM = 0.18;
/** Share of the weight from which a work has its place although no sentence of it answers a question well. */
const KEY_WORK = 0.4;
const MOST_OF_ONE_SOURCE = 2;
const MOST_SOURCES = 7;
/** A section that rests on fewer is filled from what else there is. */
export const ENOUGH_SOURCES = 3;
/** Share of the best fit from which a work belongs to a question that asks for something of its own. */
const BELONGS_FROM = 0.45;
/** Share of a work's own best fit below which it belongs to another question. */
const ELSEWHERE_BELOW = 0.7;

export interface SectionPlan {
  readonly node: PlanNode;
  readonly units: readonly Unit[];
  /** Those that speak to the question itself, and not only of what is near it. */
  readonly direct: readonly Unit[];
  /** What the question names that nothing found brings together; such a section has no evidence. */
  readonly apart: readonly Side[];
}

interface Section {
  readonly node: PlanNode;
  readonly chosen: Unit[];
  readonly asked: Asked;
}

/** What the evidence of a question has to speak of. */
export interface Asked {
  readonly concern: (unit: Unit) => boolean;
  /** Named works, for questions about them: see `sidesOf`. */
  readonly sides: readonly Side[];
  /** Works that name what the question asks for only to set themselves against it. */
  readonly against: ReadonlySet<Source>;
}

function against(sources: readonly Source[], own: ReadonlySet<string>): Set<Source> {
  return new Set(sources.filter((source) => contrastOnly(source, own)));
}

/** What a topic is made of: any work on it answers by what it does. */
function asksForAll({ kind }: PlanNode): boolean {
  return kind === 'theoretical' || kind === 'practical' || kind === 'mechanism';
}

/** Share of the topic from which a sentence speaks of it. */
const ON_TOPIC = 0.4;

function tellsHow(unit: Unit): boolean {
  return unit.onTopic >= ON_TOPIC && (unit.kinds.has('method') || unit.kinds.has('claim')) && !isLimit(unit);
}

/** Sentences about a dispute between named works: few are enough. */
const MOST_OF_DISPUTE = 5;

/** What each question asks for. */
export function askedOf(nodes: readonly PlanNode[], sources: readonly Source[], topic: string): Map<string, Asked> {
  return new Map(
    nodes.map((node) => [
      node.id,
      {
        concern: concernOf(
          node,
          nodes,
          topic,
          (unit) => (unit.affinity.get(node.id) ?? 0) >= SPEAKS_FROM || (asksForAll(node) && tellsHow(unit)),
        ),
        sides: sidesOf(node, sources, topic),
        against: against(sources, ownTerms(node, nodes, topic)),
      },
    ]),
  );
}

/**
 * Gives each sub-question its sentences. A work goes to the questions it fits, so that what belongs to one of them is not
 * spread over all; a section takes sentences of as many works as it can before a second one of any; none is said twice. A
 * section that would rest on fewer than three works is filled with the works that fit it best, read or known by their abstract.
 */
export function assign(
  nodes: readonly PlanNode[],
  units: readonly Unit[],
  perSection: number,
  fit: Fit,
  asked: ReadonlyMap<string, Asked>,
): SectionPlan[] {
  const near = units.filter((unit) => !fit.isStray(unit.source) && unit.quality > -0.6 && !isEmpty(unit.text));
  const all: Section[] = nodes.map((node) => ({ node, chosen: [], asked: asked.get(node.id)! }));
  const taken = new Set<Unit>();
  for (const section of all) dispute(section, near, nodes, fit, taken);
  const sections = all.filter((section) => section.asked.sides.length === 0);
  const ranked = new Map(sections.map((section) => [section.node.id, rank(near, section, nodes, fit)]));
  // In turn, so that no section is left with what the others did not want; limits go first to those who ask for them.
  const turns = [...sections].sort((a, b) => urgency(b.node, fit) - urgency(a.node, fit));
  const fill = (limit: number, room: number, may: (unit: Unit, section: Section) => boolean) => {
    for (let turn = 0; turn < room; turn++) {
      for (const section of turns) {
        if (section.chosen.length >= room) continue;
        const next = ranked
          .get(section.node.id)!
          .find(
            ({ unit }) =>
              !taken.has(unit) &&
              section.chosen.filter((c) => c.source === unit.source).length < limit &&
              section.chosen.every((c) => overlap(c, unit) < 0.6) &&
              may(unit, section),
          );
        if (next === undefined) continue;
        section.chosen.push(next.unit);
        taken.add(next.unit);
      }
    }
  };
  const speaks = (unit: Unit, { node, asked: { against } }: Section) =>
    speaksTo(unit, node) &&
    !(against.has(unit.source) && fit.isSpecific(node.id)) &&
    (unit.affinity.get(node.id) ?? 0) >= SPEAKS_FROM &&
    unit.quality > -0.4;
  const close = (unit: Unit, { node }: Section) => belongs(unit.source, node, nodes, near, fit);
  const opens = (unit: Unit) => unit.leans < 0.3;
  const own = (unit: Unit, section: Section) =>
    speaks(unit, section) && opens(unit) && belongs(unit.source, section.node, nodes, near, fit);
  // Every section gets its first works before any gets more.
  fill(1, ENOUGH_SOURCES, own);
  fill(1, ENOUGH_SOURCES, (unit, section) => speaks(unit, section) && opens(unit));
  fill(1, ENOUGH_SOURCES, (unit, section) => close(unit, section) && opens(unit) && section.asked.concern(unit));
  fill(1, ENOUGH_SOURCES, (unit, section) => opens(unit) && comesNear(unit, section.node));
  fill(1, ENOUGH_SOURCES, (unit) => unit.leans < 0.5);
  fill(1, Math.min(MOST_SOURCES, perSection - 1), own);
  const placed = (source: Source) => sections.some(({ chosen }) => chosen.some((c) => c.source === source));
  fill(
    1,
    Math.min(MOST_SOURCES, perSection - 1),
    (unit, section) =>
      fit.weight(unit.source) >= KEY_WORK &&
      !placed(unit.source) &&
      opens(unit) &&
      comesNear(unit, section.node) &&
      isHome(unit.source, section.node, nodes, fit),
  );
  fill(
    MOST_OF_ONE_SOURCE,
    perSection,
    (unit, section) =>
      speaks(unit, section) && section.chosen.some((c) => c.source === unit.source) && adds(unit, section),
  );
  return all.map((section) => ({
    node: section.node,
    units: section.chosen,
    direct:
      section.asked.sides.length > 0
        ? section.chosen
        : section.chosen.filter((unit) => section.asked.concern(unit) && speaksTo(unit, section.node)),
    apart: section.chosen.length === 0 ? section.asked.sides : [],
  }));
}

/**
 * A question about named works is answered by what brings its sides together, and beside it by what those works measured or
 * concede. Without the first it has no evidence; what a work says of itself does not confirm it.
 */
function dispute(
  section: Section,
  near: readonly Unit[],
  nodes: readonly PlanNode[],
  fit: Fit,
  taken: Set<Unit>,
): void {
  const { sides } = section.asked;
  if (sides.length === 0) return;
  const open = near.filter((unit) => !taken.has(unit) && unit.leans < 0.3 && concerns(unit, sides));
  const ofOthers = OF_OTHERS.test(section.node.question);
  const joined = (unit: Unit) =>
    (sides.length === 1 || joins(unit, sides)) && !(ofOthers && sides[0]!.works.has(unit.source));
  if (!open.some(joined)) return;
  const ranked = rank(open, section, nodes, fit).map(({ unit }) => unit);
  const beside = ranked.filter((unit) => !joined(unit) && (unit.outcome || unit.hasNumber || isLimit(unit)));
  for (const unit of [...ranked.filter(joined), ...beside]) {
    if (section.chosen.length === MOST_OF_DISPUTE) break;
    if (section.chosen.filter((c) => c.source === unit.source).length >= MOST_OF_ONE_SOURCE) continue;
    if (section.chosen.some((c) => overlap(c, unit) >= 0.6)) continue;
    section.chosen.push(unit);
    taken.add(unit);
  }
}

/** Asks for more than the word of the work itself. */
const OF_OTHERS = /^Do other studies\b/;

/** Tells of the text, not of its subject: true of any paper. */
const OF_THE_TEXT =
  /\b(?:(?:we|the authors|they|this (?:paper|section|chapter)) (?:then )?(?:conclude|close|end)s?\b(?! that)|future work\.?$|(?:is|are) (?:organi[sz]ed|structured) as follows|the (?:rest|remainder) of (?:this|the) (?:paper|article|chapter|thesis)|discuss(?:es)? (?:future|related|our) (?:work|results|findings)|(?:section|chapter) \d|presents? (?:an example|it by working an example)|related work is)\b/i;

function isEmpty(text: string): boolean {
  return OF_THE_TEXT.test(text);
}

/** Whether no other question fits a work better. */
function isHome(source: Source, node: PlanNode, nodes: readonly PlanNode[], fit: Fit): boolean {
  return nodes.every((other) => fit.of(source, other.id) <= fit.of(source, node.id));
}

/** A second sentence of a work is worth its place when it says something of another kind or gives a figure. */
function adds(unit: Unit, { chosen }: Section): boolean {
  const first = chosen.find((c) => c.source === unit.source)!;
  return unit.hasNumber || unit.outcome || isLimit(unit) !== isLimit(first) || unit.anchor.start > first.anchor.start;
}

function urgency(node: PlanNode, fit: Fit): number {
  return (node.kind === 'open-problems' ? 2 : 0) + (fit.isSpecific(node.id) ? 1 : 0);
}

/** Whether a work is one that a question asks for; questions that ask for nothing of their own take any. */
function belongs(
  source: Source,
  node: PlanNode,
  nodes: readonly PlanNode[],
  units: readonly Unit[],
  fit: Fit,
): boolean {
  const mine = fit.of(source, node.id);
  if (fit.isSpecific(node.id)) {
    const best = Math.max(...units.map((unit) => fit.of(unit.source, node.id)));
    if (mine < BELONGS_FROM * best) return false;
    const elsewhere = Math.max(0, ...nodes.filter((n) => fit.isSpecific(n.id)).map((n) => fit.of(source, n.id)));
    return mine >= ELSEWHERE_BELOW * elsewhere;
  }
  return true;
}

function rank(
  units: readonly Unit[],
  { node, asked: { concern, sides } }: Pick<Section, 'node' | 'asked'>,
  nodes: readonly PlanNode[],
  fit: Fit,
): { unit: Unit; score: number }[] {
  const years = units.flatMap((unit) => (unit.source.year === null ? [] : [unit.source.year]));
  const [oldest, newest] = [Math.min(...years), Math.max(...years)];
  const early = ({ year }: Source) =>
    ORIGINS.test(node.question) && year !== null && newest > oldest ? (newest - year) / (newest - oldest) : 0;
  return units
    .map((unit) => ({
      unit,
      score:
        relevance(unit, node, nodes) +
        (fit.isSpecific(node.id) ? 1.6 : 0.5) * fit.of(unit.source, node.id) +
        early(unit.source) +
        (sides.length === 0 && concern(unit) ? CONCERNED : 0) +
        0.6 * fit.topic(unit.source),
    }))
    .sort((a, b) => b.score - a.score || compare(a.unit, b.unit));
}

/** What it counts that a sentence speaks of what the question asks for. */
const CONCERNED = 0.35;
/** Asks how it began. */
const ORIGINS = /\b(?:gave rise|seminal|origins?|began)\b/i;

/** What is open is said by limits and by what earlier work lacks; nothing else answers a question for open problems. */
function speaksTo(unit: Unit, node: PlanNode): boolean {
  if (node.kind !== 'open-problems')
    return !(unit.kinds.size === 1 && unit.kinds.has('related') && node.kind !== 'historical');
  return isLimit(unit);
}

/** The weaker test for a section that would stay thin. */
function comesNear(unit: Unit, node: PlanNode): boolean {
  return node.kind !== 'open-problems' || isLimit(unit) || cueScore(unit.text, LIMITATION) >= 0.7;
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
  const beside = isLimit(unit) && !LIMITS_TOO.has(node.kind) ? 0.35 : 0;
  return (
    3 * own - 0.5 * Math.max(0, elsewhere - own) + unit.quality + wanted + number + listed + 0.3 * unit.onTopic - beside
  );
}

function compare(a: Unit, b: Unit): number {
  return a.source.id < b.source.id ? -1 : a.source.id > b.source.id ? 1 : a.anchor.start - b.anchor.start;
}
