import * as z from 'zod';
import type { Contradiction, Contradictions } from '../../contracts/analysis.ts';
import { anchorQuote } from '../../evidence/anchor.ts';
import { hasOddCharacter } from '../../present/escape.ts';
import { AnswerRejected } from '../errors.ts';
import type { ContradictionInput, ReadPaper } from '../inputs.ts';
import { wordsOnPapers } from '../own-words.ts';
import { noteBlock } from '../reader/note-block.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { described, topicalityOf } from '../topicality.ts';
import { judgeContradictions } from './judge.ts';
import { CONTRADICTIONS_INSTRUCTION, CONTRADICTIONS_SYSTEM } from './prompt.ts';

const SideWire = z.object({ paper: z.string(), quote: z.string() });

export const ContradictionsWire = z.object({
  items: z.array(
    z.object({
      kind: z.enum(['values', 'conclusion', 'contrast', 'scope']),
      claim: z.string(),
      a: SideWire,
      b: SideWire,
      explanation: z.string(),
      conditions: z.string().nullable(),
      under_evidenced: z.boolean(),
    }),
  ),
});
export type ContradictionsWire = z.infer<typeof ContradictionsWire>;

const MOST = 8;

export const contradictionsRole: Role<ContradictionInput, ContradictionsWire, Contradictions> = {
  name: 'contradictions',
  tier: 'best',
  wire: ContradictionsWire,
  prompt(input) {
    const hints = input.candidates
      .slice(0, 12)
      .map((c) => `- ${c.kind}, ${c.a.paper} and ${c.b.paper}: ${span(input, c.a)} / ${span(input, c.b)}`);
    return {
      system: CONTRADICTIONS_SYSTEM,
      documents: [
        taskBlock(input.goal, []),
        ...input.papers.map((paper, at) => noteBlock(paper, 1 - at / (input.papers.length + 1))),
        ...(hints.length > 0
          ? [{ id: 'pairs', title: 'Pairs of passages that may be in tension', text: hints.join('\n'), weight: 1 }]
          : []),
      ],
      instruction: CONTRADICTIONS_INSTRUCTION,
      maxTokens: 6000,
    };
  },
  accept(answer, input) {
    const byId = new Map(
      input.papers.flatMap((paper) => paper.note.ids.concat(paper.note.id).map((id) => [id, paper] as const)),
    );
    const own = wordsOnPapers(input.papers);
    const items: Contradiction[] = [];
    let dropped = 0;
    for (const item of answer.items ?? []) {
      const [a, b] = [sideOf(item.a, byId), sideOf(item.b, byId)];
      if (a === null || b === null || a.paper === b.paper || own(item.claim) === '' || items.length === MOST) {
        dropped++;
        continue;
      }
      const shared = byId.get(a.paper)!.note.sq.filter((id) => byId.get(b.paper)!.note.sq.includes(id));
      items.push({
        id: `C${items.length + 1}`,
        kind: item.kind,
        claim: own(item.claim),
        a,
        b,
        explanation: own(item.explanation),
        conditions: own(item.conditions ?? '') || null,
        under_evidenced: item.under_evidenced,
        sq: shared,
      });
    }
    if (items.length === 0 && dropped > 0) {
      throw new AnswerRejected(
        `None of the ${dropped} tensions can be kept: each side needs a paper id as given and a quote copied exactly from that paper's block, and the two sides must be two papers.`,
      );
    }
    return {
      items,
      notes:
        dropped === 0
          ? []
          : [`${dropped} of the tensions proposed were dropped: a quote or a paper could not be found.`],
    };
  },
  async extract(input, context) {
    const found = input.records ?? [];
    // Works that share words with a topic by chance dispute nothing about it.
    if (
      found.length > 0 &&
      (await topicalityOf(input.goal, described(found, input.papers), context)).verdict === 'none'
    )
      return { items: [], notes: ['None of the works found is about the topic, so no dispute about it can be told.'] };
    return judgeContradictions(input);
  },
};

function sideOf(wire: z.infer<typeof SideWire>, byId: ReadonlyMap<string, ReadPaper>): Contradiction['a'] | null {
  const paper = byId.get(wire.paper.trim());
  if (paper === undefined) return null;
  const { start, end } = anchorQuote(paper.text.text, wire.quote);
  if (start === null || end === null) return null;
  const quote = paper.text.text.slice(start, end);
  if (hasOddCharacter(quote.replace(/\s+/g, ' '))) return null;
  const section = paper.text.sections.find((s) => s.start <= start && end <= s.end)?.title ?? null;
  return { paper: paper.note.id, anchor: { quote, start, end, section } };
}

function span(
  input: ContradictionInput,
  at: { readonly paper: string; readonly start: number; readonly end: number },
): string {
  const paper = input.papers.find((p) => p.note.id === at.paper);
  return paper === undefined ? '(unknown)' : `"${paper.text.text.slice(at.start, at.end).replace(/\s+/g, ' ')}"`;
}
