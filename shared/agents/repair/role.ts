import * as z from 'zod';
import type { Sentence } from '../../contracts/synthesis.ts';
import { AnswerRejected } from '../errors.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { noteBlock } from '../reader/note-block.ts';
import type { Role } from '../role.ts';
import { Closer } from '../synthesize/closed.ts';
import { SentenceWire } from '../synthesize/wire.ts';
import { BRIEF_WEIGHT } from '../task-block.ts';
import { insteadOf, mend, type Repaired, replaced } from './mend.ts';
import { REPAIR_INSTRUCTION, REPAIR_SYSTEM } from './prompt.ts';

export interface RepairInput {
  readonly heading: string;
  /** Sub-questions that the part answers: papers read for them may be cited instead. */
  readonly sq: readonly string[];
  /** The part as verified: sentences carry their verdicts. */
  readonly paragraphs: readonly (readonly Sentence[])[];
  /** What the verifier says of each unsupported sentence, in their order. */
  readonly problems: readonly string[];
  readonly synthesis: SynthesizeInput;
}

export const RepairWire = z.object({
  repairs: z.array(z.object({ id: z.string(), sentence: SentenceWire.nullable() })),
});
export type RepairWire = z.infer<typeof RepairWire>;

/** Papers that may be cited instead of those the marked sentences cite. */
const OTHERS = 3;

export const repairRole: Role<RepairInput, RepairWire, Repaired> = {
  name: 'repair',
  tier: 'best',
  wire: RepairWire,
  prompt(input) {
    const bad = input.paragraphs.flat().filter((s) => s.verdict === 'unsupported');
    const cited = new Set(bad.flatMap((s) => s.cites));
    const all = input.synthesis.papers;
    const others = all.filter(({ note }) => !cited.has(note.id) && note.sq.some((id) => input.sq.includes(id)));
    const papers = [...all.filter(({ note }) => cited.has(note.id)), ...others.slice(0, OTHERS)];
    return {
      system: REPAIR_SYSTEM,
      documents: [
        { id: 'part', title: input.heading, text: marked(input), weight: BRIEF_WEIGHT },
        ...papers.map((p, at) => noteBlock(p, 1 - at / (papers.length + 1))),
      ],
      instruction: REPAIR_INSTRUCTION,
      maxTokens: 3000,
    };
  },
  /** Sentences that no problem names stay as they are, whatever the answer says of them. */
  accept(answer, input) {
    const closer = new Closer(input.synthesis);
    const bad = input.paragraphs.flat().filter((s) => s.verdict === 'unsupported');
    const given = new Map((answer.repairs ?? []).map(({ id, sentence }) => [id.trim(), sentence]));
    if (!bad.some((_, at) => given.has(`P${at + 1}`))) {
      throw new AnswerRejected('No repair has the mark of a sentence: give one for each of P1, P2, … as marked.');
    }
    return replaced(input.paragraphs, (sentence) => {
      const repair = given.get(`P${bad.indexOf(sentence) + 1}`);
      if (repair === null) return null;
      return (repair && closer.sentence(repair)) ?? insteadOf(sentence);
    });
  },
  extract: (input) => mend(input.paragraphs),
};

/** The part, a sentence a line; those to be mended with their mark, and what is wrong with them. */
function marked({ paragraphs, problems }: RepairInput): string {
  let nth = 0;
  const line = (s: Sentence) => {
    if (s.verdict !== 'unsupported') return s.text.replace(/\s+/g, ' ');
    const mark = `P${++nth}`;
    const wrong = problems[nth - 1] ?? 'No source bears this out.';
    return `${mark}: ${s.text.replace(/\s+/g, ' ')}\n  (voice ${s.voice}, cites ${s.cites.join(', ') || 'nothing'}; wrong: ${wrong.replace(/\s+/g, ' ')})`;
  };
  return paragraphs.map((sentences) => sentences.map(line).join('\n')).join('\n\n');
}
