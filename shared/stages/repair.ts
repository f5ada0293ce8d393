import type { SynthesizeInput } from '../agents/inputs.ts';
import { repairRole } from '../agents/repair/role.ts';
import type { Synthesis } from '../contracts/synthesis.ts';
import type { StepContext } from './context.ts';

/** Sections mended per step: each is a model call, and a step makes at most two. */
const MOST = 2;

type Section = Synthesis['sections'][number];

const unsupported = (section: Section) =>
  section.paragraphs.flat().filter((sentence) => sentence.verdict === 'unsupported');

/**
 * The last draft with its worst sections mended: sentences that no source bears out are rewritten on what the sources
 * say, or left out. Sections without such sentences stay as they are.
 */
export async function repairSections(
  step: StepContext,
  synthesis: Synthesis,
  input: SynthesizeInput,
): Promise<Synthesis> {
  const worst = [...synthesis.sections]
    .filter((section) => unsupported(section).length > 0)
    .sort((a, b) => unsupported(b).length - unsupported(a).length || (a.sq < b.sq ? -1 : 1))
    .slice(0, MOST);
  const mended = new Map<string, Section['paragraphs']>();
  for (const section of worst) {
    const problems = unsupported(section).map((sentence) => `No source bears this out: ${sentence.text}`);
    const { paragraphs } = await step.runtime.roles.run(
      repairRole,
      { heading: section.heading, paragraphs: section.paragraphs, problems, synthesis: input },
      { ...step, step: `${step.step}.repair.${section.sq}`, remainingMs: () => step.remainingMs() },
    );
    mended.set(section.sq, paragraphs);
  }
  return {
    ...synthesis,
    sections: synthesis.sections.map((section) => ({
      ...section,
      paragraphs: mended.get(section.sq) ?? section.paragraphs,
    })),
  };
}
