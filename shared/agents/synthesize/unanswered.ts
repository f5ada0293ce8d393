import type { Synthesis } from '../../contracts/synthesis.ts';
import { type SectionPlan, sourcesOf } from './section.ts';
import { nameOf } from './sources.ts';
import { closed } from './wording.ts';

/** Sub-questions without an answer and why: failed, skipped, nothing found, or resting on one source. */
export function writeUnanswered(sections: readonly SectionPlan[]): Synthesis['unanswered'] {
  const list: Synthesis['unanswered'] = [];
  for (const { node, units } of sections) {
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
    } else if (sourcesOf({ node, units }).length === 1) {
      list.push({
        sq: node.id,
        text: `${question} Only one source speaks to this, ${nameOf(units[0]!.source, true)}.`,
      });
    }
  }
  return list;
}
