import type { Kind } from '../../contracts/enums.ts';
import type { PlanNode } from '../../contracts/plan.ts';
import { terms } from '../../text/tokenise.ts';
import { dot } from './vectors.ts';

/** How a sentence that answers a question of each kind tends to speak. */
const KIND_CUES: Readonly<Record<Kind, RegExp>> = {
  theoretical:
    /\b(?:prov\w+|bounds?|complexity|theorem|formal\w*|optimal\w*|guarantee\w*|np-\w+|polynomial|expressive\w*|exact|probabilistic|model)\b/i,
  practical:
    /\b(?:implement\w*|deploy\w*|systems?|library|applications?|efficien\w+|practice|practical|tools?|runs? on|real)\b/i,
  sota: /\b(?:state[- ]of[- ]the[- ]art|best|outperform\w*|improv\w+|record|new|novel|recent\w*|surpass\w*|gains?)\b/i,
  historical:
    /\b(?:first|introduced|original\w*|early|earlier|seminal|founded|later|since|became|decades?|pioneer\w*)\b/i,
  comparative:
    /\b(?:compar\w+|outperform\w*|versus|better|worse|than|trade-?offs?|baselines?|higher|lower|faster|slower|contrast|differ\w*)\b/i,
  practitioner:
    /\b(?:deploy\w*|production|experience|industr\w+|practice|users?|costs?|case stud\w+|operat\w+|teams?|engineers?|developers?)\b/i,
  mechanism:
    /\b(?:algorithm|consists?|steps?|works by|each|stages?|then|comput\w+|represent\w*|structure|architecture|by means|so that|uses?)\b/i,
  'open-problems':
    /\b(?:limit\w*|cannot|future|open|remain\w*|fails?|only|challeng\w*|difficult|unclear|leaves?|not yet|problems?|does not)\b/i,
};

/** Words every research question has: they tell one sub-question from another no better than a comma. */
export const GENERIC = new Set(
  terms(
    'what which how why when main approach approaches method methods technique way ways kind kinds family families question compare compared comparison differ difference report reported reports evidence result results work works paper papers research study use used known exist exists give given good best does make research state current recent today',
  ),
);

export interface Profile {
  readonly node: PlanNode;
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
  readonly vector: Float32Array | null;
}

/** The words of each question, those that few of the questions share weighing most. */
export function profiles(nodes: readonly PlanNode[], vectors: readonly (Float32Array | null)[]): Profile[] {
  const bags = nodes.map((node) => new Set(terms(node.question).filter((term) => !GENERIC.has(term))));
  const shared = new Map<string, number>();
  for (const bag of bags) for (const term of bag) shared.set(term, (shared.get(term) ?? 0) + 1);
  return nodes.map((node, at) => {
    const weights = new Map([...bags[at]!].map((term) => [term, 1 / shared.get(term)!] as const));
    const total = [...weights.values()].reduce((sum, w) => sum + w, 0);
    return { node, weights, total, vector: vectors[at] ?? null };
  });
}

/**
 * How much a sentence has to say to each question, 0 to 1: the words it shares with that question alone, nearness in
 * meaning, nearness beyond that to the other questions, and the turns of phrase an answer of its kind uses.
 */
export function affinities(
  sentence: string,
  bag: ReadonlySet<string>,
  vector: Float32Array | null,
  sides: readonly Profile[],
): { readonly id: string; readonly score: number }[] {
  const near = sides.map((side) =>
    vector === null || side.vector === null ? 0 : Math.max(0, dot(vector, side.vector)),
  );
  const sum = near.reduce((a, b) => a + b, 0);
  return sides.map((side, i) => {
    let shared = 0;
    for (const [term, weight] of side.weights) if (bag.has(term)) shared += weight;
    // Two or three shared words of a long question are a good match already.
    const overlap = side.total === 0 ? 0 : Math.min(1, shared / Math.min(side.total, 2.5));
    const others = sides.length === 1 ? 0 : (sum - near[i]!) / (sides.length - 1);
    const beyond = Math.max(0, Math.min(1, 4 * (near[i]! - others)));
    const kind = KIND_CUES[side.node.kind].test(sentence) ? 1 : 0;
    return { id: side.node.id, score: 0.4 * overlap + 0.3 * near[i]! + 0.15 * beyond + 0.15 * kind };
  });
}

/** The nodes a sentence answers: the best one, and others nearly as good; none when it answers nothing. */
export function answeredBy(
  scores: readonly { readonly id: string; readonly score: number }[],
  floor: number,
  most = 2,
): string[] {
  const ranked = [...scores].sort((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  if (best < floor) return [];
  const chosen = new Set(
    ranked
      .filter((s) => s.score >= Math.max(floor, best * 0.85))
      .slice(0, most)
      .map((s) => s.id),
  );
  return scores.filter((s) => chosen.has(s.id)).map((s) => s.id);
}
