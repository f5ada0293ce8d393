import type { Sentence } from '../../contracts/synthesis.ts';
import { terms } from '../../text/tokenise.ts';
import { midSentence } from '../reader/phrases.ts';
import { topicPhrase } from '../understand/topic.ts';
import { COMPARES, distinctTerms, familyOf, type Parts, PRACTICE } from './points.ts';
import type { SectionPlan } from './section.ts';
import { sourcesOf } from './section.ts';
import { nameOf, type Source } from './sources.ts';
import { capitalise, count, enumerate, numeral } from './wording.ts';

const MOST_NAMED = 3;
const MOST_DATES = 6;
/** Works that set others side by side say so in their title. */
const JUDGES =
  /\b(?:survey|review|benchmarks?|comparison|comparing|comparative|evaluati\w+|revisited|versus|vs|arena)\b/i;

/**
 * The first sentence of the answer, in our words, from what the run knows of the works: which lines of work there are, who
 * compared what, from when the works are, what comes from use. It states nothing of the world beyond that.
 */
export function writeOpening(parts: Parts, sections: readonly SectionPlan[]): Sentence[] {
  const { input, sources, pen } = parts;
  if (sources.length < 3) return [];
  const works = [...new Set(sections.flatMap(sourcesOf))].sort(byYear);
  if (works.length < (input.goal.question_shape === 'sota' ? 1 : 3)) return [];
  const topic = topicOf(input.goal.topic);
  switch (input.goal.question_shape) {
    case 'survey':
      return [pen.ours(`${lines(parts, sections) ?? span(parts, works, topic)}${judged(works)}.`)];
    case 'comparative':
      return [pen.ours(verdict(parts, works))];
    case 'sota':
      return [pen.ours(newest(works, topic))];
    case 'historical':
      return [pen.ours(dates(parts, works))];
    case 'practitioner':
      return [pen.ours(fromUse(works, topic))];
    case 'mechanism':
      return [pen.ours(`${span(parts, works, topic)}.`)];
  }
}

/** `Work on X takes three lines: sparse attention (Child et al. 2019 to …), …`; null when the plan has no lines. */
function lines({ input, fit }: Parts, sections: readonly SectionPlan[]): string | null {
  const own = sections.filter(({ node }) => familyOf(node.question) !== null);
  const families = own.flatMap((section) => {
    const id = section.node.id;
    const works = sourcesOf(section)
      .filter((work) => own.every(({ node }) => fit.of(work, node.id) <= fit.of(work, id)))
      .sort((a, b) => fit.of(b, id) - fit.of(a, id) || byYear(a, b))
      .slice(0, MOST_NAMED)
      .sort(byYear);
    return works.length === 0 ? [] : [`${familyOf(section.node.question)} (${works.map(called).join('; ')})`];
  });
  if (families.length < 2) return null;
  return `The works found on ${topicOf(input.goal.topic)} take ${numeral(families.length)} lines: ${enumerate(families)}`;
}

/** How many works from when to when, and which of them the others build on. */
function span({ fit }: Parts, works: readonly Source[], topic: string): string {
  const years = works.flatMap(({ year }) => (year === null ? [] : [year]));
  const when = years.length === 0 ? '' : ` from ${years[0]} to ${years.at(-1)}`;
  const base = [...works]
    .filter((work) => fit.weight(work) > 0)
    .sort((a, b) => fit.weight(b) - fit.weight(a) || byYear(a, b))
    .slice(0, MOST_NAMED);
  const built = base.length === 0 ? '' : `; those the others cite most are ${enumerate(base.map(named))}`;
  return `${capitalise(count(works.length, 'work'))}${when} are drawn on for ${topic}${built}`;
}

function judged(works: readonly Source[]): string {
  const judges = works.filter((work) => JUDGES.test(work.title)).slice(0, MOST_NAMED);
  return judges.length === 0
    ? '; none of them sets the others side by side'
    : `; ${enumerate(judges.map(titled))} ${judges.length === 1 ? 'sets' : 'set'} others side by side`;
}

/** Who weighed the things compared against each other, and whether that settles it. */
function verdict({ input, units }: Parts, works: readonly Source[]): string {
  const { subjects } = input.goal;
  const things = subjects.length > 1 ? enumerate([...subjects]) : topicOf(input.goal.topic);
  const sides = distinctTerms(subjects);
  const holds = (bag: ReadonlySet<string>) => sides.filter((side) => [...side].some((term) => bag.has(term))).length;
  const both = (work: Source) => holds(new Set(terms(work.title))) >= 2;
  const weighing = works.filter((work) => {
    if (both(work)) return true;
    return units.some((unit) => unit.source === work && COMPARES.test(unit.text) && holds(unit.terms) >= 2);
  });
  const direct = [...weighing].sort((a, b) => Number(both(b)) - Number(both(a)) || byYear(a, b));
  if (direct.length === 0)
    return `No work found weighs ${things} against each other, so what each side reports is set side by side here and decides nothing between them.`;
  const ids = new Set(direct.map(({ id }) => id));
  const open = input.contradictions.items.filter((item) => ids.has(item.a.paper) || ids.has(item.b.paper));
  const settled =
    open.length === 0
      ? direct.length === 1
        ? 'so the comparison rests on one work and on its conditions'
        : 'and none of them is contradicted by another that was found'
      : `but their claims are disputed (${enumerate(open.slice(0, MOST_NAMED).map(({ id }) => id))}), so neither is better without a condition`;
  return `${capitalise(things)} ${subjects.length > 1 ? 'are' : 'is'} weighed directly in ${count(direct.length, 'work')}, ${enumerate(direct.slice(0, MOST_DATES).map(named))}, ${settled}.`;
}

function newest(works: readonly Source[], topic: string): string {
  const dated = works.filter(({ year }) => year !== null);
  const last = dated.slice(-MOST_NAMED).reverse();
  if (last.length === 0) return `None of the works found on ${topic} is dated, so what is best now cannot be told.`;
  const judges = works.filter((work) => JUDGES.test(work.title)).slice(0, MOST_NAMED);
  const by = judges.length === 0 ? '' : `; benchmarks and reviews among the works: ${enumerate(judges.map(titled))}`;
  const [which, are] = last.length === 1 ? ['work', 'is'] : ['works', 'are'];
  return `The newest ${which} found on ${topic} ${are} ${enumerate(last.map(named))}: what follows is the state of ${last[0]!.year}, not of today${by}.`;
}

/** The works the others build on, in the order of their years. */
function dates({ input, fit }: Parts, works: readonly Source[]): string {
  const dated = works.filter(({ year }) => year !== null);
  const ends = [dated[0], dated.at(-1)].filter((work) => work !== undefined);
  const between = [...dated]
    .filter((work) => !ends.includes(work))
    .sort((a, b) => fit.weight(b) + fit.topic(b) - fit.weight(a) - fit.topic(a) || byYear(a, b))
    .slice(0, MOST_DATES - 2);
  const line = [...new Set([...ends, ...between])].sort(byYear);
  if (line.length < 2)
    return `The works found on ${topicOf(input.goal.topic)} are not dated, so their order cannot be told.`;
  return `In the works found the line runs from ${named(line[0]!)}${line.length > 2 ? ` over ${enumerate(line.slice(1, -1).map(named))}` : ''} to ${named(line.at(-1)!)}.`;
}

/** Which works speak from use, which from a laboratory. */
function fromUse(works: readonly Source[], topic: string): string {
  const used = works.filter((work) => PRACTICE.test(work.title) || FIELD.test(work.text.text.slice(0, OPENS)));
  const rest = works.length - used.length;
  if (used.length === 0)
    return `None of the ${numeral(works.length)} works found on ${topic} reports from use: what they advise was tested in experiments only.`;
  const others =
    rest === 0
      ? ''
      : `; the other ${rest === 1 ? 'one advises' : `${numeral(rest)} advise`} from experiments and models`;
  return `On ${topic}, ${count(used.length, 'work')} ${used.length === 1 ? 'reports' : 'report'} from use, ${enumerate(used.slice(0, MOST_DATES).map(named))}${others}.`;
}

/** Characters of a text that say where it comes from. */
const OPENS = 500;
const FIELD =
  /\b(?:in production|deployed|fleets?|compan(?:y|ies)|practitioners|interview\w*|surveyed|at (?:Google|Facebook|Meta|Microsoft|Amazon|Alibaba|Twitter|Uber|LinkedIn|Netflix))\b/i;

/** `Mamba (Gu and Dao 2023)`, or the authors alone. */
function named(work: Source): string {
  return work.system === null ? nameOf(work, true) : `${work.system} (${brief(work)})`;
}

/** `Mamba, Gu and Dao 2023`, within brackets. */
function called(work: Source): string {
  return work.system === null ? brief(work) : `${work.system}, ${brief(work)}`;
}

/** Judges by their authors; by their titles too where two go by one name. */
function titled(work: Source, _at: number, judges: readonly Source[]): string {
  const name = nameOf(work, true);
  const isShared = judges.some((other) => other !== work && nameOf(other, true) === name);
  return isShared ? `${name} in ${work.title.split(':')[0]!.trim()}` : name;
}

/** `Gu and Dao 2023`. */
function brief(work: Source): string {
  return nameOf(work, true).replace(/ \((\d{4})\)$/, ' $1');
}

/** The topic as a noun phrase, within a sentence. */
export function topicOf(topic: string): string {
  return midSentence(topicPhrase(topic.trim().replace(/[?.!\s]+$/, '')).phrase);
}

function byYear(a: Source, b: Source): number {
  return (a.year ?? 9999) - (b.year ?? 9999) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
