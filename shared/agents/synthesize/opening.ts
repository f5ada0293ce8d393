import type { Sentence } from '../../contracts/synthesis.ts';
import { terms } from '../../text/tokenise.ts';
import { midSentence } from '../reader/phrases.ts';
import { topicPhrase } from '../understand/topic.ts';
import type { SectionPlan } from './assign.ts';
import { ownTerms, parted, withoutContrast } from './concern.ts';
import { COMPARES, familyOf, type Parts, type Point, PRACTICE } from './points.ts';
import { sourcesOf } from './section.ts';
import { nameOf, type Source } from './sources.ts';
import { capitalise, count, enumerate, numeral } from './wording.ts';

const MOST_NAMED = 3;
const MOST_DATES = 6;
/** Works that set others side by side say so in their title. */
const JUDGES = /\b(?:survey|review|benchmark|comparison|comparing|comparative|versus|vs|arena)\b/i;

/**
 * The first sentence of the answer, in our words, from what the run knows of the works: which lines of work there are, who
 * compared what, from when the works are, what comes from use. It states nothing of the world beyond that, and names a work
 * only where a passage of it backs what is said: each statement carries its citations.
 */
export function writeOpening(parts: Parts, sections: readonly SectionPlan[], points: readonly Point[]): Sentence[] {
  const { input, sources } = parts;
  if (sources.length < 3) return [];
  const heard = points.map(({ unit }) => unit.source);
  const works = [...new Set([...sections.flatMap(sourcesOf), ...heard])].sort(byYear);
  if (works.length < (input.goal.question_shape === 'sota' ? 1 : 3)) return [];
  const topic = topicOf(input.goal.topic);
  switch (input.goal.question_shape) {
    case 'survey':
      return [...(lines(parts, sections) ?? span(parts, works, topic)), ...judges(parts, works)];
    case 'comparative':
      return verdict(parts, works);
    case 'sota':
      return [...newest(parts, works, topic), ...judges(parts, works)];
    case 'historical':
      return dates(parts, works);
    case 'practitioner':
      return fromUse(parts, works, topic);
    case 'mechanism':
      return span(parts, works, topic);
  }
}

/** A statement about works with their citations; none when their texts do not back it. */
function stated({ backing, pen }: Parts, text: string, works: readonly Source[]): Sentence[] {
  const passages = backing.of(text, works);
  return passages === null ? [] : [pen.ours(text, passages)];
}

/** `The works found on X take three lines:` and each line with its works; null when the plan has no lines. */
function lines(parts: Parts, sections: readonly SectionPlan[]): Sentence[] | null {
  const { input, fit, nodes, pen } = parts;
  const own = sections.filter(({ node }) => familyOf(node.question) !== null);
  const families = own.flatMap((section) => {
    const id = section.node.id;
    const isOf = ofLine(ownTerms(section.node, nodes, input.goal.topic), parts);
    const works = sourcesOf(section)
      .filter((work) => isOf(work) && own.every(({ node }) => fit.of(work, node.id) <= fit.of(work, id)))
      .sort((a, b) => fit.of(b, id) - fit.of(a, id) || byYear(a, b))
      .slice(0, MOST_NAMED)
      .sort(byYear);
    return works.length === 0 ? [] : [{ line: `work on ${familyOf(section.node.question)}`, works }];
  });
  if (families.length < 2) return null;
  const first = `The works found on ${topicOf(input.goal.topic)} take ${numeral(families.length)} lines:`;
  return [
    pen.ours(first),
    ...families.flatMap(({ line, works }, at) => {
      const isLast = at === families.length - 1;
      const [start, end] = [isLast ? `and ${line}` : line, isLast ? '.' : ';'];
      const told = stated(parts, `${start} (${works.map(called).join('; ')})${end}`, works);
      return told.length > 0 ? told : [pen.ours(`${start}${end}`)];
    }),
  ];
}

/** Share of the works found beyond which a word tells no line of work from another. */
const COMMON_FROM = 1 / 3;

/** Whether a work is of a line: it has words of it that few works have, and not for contrast only. */
function ofLine(own: ReadonlySet<string>, { units }: Parts): (work: Source) => boolean {
  const works = [...new Set(units.map((unit) => unit.source))];
  const held = (work: Source) => new Set(terms(parted(`${work.title}. ${withoutContrast(work.text.text)}`)));
  const bags = works.map(held);
  const telling = [...own].filter(
    (term) => bags.filter((bag) => bag.has(term)).length <= Math.max(2, COMMON_FROM * works.length),
  );
  return (work) => telling.some((term) => held(work).has(term));
}

/** How many works from when to when, and which of them the others build on. */
function span(parts: Parts, works: readonly Source[], topic: string): Sentence[] {
  const { fit, pen } = parts;
  const years = works.flatMap(({ year }) => (year === null ? [] : [year]));
  const when = years.length === 0 ? '' : ` from ${years[0]} to ${years.at(-1)}`;
  const base = [...works]
    .filter((work) => fit.weight(work) > 0)
    .sort((a, b) => fit.weight(b) - fit.weight(a) || byYear(a, b))
    .slice(0, MOST_NAMED);
  const built =
    base.length === 0
      ? []
      : stated(parts, `The works on ${topic} that the others cite most are ${enumerate(base.map(named))}.`, base);
  return [pen.ours(`${capitalise(count(works.length, 'work'))}${when} are drawn on for ${topic}.`), ...built];
}

/** Works that set others side by side, by their titles, which say so. */
function judges(parts: Parts, works: readonly Source[]): Sentence[] {
  const text = (work: Source, end: string) => `${work.title.replace(/[.\s]+$/, '')} (${brief(work)})${end}`;
  const chosen = works
    .filter((work) => JUDGES.test(work.title) && parts.backing.of(text(work, '.'), [work]) !== null)
    .slice(0, MOST_NAMED);
  if (chosen.length === 0) return [];
  const listed = chosen.flatMap((work, at) => {
    const isLast = at === chosen.length - 1;
    return stated(parts, `${isLast && at > 0 ? 'and ' : ''}${text(work, isLast ? '.' : ',')}`, [work]);
  });
  return [parts.pen.ours('Approaches are set side by side in'), ...listed];
}

/** Who weighed the things compared against each other, and whether that settles it. */
function verdict(parts: Parts, works: readonly Source[]): Sentence[] {
  const { input, units, pen, compared } = parts;
  const { subjects } = input.goal;
  const things = subjects.length > 1 ? enumerate([...subjects]) : topicOf(input.goal.topic);
  const both = (work: Source) => compared.spokenOf(new Set(terms(`${work.title} ${work.system ?? ''}`)), work) >= 2;
  const weighing = works.filter(
    (work) =>
      both(work) ||
      units.some(
        (unit) => unit.source === work && COMPARES.test(unit.text) && compared.spokenOf(unit.terms, unit.source) >= 2,
      ),
  );
  const direct = [...weighing].sort((a, b) => Number(both(b)) - Number(both(a)) || byYear(a, b)).slice(0, MOST_DATES);
  const ids = new Set(direct.map(({ id }) => id));
  const open = input.contradictions.items.filter((item) => ids.has(item.a.paper) || ids.has(item.b.paper));
  const are = subjects.length > 1 ? 'are' : 'is';
  const weighed = stated(
    parts,
    `${capitalise(things)} ${are} weighed against each other in ${count(direct.length, 'work')}, ${enumerate(direct.map(named))};`,
    direct,
  );
  if (weighed.length === 0)
    return [
      pen.ours(
        `No work found weighs ${things} against each other, so what each side reports is set side by side here and decides nothing between them.`,
      ),
    ];
  const settled =
    open.length > 0
      ? `claims made there are disputed (${enumerate(open.slice(0, MOST_NAMED).map(({ id }) => id))}), so neither is better without a condition.`
      : direct.length === 1
        ? 'the comparison rests on that work and on its conditions.'
        : 'none of them is contradicted by another that was found.';
  return [...weighed, pen.ours(settled)];
}

function newest(parts: Parts, works: readonly Source[], topic: string): Sentence[] {
  const { pen } = parts;
  const last = works
    .filter(({ year }) => year !== null)
    .slice(-MOST_NAMED)
    .reverse();
  if (last.length === 0)
    return [pen.ours(`None of the works found on ${topic} is dated, so what is best now cannot be told.`)];
  const [which, are] = last.length === 1 ? ['work', 'is'] : ['works', 'are'];
  const { year } = last[0]!;
  const dated = stated(parts, `The newest ${which} found on ${topic} ${are} ${enumerate(last.map(named))}.`, last);
  return [
    ...(dated.length > 0 ? dated : [pen.ours(`The newest work found on ${topic} is of ${year}.`)]),
    pen.ours(`What follows is the state of ${year}, not of today.`),
  ];
}

/** The works the others build on, in the order of their years. */
function dates(parts: Parts, works: readonly Source[]): Sentence[] {
  const { input, fit, pen } = parts;
  const topic = topicOf(input.goal.topic);
  const dated = works.filter(({ year }) => year !== null);
  const ends = [dated[0], dated.at(-1)].filter((work) => work !== undefined);
  const between = [...dated]
    .filter((work) => !ends.includes(work))
    .sort((a, b) => fit.weight(b) + fit.topic(b) - fit.weight(a) - fit.topic(a) || byYear(a, b))
    .slice(0, MOST_DATES - 2);
  const line = [...new Set([...ends, ...between])].sort(byYear);
  if (line.length < 2) return [pen.ours(`The works found on ${topic} are not dated, so their order cannot be told.`)];
  const over = line.length > 2 ? ` over ${enumerate(line.slice(1, -1).map(named))}` : '';
  const told = stated(parts, `Work on ${topic} runs from ${named(line[0]!)}${over} to ${named(line.at(-1)!)}.`, line);
  const [first, last] = [line[0]!.year, line.at(-1)!.year];
  return told.length > 0 ? told : [pen.ours(`The works found on ${topic} are from ${first} to ${last}.`)];
}

/** Which works speak from use, which from a laboratory. */
function fromUse(parts: Parts, works: readonly Source[], topic: string): Sentence[] {
  const used = works.filter((work) => PRACTICE.test(work.title) || FIELD.test(work.text.text.slice(0, OPENS)));
  if (used.length === 0) return span(parts, works, topic);
  const rest = works.length - used.length;
  const shown = used.slice(0, MOST_DATES);
  const use = `On ${topic}, ${count(used.length, 'work')} ${used.length === 1 ? 'reports' : 'report'} from use`;
  const end = rest === 0 ? '.' : ';';
  const told = stated(parts, `${use}, ${enumerate(shown.map(named))}${end}`, shown);
  const others = `the other ${rest === 1 ? 'one advises' : `${numeral(rest)} advise`} from experiments and models.`;
  return [
    ...(told.length > 0 ? told : [parts.pen.ours(`${use}${end}`)]),
    ...(rest === 0 ? [] : [parts.pen.ours(others)]),
  ];
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

/** `Gu and Dao 2023`. */
function brief(work: Source): string {
  return nameOf(work, true).replace(/ \((\d{4})\)$/, ' $1');
}

/** The topic as a noun phrase, within a sentence; one that stays a question is not repeated. */
export function topicOf(topic: string): string {
  const { phrase, isQuestion } = topicPhrase(topic.trim().replace(/[?.!\s]+$/, ''));
  // The title holds it; in quotation marks it would pass for a source's words.
  return isQuestion ? 'the question asked' : midSentence(phrase);
}

function byYear(a: Source, b: Source): number {
  return (a.year ?? 9999) - (b.year ?? 9999) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
