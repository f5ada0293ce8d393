import type { PlanNode } from '../../contracts/plan.ts';
import type { Goal } from '../../contracts/run.ts';
import { familyName } from '../../present/names.ts';
import { positionInHorizon } from '../../run/horizon.ts';
import { terms } from '../../text/tokenise.ts';
import { GENERIC } from '../reader/affinity.ts';
import { dot } from '../reader/vectors.ts';
import type { RoleContext } from '../role.ts';
import type { Source } from './sources.ts';

/** How much each work as a whole has to do with the topic and with each sub-question. */
export interface Fit {
  /** 0 to 1: shared words and nearness in meaning. */
  topic(source: Source): number;
  /** 0 to 1: what only this question asks for, in the work's title and summary. */
  of(source: Source, nodeId: string): number;
  /** Names something that some of the works are about and others are not. */
  isSpecific(nodeId: string): boolean;
  /** 0 to 1: how many of the works found cite it. */
  weight(source: Source): number;
  /** Within the time that is preferred; false for all where none is. */
  isCurrent(source: Source): boolean;
  /** Far enough from the topic to be left out. */
  isStray(source: Source): boolean;
}

/** Characters of a work that say what it is about. */
const HEAD = 900;
const IN_BODY = 0.55;
/** A work that has less than this share of what the best ones have to do with the topic is about something else. */
const STRAY = 0.5;
/** Closest works whose citations tell what else belongs to the topic, and what each link counts. */
const CLOSEST = 6;
const A_LINK = 0.08;
const MOST_LINKS = 3;
const CURRENT_YEARS = 10;
/** Citations among the works found from which one is a key work without a doubt. */
const MUCH_CITED = 5;

export async function fitOf(
  sources: readonly Source[],
  nodes: readonly PlanNode[],
  goal: Pick<Goal, 'topic' | 'question_shape' | 'time_horizon'>,
  context: RoleContext,
): Promise<Fit> {
  const { topic, time_horizon } = goal;
  const isBounded = time_horizon.rule !== 'hard' && time_horizon.from !== null;
  const topicTerms = new Set(terms(topic));
  const facets = nodes.map((node) => facetWords(node.question, topicTerms));
  const heads = sources.map((source) => `${source.title}. ${headOf(source)}`);
  const vectors = await context.embedder.embed([topic, ...facets.map((words) => words.join(' ') || topic), ...heads]);
  const [topicVector, ...rest] = vectors;
  const facetVectors = rest.slice(0, nodes.length);
  const headVectors = rest.slice(nodes.length);
  // A question may ask for a work by its authors.
  const titles = sources.map(
    ({ title, authors }) => new Set(terms(`${title} ${authors.slice(0, 2).map(familyName).join(' ')}`)),
  );
  const counts = heads.map((head) => {
    const found = new Map<string, number>();
    for (const term of terms(head)) found.set(term, (found.get(term) ?? 0) + 1);
    return found;
  });
  const bodies = heads.map((head, i) => new Set([...titles[i]!, ...terms(head)]));
  const about = new Map(
    sources.map((source, i) => {
      const shared = [...topicTerms].reduce(
        (sum, term) => sum + (titles[i]!.has(term) ? 1 : bodies[i]!.has(term) ? 0.7 : 0),
        0,
      );
      return [
        source.id,
        0.5 * (shared / Math.max(1, topicTerms.size)) + 0.5 * Math.max(0, dot(topicVector!, headVectors[i]!)),
      ];
    }),
  );
  // What the closest works cite or are cited by is about the same, whatever words it uses.
  const closest = [...sources]
    .sort((a, b) => about.get(b.id)! - about.get(a.id)! || (a.id < b.id ? -1 : 1))
    .slice(0, CLOSEST);
  for (const [id, links] of closest.length < 3 ? [] : linksTo(closest, sources))
    about.set(id, about.get(id)! + A_LINK * Math.min(MOST_LINKS, links));
  const best = [...about.values()].sort((a, b) => b - a).slice(0, 3);
  const floor = STRAY * (best.reduce((a, b) => a + b, 0) / Math.max(1, best.length));

  // What is best now is not told by what was written long before the newest works on it.
  const near = sources.filter((source) => (about.get(source.id) ?? 0) >= floor && source.year !== null);
  const newest = Math.max(...near.map((source) => source.year!));
  const isPast = ({ year }: Source) =>
    goal.question_shape === 'sota' && year !== null && near.length > 0 && year < newest - CURRENT_YEARS;

  const fits = new Map<string, ReadonlyMap<string, number>>();
  const specific = new Set<string>();
  nodes.forEach((node, n) => {
    // `low-rank` is one thing to ask for: `low` alone is another.
    const facet = new Map(facets[n]!.map((word) => [terms(word).join(' '), terms(word)] as const));
    const holds = (bag: ReadonlySet<string>, key: string) => facet.get(key)!.every((term) => bag.has(term));
    // A word that is said once may be there for contrast only.
    const said = (i: number, key: string) =>
      Math.min(1, 0.4 + 0.2 * Math.min(...facet.get(key)!.map((term) => counts[i]!.get(term) ?? 0)));
    const weights = new Map(
      [...facet.keys()].flatMap((key) => {
        const df = bodies.filter((body) => holds(body, key)).length;
        return df === 0 ? [] : [[key, Math.log(1 + sources.length / df)] as const];
      }),
    );
    const enough = [...weights.values()]
      .sort((a, b) => b - a)
      .slice(0, 3)
      .reduce((a, b) => a + b, 0);
    const nearness = headVectors.map((vector) => Math.max(0, dot(facetVectors[n]!, vector)));
    const nearest = Math.max(1e-9, ...nearness);
    const lexical = sources.map((_, i) => {
      let sum = 0;
      for (const [key, weight] of weights)
        sum += holds(titles[i]!, key) ? weight : holds(bodies[i]!, key) ? IN_BODY * said(i, key) * weight : 0;
      return enough === 0 ? 0 : Math.min(1, sum / enough);
    });
    fits.set(
      node.id,
      new Map(
        sources.map((s, i) => [s.id, 0.55 * lexical[i]! + 0.45 * (nearness[i]! / nearest) * (facet.size > 0 ? 1 : 0)]),
      ),
    );
    const named = sources.filter((_, i) => [...weights.keys()].some((key) => holds(titles[i]!, key))).length;
    const strong = lexical.filter((x) => x >= 0.4).length;
    if (named > 0 && strong > 0 && strong <= Math.max(3, 0.6 * sources.length)) specific.add(node.id);
  });
  const cited = sources.map(({ ids }) => sources.filter((other) => other.cites.some((id) => ids.includes(id))).length);
  const weights = new Map(sources.map((source, i) => [source.id, Math.min(1, cited[i]! / MUCH_CITED)]));
  return {
    weight: (source) => weights.get(source.id) ?? 0,
    topic: (source) => about.get(source.id) ?? 0,
    isCurrent: ({ year }) => isBounded && positionInHorizon({ date: null, year }, time_horizon) === 'in',
    of: (source, nodeId) => fits.get(nodeId)?.get(source.id) ?? 0,
    isSpecific: (nodeId) => specific.has(nodeId),
    isStray: (source) => (about.get(source.id) ?? 0) < floor || isPast(source),
  };
}

function linksTo(closest: readonly Source[], sources: readonly Source[]): (readonly [string, number])[] {
  return sources.map((source) => {
    const links = closest.filter(
      (other) =>
        other !== source &&
        (other.ids.some((id) => source.cites.includes(id)) || source.ids.some((id) => other.cites.includes(id))),
    );
    return [source.id, links.length] as const;
  });
}

function headOf(source: Source): string {
  const summary = source.note?.tldr ?? '';
  return source.access === 'full' ? `${summary} ${source.text.text.slice(0, HEAD)}` : source.text.text.slice(0, HEAD);
}

/** The words of a question that neither the topic nor every research question has. */
function facetWords(question: string, topic: ReadonlySet<string>): string[] {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return words.filter((word) => {
    const own = terms(word).filter((term) => !topic.has(term) && !GENERIC.has(term));
    return own.length > 0;
  });
}
