import type { Anchor } from '../../contracts/note.ts';
import type { Mark, Sentence, Support } from '../../contracts/synthesis.ts';
import { terms } from '../../text/tokenise.ts';
import { cueScore, METHOD, OWN } from '../reader/cues.ts';
import { nameOf, type Source } from './sources.ts';
import { isLimit, overlap, type Unit } from './units.ts';
import { third } from './verbs.ts';
import { introduce } from './voice.ts';

type Purpose = 'result' | 'limit' | 'lack' | 'method' | 'claim';

/** Ways to bring in a sentence that has to be quoted whole; `{v:report}` agrees with the number of authors. */
const LEADS: Readonly<Record<Purpose, readonly string[]>> = {
  result: ['{n} {v:report}:', 'In the figures of {n}:', '{n} {v:find}:', 'As {n} {v:measure} it:'],
  limit: ['{n} {v:concede}:', '{n} {v:name} a limit:', 'A limit, as {n} {v:put} it:'],
  lack: ['{n} {v:say} of earlier work:', 'What came before, as {n} {v:see} it:'],
  method: ['{n} {v:explain}:', 'In the words of {n}:', '{n} {v:put} it so:'],
  claim: ['{n} {v:state}:', '{n} {v:write}:', 'According to {n}:', '{n} {v:hold}:'],
};
/** Between two sentences of one source, where what follows is of another kind. */
const TURNS: Partial<Readonly<Record<Purpose, readonly string[]>>> = {
  limit: ['The limit:', 'The price:', 'Against that:'],
  result: ['In figures:', 'As measured:'],
};

/** Writes sentences with their citations, supports and marks, and remembers what was said already. */
export class Pen {
  private readonly used = new Set<string>();
  private readonly leads = new Map<string, number>();
  private readonly mentioned = new Set<string>();
  private readonly units: readonly Unit[];
  private last: Source | null = null;
  private purpose: Purpose | null = null;
  /** Names that more than one work goes by: they keep their year. */
  private readonly shared: ReadonlySet<string>;

  constructor(units: readonly Unit[]) {
    this.units = units;
    const names = new Map<string, Set<string>>();
    for (const { source } of units) {
      const name = nameOf(source, false);
      names.set(name, (names.get(name) ?? new Set<string>()).add(source.id));
    }
    this.shared = new Set([...names].filter(([, ids]) => ids.size > 1).map(([name]) => name));
  }

  /** A new part of the text: names are given with their year again. */
  startPart(): void {
    this.mentioned.clear();
    this.last = null;
  }

  isUsed(unit: Unit): boolean {
    return this.used.has(keyOf(unit));
  }

  name(source: Source): string {
    const first = !this.mentioned.has(source.id);
    this.mentioned.add(source.id);
    return first ? nameOf(source, true) : this.again(source);
  }

  /** The name of a work that was named before: without its year unless another work goes by the same name. */
  again(source: Source): string {
    return nameOf(source, this.shared.has(nameOf(source, false)));
  }

  /** Our own statement, resting on the given spans; without any it arranges and needs none. */
  ours(text: string, support: readonly Resting[] = []): Sentence {
    if (/[.!?]$/.test(text)) this.last = null;
    const supports = support.map(({ source, anchor }) => ({
      paper: source.id,
      anchor,
      score: likeness(text, anchor.quote),
    }));
    const cites = [...new Set(supports.map((s) => s.paper))];
    const marks = marksOf([...new Set(support.map((s) => s.source))], false);
    return {
      text,
      voice: 'ours',
      cites,
      support: supports,
      verdict: supports.length === 0 ? 'not-needed' : 'supported',
      marks,
    };
  }

  /**
   * A source's sentence: our lead where one fits, then the verbatim words.
   *
   * @param earlier a work named before that this one cites: the lead says so
   */
  quoted(unit: Unit, front = '', earlier: Source | null = null): Sentence[] {
    const purpose = purposeOf(unit);
    this.used.add(keyOf(unit));
    const follows = this.last === unit.source && front === '';
    const before = this.purpose;
    this.last = unit.source;
    this.purpose = purpose;
    const known = this.mentioned.has(unit.source.id);
    const name = this.name(unit.source);
    // A second sentence of the same source needs no new introduction.
    if (follows) return [...this.turn(purpose, before), this.verbatim(unit, 0)];
    const { system, authors } = unit.source;
    const several = authors.length !== 1;
    const aside = earlier === null ? '' : `, who ${several ? 'cite' : 'cites'} ${this.again(earlier)},`;
    const voice = {
      name,
      authors,
      system,
      behind: known ? '' : ` (${name.replace(/ \((\d{4})\)$/, ' $1')})`,
      inAbstract: isAbstract(unit),
    };
    // A sentence that the system's name opens has no room for it.
    const plain = introduce(unit.text, { ...voice, aside: '' });
    const withAside = introduce(unit.text, { ...voice, aside });
    const introduced = plain.lead !== null && withAside.lead === null ? plain : withAside;
    const lead = introduced.lead ?? this.lead(purpose, `${name}${aside}`, unit, several).replace(/,:$/, ':');
    return [
      this.ours(front === '' ? lead : `${front} ${lead}`),
      this.verbatim(unit, introduced.lead === null ? 0 : introduced.from),
    ];
  }

  /** The sentence alone, whole, for lists. */
  bare(unit: Unit): Sentence {
    this.used.add(keyOf(unit));
    return this.verbatim(unit, 0);
  }

  /** One side of a tension, whole. */
  side(source: Source, anchor: Anchor): Sentence {
    return {
      text: anchor.quote,
      voice: 'quote',
      cites: [source.id],
      support: [{ paper: source.id, anchor, score: 1 }],
      verdict: 'supported',
      marks: marksOf([source], false),
    };
  }

  private verbatim(unit: Unit, from: number): Sentence {
    const quote = unit.text.slice(from);
    const anchor: Anchor = { ...unit.anchor, quote, start: unit.anchor.start + from };
    const support: Support = { paper: unit.source.id, anchor, score: 1 };
    const alone = !this.units.some((other) => other.source !== unit.source && overlap(unit, other) >= 0.4);
    return {
      text: quote,
      voice: 'quote',
      cites: [unit.source.id],
      support: [support],
      verdict: 'supported',
      marks: marksOf([unit.source], alone),
    };
  }

  private lead(purpose: Purpose, name: string, unit: Unit, several: boolean): string {
    const said = this.next(LEADS[purpose])
      .replace('{n}', name)
      .replace(/\{v:(\w+)\}/, (_, verb: string) => (several ? verb : third(verb)));
    const { system } = unit.source;
    // A sentence that speaks of `the model` is understood when the model was named before it.
    return system === null || unit.text.includes(system)
      ? said
      : `On ${system}, ${/^(?:In|A|As|What|According)\b/.test(said) ? said[0]!.toLowerCase() + said.slice(1) : said}`;
  }

  private turn(purpose: Purpose, before: Purpose | null): Sentence[] {
    const options = purpose === before ? undefined : TURNS[purpose];
    return options === undefined ? [] : [this.ours(this.next(options))];
  }

  /** The option used least so far, in their order: the wording follows from its place, never from chance. */
  private next(options: readonly string[]): string {
    const least = Math.min(...options.map((option) => this.leads.get(option) ?? 0));
    const option = options.find((o) => (this.leads.get(o) ?? 0) === least)!;
    this.leads.set(option, least + 1);
    return option;
  }
}

export interface Resting {
  readonly source: Source;
  readonly anchor: Anchor;
}

function isAbstract(unit: Unit): boolean {
  return unit.source.access === 'abstract' || /^abstract$/i.test(unit.anchor.section ?? '');
}

/** Said of one's own work towards the end: what it does not do, need not have, or costs. */
const CONCEDES =
  /\b(?:limit(?:s|ed|ation|ations)|cannot|do(?:es)? not|did not|not (?:yet|covered|supported|examined|measured|handled)|unsupported|missing|left (?:out|open)|leaves? open|fails?|suffers?|needs?|requires?|must|expensive|outside|drawbacks?|restricted|assum\w+|remains?|no (?:guarantees?|proof|user study|measurements?)|at the (?:cost|expense))\b/i;
const CONCEDED_FROM = 0.55;

export function purposeOf(unit: Unit): Purpose {
  if (unit.kinds.has('related') && !unit.kinds.has('limitation') && isLimit(unit)) return 'lack';
  const place = unit.anchor.start / Math.max(1, unit.source.text.text.length);
  const late = unit.source.access === 'full' ? OWN.test(unit.text) : place >= CONCEDED_FROM;
  if (unit.kinds.has('limitation') && late && CONCEDES.test(unit.text) && !unit.outcome) return 'limit';
  if (unit.hasNumber) return 'result';
  return cueScore(unit.text, METHOD) >= 1.2 ? 'method' : 'claim';
}

function marksOf(sources: readonly Source[], alone: boolean): Mark[] {
  const marks: Mark[] = [];
  if (sources.length === 0) return marks;
  if (alone) marks.push('single-source');
  if (sources.every((s) => s.preprint)) marks.push('preprint');
  if (sources.every((s) => s.access === 'abstract')) marks.push('abstract-only');
  if (sources.some((s) => s.retracted)) marks.push('retracted');
  return marks;
}

/** Share of a statement's own words that its span has too, 0 to 1. */
export function likeness(text: string, quote: string): number {
  const bag = new Set(terms(quote));
  const own = [...new Set(terms(text))];
  const shared = own.filter((term) => bag.has(term)).length;
  return own.length === 0 ? 0 : Math.round((shared / own.length) * 100) / 100;
}

function keyOf(unit: Unit): string {
  return `${unit.source.id}:${unit.anchor.start}`;
}
