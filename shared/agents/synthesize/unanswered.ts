import type { PlanNode } from '../../contracts/plan.ts';
import type { Synthesis } from '../../contracts/synthesis.ts';
import { terms } from '../../text/tokenise.ts';
import type { SynthesizeInput } from '../inputs.ts';
import type { Asked, SectionPlan } from './assign.ts';
import { apartOf, sourcesOf } from './section.ts';
import { nameOf, type Source } from './sources.ts';
import { subjectsOf } from './subjects.ts';
import type { Unit } from './units.ts';
import { closed, count, enumerate } from './wording.ts';

/**
 * Sub-questions without an answer and why: failed, skipped, nothing found, no word on what they ask for or on one of the things
 * they compare, or a single work. What only comes near does not answer.
 */
export function writeUnanswered(
  sections: readonly SectionPlan[],
  input: SynthesizeInput,
  found: readonly Source[],
  points: readonly Unit[],
  asked: ReadonlyMap<string, Asked>,
): Synthesis['unanswered'] {
  return sections.flatMap((section) => {
    // What the answer quotes already is said to its question too.
    const told = points.filter((unit) => asked.get(section.node.id)?.concern(unit) === true);
    const why = reason(section, input, found, told);
    const question = section.node.question.trim().replace(/[.\s]+$/, '');
    return why === null ? [] : [{ sq: section.node.id, text: `${question} ${why}` }];
  });
}

function reason(
  section: SectionPlan,
  input: SynthesizeInput,
  found: readonly Source[],
  told: readonly Unit[],
): string | null {
  const { node, units, direct, apart } = section;
  const left = notDone(node);
  if (left !== null) return left;
  if (apart.length > 0) return `${apartOf(section)}${searched(section, input)}.`;
  if (units.length === 0) return 'Nothing in the papers read answers this.';
  if (node.status === 'pending' || node.status === 'running') return 'The search for it did not finish.';
  const speaking = sourcesOf({ units: [...direct, ...told] });
  if (speaking.length === 0)
    return `No work found answers this itself${searched(section, input)}; its section has what comes nearest.`;
  if (speaking.length === 1)
    return sourcesOf(section).length === 1
      ? `Only one source speaks to this, ${nameOf(speaking[0]!, true)}.`
      : `Only one source speaks to this itself, ${nameOf(speaking[0]!, true)}; the rest of its section comes near.`;
  const missing = unspoken(section.node, [...direct, ...told], input, found);
  return missing.length === 0
    ? null
    : `What its section has speaks of ${missing.length === 1 ? 'one side only' : 'neither side'}: nothing on ${enumerate(missing)}.`;
}

/** Why a question was not looked into; null when it was. */
export function notDone({ status, reason }: PlanNode): string | null {
  if (status !== 'failed' && status !== 'skipped') return null;
  return closed(`It ${status === 'failed' ? 'failed' : 'was skipped'}: ${reason ?? 'no reason was recorded'}`);
}

/** The things compared that a question names and no sentence of its section, nor the work it is from, speaks of. */
function unspoken(
  node: PlanNode,
  direct: readonly Unit[],
  { goal }: SynthesizeInput,
  found: readonly Source[],
): string[] {
  if (goal.question_shape !== 'comparative' || goal.subjects.length < 2 || node.kind === 'open-problems') return [];
  const asked = goal.subjects.filter((subject) => node.question.toLowerCase().includes(subject.toLowerCase()));
  if (asked.length < 2) return [];
  const subjects = subjectsOf(asked, found);
  return asked.filter(
    (_, at) =>
      !direct.some((unit) =>
        subjects.isSpokenOf(
          at,
          new Set([...unit.terms, ...terms(`${unit.source.title} ${unit.source.system ?? ''}`)]),
          unit.source,
        ),
      ),
  );
}

/** Where was looked, and how much came up. */
function searched({ node }: SectionPlan, { coverage }: SynthesizeInput): string {
  const works = coverage[node.id];
  if (works === undefined || node.sources.length === 0) return '';
  return `; ${count(works, 'work')} came up in ${enumerate(node.sources.map((source) => PLACES[source]))}`;
}

/** Where a source looks, after `in`. */
export const PLACES: Readonly<Record<SectionPlan['node']['sources'][number], string>> = {
  arxiv: 'arXiv',
  scholarly: 'scholarly indexes',
  web: 'the web',
  community: 'community posts',
  github: 'GitHub',
  library: 'the library',
};
