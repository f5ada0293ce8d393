import type { PlanNode } from '../../contracts/plan.ts';
import { terms } from '../../text/tokenise.ts';
import { outcomeOf } from '../contradictions/outcome.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { cueScore, METHOD } from '../reader/cues.ts';
import type { Backing } from './backing.ts';
import type { Fit } from './fit.ts';
import type { Pen } from './pen.ts';
import type { Source } from './sources.ts';
import type { Subjects } from './subjects.ts';
import { isLimit, type Unit } from './units.ts';
import { capitalise } from './wording.ts';
import { opensWithSystem, take, worth } from './worth.ts';

/** What the parts of the writer share. */
export interface Parts {
  readonly input: SynthesizeInput;
  /** The papers that were read. */
  readonly sources: readonly Source[];
  /** Sentences of all sources, those known by their abstracts included. */
  readonly units: readonly Unit[];
  readonly nodes: readonly PlanNode[];
  readonly fit: Fit;
  readonly pen: Pen;
  readonly backing: Backing;
  /** The things compared. */
  readonly compared: Subjects;
}

/** A sentence that answers the topic, with our words in front of it. */
export interface Point {
  readonly unit: Unit;
  readonly front: string;
}

/** What a work wants to know is no finding. */
const ASKS =
  /^(?:This|The) (?:study|paper|work) (?:asks|is)\b|\bauthors? asks?\b|\basks? (?:whether|how|what)\b|\blooks? back\b|\bthis paper describes the\b/i;
const MOST_POINTS = 4;

/** The sentences that answer the topic, by what its shape asks for; none twice of one source where others have something to say. */
export function keyPoints(parts: Parts): Point[] {
  const { input, units, fit, sources } = parts;
  const usable = units.filter(
    (unit) =>
      !unit.source.retracted &&
      unit.leans < 0.2 &&
      unit.quality > -0.5 &&
      (sources.length < 3 || !fit.isStray(unit.source)) &&
      !ASKS.test(unit.text),
  );
  const most = sources.length < 3 ? 2 : MOST_POINTS;
  const topic = new Set(input.goal.topic.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []);
  // A topic that names a system wants to hear of it.
  const asked = (unit: Unit) => (unit.source.system !== null && topic.has(unit.source.system) ? 0.8 : 0);
  switch (input.goal.question_shape) {
    case 'survey':
      return byFamily(parts, usable, most) ?? plain(parts, usable, most, asked);
    case 'comparative':
      return comparison(parts, usable, most);
    case 'sota':
      return plain(parts, usable, most, recent(usable)).sort(byYear(-1)).map(dated);
    case 'historical':
      return milestones(parts, usable, most, asked);
    case 'mechanism':
      return byStage(parts, usable, most) ?? plain(parts, usable, most, inner(parts)).sort(byYear(1));
    default:
      return plain(parts, usable, most, (unit) =>
        PRACTICE.test(unit.text) || PRACTICE.test(unit.source.title) ? 0.35 : 0,
      );
  }
}

/** `Prewrite` of `Prewrite (locks and …): what happens at this stage of …`. */
function stageOf(question: string): string | null {
  return /^([^:?(]{3,60}?)(?: \([^)]*\))?: what happens at this stage/.exec(question)?.[1] ?? null;
}

/** The mechanism stage by stage, in the plan's order: one sentence each. null when the plan has no stages. */
function byStage(parts: Parts, usable: readonly Unit[], most: number): Point[] | null {
  const inside = inner(parts);
  const points: Point[] = [];
  for (const node of parts.nodes) {
    const stage = stageOf(node.question);
    if (stage === null || points.length === most) continue;
    const open = usable.filter((unit) => points.every((point) => point.unit.source !== unit.source));
    const own = (unit: Unit) => 1.5 * (unit.affinity.get(node.id) ?? 0) + parts.fit.of(unit.source, node.id);
    const [unit] = take(open, (u) => worth(u, parts.fit) + own(u) + inside(u), 1);
    if (unit !== undefined) points.push({ unit, front: `${stage}:` });
  }
  return points.length >= 2 ? points : null;
}

/** Says what is paid for what is gained. */
const PRICE = /\b(?:but|although|whereas|at the (?:cost|expense|price)|trade-?offs?|in exchange|yet)\b/i;

/** Names a lack only to say what was done about it. */
const REMEDY = /\b(?:we|they|authors) (?:also |therefore |thus )?(?:propose|present|introduce|develop|describe)\w*\b/i;
const WORKS_PER_SECTION = 2;

/** After the answer: one sentence that weighs gain against price, and one that says what is open. */
export function closingPoints({ input, units, fit, nodes, sources }: Parts, points: readonly Point[]): Point[] {
  // In a small pool the sections need every sentence.
  const works = new Set(units.map((unit) => unit.source)).size;
  if (sources.length < 3 || works < WORKS_PER_SECTION * nodes.length) return [];
  const heard = new Set(points.map((point) => point.unit.source));
  const usable = units.filter(
    (unit) => !unit.source.retracted && unit.leans < 0.1 && unit.quality > -0.5 && !fit.isStray(unit.source),
  );
  const closing: Point[] = [];
  const add = (front: string, kind: PlanNode['kind'], says: (unit: Unit) => boolean) => {
    const asking = nodes.filter((node) => node.kind === kind).map((node) => node.id);
    const near = (unit: Unit) => Math.max(0, ...asking.map((id) => unit.affinity.get(id) ?? 0));
    const open = usable.filter((unit) => says(unit) && !heard.has(unit.source));
    const [unit] = take(open, (u) => 2 * u.onTopic + fit.topic(u.source) + u.quality + 1.5 * near(u), 1);
    if (unit === undefined) return;
    heard.add(unit.source);
    closing.push({ unit, front });
  };
  if (input.goal.question_shape !== 'comparative')
    add(
      'A trade-off:',
      'comparative',
      (unit) => PRICE.test(unit.text) && (unit.outcome || unit.hasNumber || isLimit(unit)),
    );
  add('Open:', 'open-problems', (unit) => isLimit(unit) && !REMEDY.test(unit.text));
  return closing;
}

/** How a thing works: sentences that tell a step or a part of it, of the works that others build on. */
function inner({ input, nodes }: Parts): (unit: Unit) => number {
  const cited = citations(input);
  const asking = nodes.filter((node) => node.kind === 'mechanism').map((node) => node.id);
  return (unit) =>
    0.8 * Math.max(0, ...asking.map((id) => unit.affinity.get(id) ?? 0)) +
    (unit.kinds.has('method') ? 0.3 : 0) +
    0.06 * Math.min(6, cited(unit.source)) +
    0.2 * cueScore(unit.text, METHOD, 2) +
    (opensWithSystem(unit) || /^(?:Each|Every|An?) /.test(unit.text) ? 0.3 : 0) -
    (isLimit(unit) ? 0.4 : 0) -
    (/^[^,;]{0,60}(?:, yet|, but| but | yet |, so)\b/.test(unit.text) ? 0.35 : 0) -
    (unit.kinds.has('evaluation') && !unit.kinds.has('method') ? 0.2 : 0);
}

/** How many of the run's records cite a source. */
function citations(input: SynthesizeInput): (source: Source) => number {
  const counts = new Map<string, number>();
  for (const record of input.records) for (const id of record.cites) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (source) => Math.max(0, ...source.ids.map((id) => counts.get(id) ?? 0));
}

/** What is said from use rather than from a laboratory. */
export const PRACTICE =
  /\b(?:production|deploy\w*|in practice|fleets?|operat(?:ors?|ions?|ional)|compan(?:y|ies)|engineers|developers|practitioners|teams|customers|users|workloads|lessons|experience|evolution|at (?:Google|Facebook|Meta|Microsoft|Amazon|Alibaba|Twitter|Uber|LinkedIn|Netflix))\b/i;

function plain(
  { fit }: Pick<Parts, 'fit'>,
  usable: readonly Unit[],
  most: number,
  more: (unit: Unit) => number,
): Point[] {
  return take(usable, (unit) => worth(unit, fit) + more(unit), most).map((unit) => ({ unit, front: '' }));
}

/** Per line of work what it buys: one sentence of a work that belongs to that line. null when the plan has no lines. */
function byFamily({ nodes, fit, units }: Parts, usable: readonly Unit[], most: number): Point[] | null {
  const families = nodes.flatMap((node) => {
    const name = familyOf(node.question);
    return name === null ? [] : [{ node, name }];
  });
  if (families.length < 2) return null;
  const points: Point[] = [];
  for (const { node, name } of families.slice(0, most)) {
    const best = Math.max(0, ...units.map((unit) => fit.of(unit.source, node.id)));
    const inside = usable.filter(
      (unit) =>
        fit.of(unit.source, node.id) >= 0.6 * best &&
        families.every((other) => fit.of(unit.source, other.node.id) <= fit.of(unit.source, node.id) + 1e-9) &&
        points.every((point) => point.unit.source !== unit.source),
    );
    const [unit] = take(
      inside,
      (u) =>
        worth(u, fit) +
        1.5 * fit.of(u.source, node.id) +
        1.2 * (u.affinity.get(node.id) ?? 0) -
        (isLimit(u) ? 0.5 : 0) +
        (u.outcome ? 0.3 : 0) +
        (u.source.system !== null && u.text.startsWith(u.source.system) ? 0.35 : 0),
      1,
    );
    if (unit !== undefined) points.push({ unit, front: `${capitalise(name)}:` });
  }
  return points.length >= 2 ? points : null;
}

/** `sparse attention` of `How does work on sparse attention (sliding windows) approach …`. */
export function familyOf(question: string): string | null {
  const name = /^How does work on (.+?) approach /.exec(question)?.[1];
  return name === undefined ? null : name.replace(/\s*\([^)]*\)/g, '').trim();
}

export const COMPARES =
  /\b(?:than|as (?:well|good|fast|accurate) as|compared|comparison|versus|vs|whereas|while|in contrast|unlike|both|complement\w*|combin\w+|side by side|instead of|same|differ\w*|opposite|trade-?offs?|outperform\w*|competitive|comes close)\b/i;

/** Sentences that weigh the things compared against each other come first; then what each of them does. */
function comparison({ fit, compared }: Parts, usable: readonly Unit[], most: number): Point[] {
  const titles = (source: Source) => compared.spokenOf(new Set(terms(source.title)), source);
  const score = (unit: Unit) => {
    const spoken = compared.spokenOf(unit.terms, unit.source);
    const compares = COMPARES.test(unit.text);
    return (
      worth(unit, fit) +
      (spoken >= 2 ? 0.9 : spoken > 0 ? 0.15 : 0) +
      (compares ? 0.5 : 0) +
      (titles(unit.source) >= 2 ? 0.9 : 0) +
      // Against the other a loss is an answer.
      (spoken >= 2 && compares ? (outcomeOf(unit.text) === 'worse' ? 0.8 : 0.4) : 0)
    );
  };
  // A study that is about both by its title may be heard more than once.
  const chosen = take(usable, score, most, (source) => (titles(source) >= 2 ? 3 : 1));
  return chosen.map((unit) => ({ unit, front: '' }));
}

/** Later works are better evidence of what is best now. */
function recent(units: readonly Unit[]): (unit: Unit) => number {
  const years = units.flatMap((unit) => (unit.source.year === null ? [] : [unit.source.year]));
  const [oldest, newest] = [Math.min(...years), Math.max(...years)];
  return (unit) =>
    (unit.source.year === null || newest === oldest ? 0 : (0.8 * (unit.source.year - oldest)) / (newest - oldest)) +
    (unit.hasNumber ? 0.3 : 0);
}

function byYear(direction: 1 | -1): (a: Point, b: Point) => number {
  return (a, b) =>
    direction * ((a.unit.source.year ?? 0) - (b.unit.source.year ?? 0)) ||
    (a.unit.source.id < b.unit.source.id ? -1 : a.unit.source.id > b.unit.source.id ? 1 : 0) ||
    a.unit.anchor.start - b.unit.anchor.start;
}

function dated(point: Point): Point {
  const { year } = point.unit.source;
  return year === null ? point : { ...point, front: `${year}:` };
}

/** One work for each stretch of the time that the works span, the weightiest of its stretch, in order. */
function milestones(
  { input, fit }: Parts,
  usable: readonly Unit[],
  most: number,
  asked: (unit: Unit) => number,
): Point[] {
  const years = usable.flatMap((unit) => (unit.source.year === null ? [] : [unit.source.year])).sort((a, b) => a - b);
  const distinct = [...new Set(years)];
  if (distinct.length < 2) return plain({ fit }, usable, most, asked);
  const cited = citations(input);
  const weight = (unit: Unit) =>
    worth(unit, fit) + 0.12 * Math.min(6, cited(unit.source)) + (unit.kinds.has('method') ? 0.2 : 0) + asked(unit);
  const first = distinct[0]!;
  const span = distinct.at(-1)! - first + 1;
  const points: Point[] = [];
  for (let stretch = 0; stretch < most; stretch++) {
    const from = first + Math.floor((span * stretch) / most);
    const to = first + Math.floor((span * (stretch + 1)) / most);
    const inside = usable.filter(({ source }) => source.year !== null && source.year >= from && source.year < to);
    const [unit] = take(inside, weight, 1);
    if (unit !== undefined) points.push(dated({ unit, front: '' }));
  }
  return points;
}
