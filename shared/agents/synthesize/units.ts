import type { Anchor } from '../../contracts/note.ts';
import type { PlanNode } from '../../contracts/plan.ts';
import { terms } from '../../text/tokenise.ts';
import { outcomeOf } from '../contradictions/outcome.ts';
import { affinities, type Profile, profiles } from '../reader/affinity.ts';
import { candidates } from '../reader/candidates.ts';
import { BACKGROUND, CLAIM, cueScore, LIMITATION, METHOD, NUMBER_WITH_UNIT, OVERCOMES, OWN } from '../reader/cues.ts';
import { dependence } from '../reader/quotable.ts';
import type { RoleContext } from '../role.ts';
import type { Source } from './sources.ts';
import { speaksOfAuthors } from './voice.ts';

export type UnitKind = 'claim' | 'method' | 'evaluation' | 'limitation' | 'related';

/** One quotable sentence of one source with what it is good for. */
export interface Unit {
  readonly source: Source;
  readonly kinds: ReadonlySet<UnitKind>;
  readonly anchor: Anchor;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
  readonly vector: Float32Array;
  readonly affinity: ReadonlyMap<string, number>;
  /** Fit with the topic as a whole. */
  readonly onTopic: number;
  readonly hasNumber: boolean;
  /** Reports how something turned out, better or worse. */
  readonly outcome: boolean;
  /** 0 to 1: how much it needs what stands before it in its text. */
  readonly leans: number;
  /** How well it stands alone as evidence, whatever the question. */
  readonly quality: number;
}

/** All units of all sources, in the order of the sources and of their texts. */
export async function collectUnits(
  sources: readonly Source[],
  nodes: readonly PlanNode[],
  topic: string,
  context: RoleContext,
): Promise<Unit[]> {
  const raw = sources.flatMap((source) => (source.note === null ? fromAbstract(source) : fromNote(source)));
  const questions = nodes.map((node) => node.question);
  const vectors = await context.embedder.embed([topic, ...questions, ...raw.map((r) => r.anchor.quote)]);
  const sides = profiles(
    nodes,
    questions.map((_, i) => vectors[i + 1] ?? null),
  );
  const topicTerms = new Set(terms(topic));
  return raw.map((r, i) => unit(r, vectors[i + 1 + questions.length]!, sides, topicTerms, vectors[0]!));
}

interface Raw {
  readonly source: Source;
  readonly anchor: Anchor;
  readonly kinds: Set<UnitKind>;
  readonly tagged: readonly string[];
}

function fromNote(source: Source): Raw[] {
  const note = source.note!;
  const byStart = new Map<string, Raw>();
  const add = (anchor: Anchor, kind: UnitKind, tagged: readonly string[] = []) => {
    const key = `${anchor.start}-${anchor.end}`;
    const known = byStart.get(key);
    if (known === undefined) byStart.set(key, { source, anchor, kinds: new Set([kind]), tagged });
    else known.kinds.add(kind);
  };
  for (const claim of note.claims) add(claim.anchor, 'claim', claim.sq);
  for (const anchor of note.method) add(anchor, 'method');
  for (const anchor of note.evaluation) add(anchor, 'evaluation');
  for (const anchor of note.limitations) add(anchor, 'limitation');
  for (const anchor of note.related_work) add(anchor, 'related');
  return [...byStart.values()].sort((a, b) => a.anchor.start - b.anchor.start);
}

function fromAbstract(source: Source): Raw[] {
  return candidates(source.text).map((c) => {
    const kinds = new Set<UnitKind>(['claim']);
    if (cueScore(c.text, LIMITATION) >= 1 && c.place > 0.5) kinds.add('limitation');
    if (cueScore(c.text, METHOD) >= 1) kinds.add('method');
    return { source, anchor: { quote: c.text, start: c.start, end: c.end, section: 'Abstract' }, kinds, tagged: [] };
  });
}

function unit(
  raw: Raw,
  vector: Float32Array,
  sides: readonly Profile[],
  topic: ReadonlySet<string>,
  topicVector: Float32Array,
): Unit {
  const text = raw.anchor.quote;
  const bag = new Set(terms(text));
  const scores = new Map(
    affinities(text, bag, vector, sides).map(({ id, score }) => [id, score + (raw.tagged.includes(id) ? 0.1 : 0)]),
  );
  const hasNumber = NUMBER_WITH_UNIT.test(text) || /\d+\.\d/.test(text);
  const { source } = raw;
  let shared = 0;
  for (const term of topic) if (bag.has(term)) shared++;
  let near = 0;
  for (let i = 0; i < vector.length; i++) near += vector[i]! * topicVector[i]!;
  const strength = source.strength === 'strong' ? 0.15 : source.strength === 'weak' ? -0.1 : 0;
  const length = text.length > 300 ? -0.25 : text.length > 230 ? -0.1 : 0;
  const vague = /\b(?:several|various|some|certain|different types|respectively|this problem|these|such)\b/i.test(text)
    ? -0.1
    : 0;
  // An abstract opens with the state of things before the work: seldom what one wants to quote from it.
  const place = raw.anchor.start / Math.max(1, source.text.text.length);
  const setting =
    source.access === 'abstract' && place < 0.12 && !isAboutTitle(source.title, text) && !hasNumber ? -0.3 : 0;
  const background = BACKGROUND.test(text) ? -0.35 : 0;
  return {
    source,
    kinds: raw.kinds,
    anchor: raw.anchor,
    text,
    terms: bag,
    vector,
    affinity: scores,
    onTopic: 0.5 * (shared / Math.max(1, topic.size)) + 0.5 * Math.max(0, near),
    hasNumber,
    outcome: outcomeOf(text) !== null,
    leans: leaning(text, source),
    quality:
      0.25 * Math.min(2, cueScore(text, CLAIM)) +
      (hasNumber ? 0.25 : 0) +
      0.3 * source.rank +
      strength +
      length +
      vague +
      setting +
      background -
      0.9 * dependence(text) -
      (source.note === null ? 0.3 : 0) -
      (source.retracted ? 2 : 0),
  };
}

/** `The patterns are fixed by hand`: which ones, only the sentence before says. */
const UNTOLD =
  /^The (?:(?:same|resulting|large|small|new|two|three|other|whole|final|first|second|learned|original|optimised) )?(?!(?:authors?|paper|article|study|survey|work|results?|experiments?|evaluation|thesis|monograph|report|main|key|only|best|most)\b)[\p{L}-]+(?: [\p{L}-]+)?,? (?!of\b|for\b|in\b|that\b|which\b|by\b|between\b|to\b|from\b|with\b|behind\b|on\b)\p{Ll}/u;
/** What a lead that names the system makes plain. */
const THE_SYSTEM =
  /^The (?:system|method|approach|model|algorithm|tool|framework|protocol|engine|design|technique|structure|scheme|index|language)s?\b/;

function leaning(text: string, source: Source): number {
  // `They find that` becomes the authors' names in the lead.
  const lifted = source.access === 'abstract' && source.authors.length > 1 && speaksOfAuthors(text);
  const lean = Math.max(0, dependence(text) - (lifted ? 0.3 : 0));
  if (!UNTOLD.test(text)) return lean;
  if (source.system !== null && (THE_SYSTEM.test(text) || text.startsWith(`The ${source.system}`))) return lean + 0.1;
  const title = new Set(terms(source.title));
  const [, head = ''] = /^The ([\p{L}-]+)/u.exec(text) ?? [];
  return terms(head).some((term) => title.has(term)) ? lean + 0.15 : Math.max(lean, 0.35);
}

/** Names what the title names first, or speaks as the paper. */
function isAboutTitle(title: string, text: string): boolean {
  const name = /^[^\s:,]{2,}/.exec(title)?.[0] ?? '';
  return (
    OWN.test(text) || (/\p{Lu}.*\p{Lu}|\d|^\p{Lu}\p{Ll}+:?$/u.test(name) && text.startsWith(name.replace(/:$/, '')))
  );
}

/** Says what something cannot do: the paper's own approach, or what came before it. */
export function isLimit(unit: Unit): boolean {
  if (OVERCOMES.test(unit.text) || outcomeOf(unit.text) === 'better') return false;
  if (unit.kinds.has('limitation')) return true;
  return (
    cueScore(unit.text, LIMITATION) >= 1 && (unit.kinds.has('related') || unit.source.note === null) && !unit.hasNumber
  );
}

export function overlap(a: Unit, b: Unit): number {
  let shared = 0;
  for (const term of a.terms) if (b.terms.has(term)) shared++;
  return shared / Math.max(1, Math.min(a.terms.size, b.terms.size));
}
