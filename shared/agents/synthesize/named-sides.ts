import type { PlanNode } from '../../contracts/plan.ts';
import { familyName, people } from '../../present/names.ts';
import type { Source } from './sources.ts';
import type { Unit } from './units.ts';

/** What a question names on one of its sides, and the works that go by it. */
export interface Side {
  readonly label: string;
  /** The label is the authors' names. */
  readonly byAuthors: boolean;
  readonly works: ReadonlySet<Source>;
  /** How another work would name it. */
  readonly naming: RegExp;
  /** It is part of the topic: most works speak of it, whatever they have to say. */
  readonly inTopic: boolean;
}

/**
 * The sides of a question that a replan added about named works: by their authors, or by the system each introduced. None for
 * questions of the first plan, which ask of a field and not of works.
 */
export function sidesOf(node: PlanNode, sources: readonly Source[], topic: string): Side[] {
  if (node.revision === 0) return [];
  const found = new Map<string, { works: Source[]; namings: string[]; byAuthors: boolean }>();
  const add = (label: string, source: Source, naming: string, byAuthors: boolean) => {
    const known = found.get(label) ?? { works: [], namings: [], byAuthors };
    found.set(label, { ...known, works: [...known.works, source], namings: [...new Set([...known.namings, naming])] });
  };
  for (const source of sources) {
    const { authors, title, system } = source;
    const who = people(authors, title);
    const first = familyName(authors[0] ?? '');
    if (first.length > 2 && wordly(who).test(node.question)) add(who, source, first, true);
    if (system !== null && wordly(system).test(node.question)) add(system, source, system, false);
  }
  return [...found]
    .map(([label, { works, namings, byAuthors }]) => ({
      label,
      byAuthors,
      works: new Set(works),
      naming: new RegExp(namings.map((name) => wordly(name).source).join('|'), 'u'),
      inTopic: wordly(label).test(topic),
    }))
    .sort((a, b) => node.question.indexOf(a.label) - node.question.indexOf(b.label))
    .filter(
      (side, at, all) => !all.slice(0, at).some((other) => [...side.works].every((work) => other.works.has(work))),
    );
}

/** Whether a sentence is of, or speaks of, what is named; a thing of the topic must be named beside another side. */
export function concerns(unit: Unit, sides: readonly Side[]): boolean {
  if (sides.some(({ works }) => works.has(unit.source))) return true;
  const named = sides.filter(({ naming }) => naming.test(unit.text));
  return named.length >= 2 || named.some(({ inTopic }) => !inTopic);
}

/** Whether a sentence brings two of the sides together. */
export function joins(unit: Unit, sides: readonly Side[]): boolean {
  return sides.filter(({ works, naming }) => works.has(unit.source) || naming.test(unit.text)).length >= 2;
}

function wordly(name: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\p{L}\p{N}])`, 'u');
}
