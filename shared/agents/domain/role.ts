import * as z from 'zod';
import type { DomainMap } from '../../contracts/analysis.ts';
import { Kind } from '../../contracts/enums.ts';
import { AnswerRejected } from '../errors.ts';
import type { DomainInput } from '../inputs.ts';
import { wordsOnPapers } from '../own-words.ts';
import { noteBlock } from '../reader/note-block.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { mapDomain } from './map.ts';
import { DOMAIN_INSTRUCTION, DOMAIN_SYSTEM } from './prompt.ts';

export const DomainWire = z.object({
  clusters: z.array(z.object({ label: z.string(), papers: z.array(z.string()) })),
  missing_perspectives: z.array(
    z.object({
      name: z.string(),
      critical: z.boolean(),
      why: z.string(),
      question: z.string(),
      kind: Kind,
      depends_on: z.array(z.string()),
    }),
  ),
  under_read: z.array(z.string()),
  notes: z.array(z.string()),
});
export type DomainWire = z.infer<typeof DomainWire>;

const MOST_MISSING = 4;
const MOST_UNDER_READ = 5;

export const domainRole: Role<DomainInput, DomainWire, DomainMap> = {
  name: 'domain',
  tier: 'best',
  wire: DomainWire,
  prompt(input) {
    const nodes = input.plan.nodes
      .filter((node) => node.id !== input.plan.root_id)
      .map((node) => `${node.id} (${node.kind}, ${input.coverage[node.id] ?? 0} works): ${node.question}`);
    const unread = input.unread
      .slice(0, 30)
      .map(
        (u) => `${u.record.id}: ${u.record.title ?? 'no title'} (${u.record.year ?? 'undated'}; ${u.sq.join(', ')})`,
      );
    return {
      system: DOMAIN_SYSTEM,
      documents: [
        taskBlock(input.goal, [`Shape: ${input.goal.question_shape}`, 'Sub-questions:', ...nodes]),
        ...input.papers.map((paper, at) => noteBlock(paper, 1 - at / (input.papers.length + 1))),
        { id: 'unread', title: 'Candidates that were not read', text: unread.join('\n') || 'none', weight: 0.9 },
      ],
      instruction: DOMAIN_INSTRUCTION,
      maxTokens: 5000,
    };
  },
  accept(answer, input) {
    const read = new Set(input.papers.map((p) => p.note.id));
    const unread = new Set(input.unread.map((u) => u.record.id));
    const own = wordsOnPapers(input.papers);
    const nodes = new Set(input.plan.nodes.filter((n) => n.id !== input.plan.root_id).map((n) => n.id));
    const missing = (answer.missing_perspectives ?? [])
      .filter((m) => m.name.trim() !== '' && m.question.trim() !== '')
      .slice(0, MOST_MISSING)
      .map((m) => ({
        ...m,
        name: own(m.name),
        why: own(m.why),
        question: own(m.question),
        depends_on: m.depends_on.filter((id) => nodes.has(id)),
      }));
    const clusters = (answer.clusters ?? [])
      .map((c) => ({ label: own(c.label), papers: c.papers.filter((id) => read.has(id)) }))
      .filter((c) => c.label !== '' && c.papers.length > 0);
    if (clusters.length === 0 && input.papers.length > 1) {
      throw new AnswerRejected(
        'No cluster holds a paper that was given: group the papers under the ids in their blocks.',
      );
    }
    return {
      clusters,
      missing_perspectives: missing,
      proposed_sub_questions: missing.map((m) => m.question),
      under_read: (answer.under_read ?? []).filter((id) => unread.has(id)).slice(0, MOST_UNDER_READ),
      notes: (answer.notes ?? []).map(own).filter((note) => note !== ''),
    };
  },
  extract: mapDomain,
};
