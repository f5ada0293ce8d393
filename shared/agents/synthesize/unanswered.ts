import type { Synthesis } from '../../contracts/synthesis.ts';
import { type SectionPlan, sourcesOf } from './section.ts';
import { nameOf } from './sources.ts';
import { closed } from './wording.ts';

/** Sub-questions without an answer and why: failed, skipped, nothing found, resting on one source, or on what only comes near. */
export function writeUnanswered(sections: readonly SectionPlan[]): Synthesis['unanswered'] {
  const list: Synthesis['unanswered'] = [];
  for (const { node, units, direct } of sections) {
    const question = node.question.trim().replace(/[.\s]+$/, '');
    if (node.status === 'failed' || node.status === 'skipped') {
      list.push({
        sq: node.id,
        text: closed(`${question} It was ${node.status}: ${node.reason ?? 'no reason was recorded'}`),
      });
    } else if (units.length === 0) {
      list.push({ sq: node.id, text: `${question} Nothing in the papers read answers this.` });
    } else if (node.status === 'pending' || node.status === 'running') {
      list.push({ sq: node.id, text: `${question} The search for it did not finish.` });
    } else if (sourcesOf({ units }).length === 1) {
      list.push({
        sq: node.id,
        text: `${question} Only one source speaks to this, ${nameOf(units[0]!.source, true)}.`,
      });
    } else if (!direct) {
      list.push({
        sq: node.id,
        text: `${question} No work found answers this itself; its section has what comes nearest.`,
      });
    }
  }
  return list;
}
