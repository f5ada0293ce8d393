import type { SynthesizeInput } from '../agents/inputs.ts';
import { mend, replaced } from '../agents/repair/mend.ts';
import { repairRole } from '../agents/repair/role.ts';
import type { Contradiction } from '../contracts/analysis.ts';
import type { Sentence, Synthesis } from '../contracts/synthesis.ts';
import { named } from '../evidence/verify/report.ts';
import type { Verification } from '../evidence/verify.ts';
import type { StepContext } from './context.ts';

/** Parts that are mended by the model; each is a call, and the state machine grants a step ten. The rest is mended without. */
const MOST = 6;

/** Whether a sentence shows words as another's: such a one is dropped when it cannot be mended, others are marked. */
const QUOTES = /[“”„«»"]/;
const isQuotation = ({ voice, text }: Sentence): boolean => voice === 'quote' || QUOTES.test(text);

/** A part of the synthesis that is mended by itself. */
interface Part {
  readonly key: string;
  readonly heading: string;
  readonly sq: readonly string[];
  readonly paragraphs: readonly (readonly Sentence[])[];
}

const bad = ({ paragraphs }: Pick<Part, 'paragraphs'>): Sentence[] =>
  paragraphs.flat().filter((sentence) => sentence.verdict === 'unsupported');

/**
 * The last draft with what no source bears out mended, part by part: rewritten on what the sources say, replaced by the
 * passage it was meant to rest on, or left out. What is still unsupported afterwards stays with its mark, unless it shows
 * words as a source's: a false quotation never stays.
 *
 * @param check verifies a synthesis
 * @returns the verified synthesis, and how many of its unsupported sentences are there no more
 */
export async function repairDraft(
  step: StepContext,
  checked: Verification,
  input: SynthesizeInput,
  check: (synthesis: Synthesis) => Verification,
): Promise<{ readonly checked: Verification; readonly dropped: number }> {
  const before = partsOf(checked.synthesis);
  const broken = before.filter((part) => bad(part).length > 0);
  if (broken.length === 0) return { checked, dropped: 0 };
  const mended = new Map(broken.map((part) => [part.key, mend(part.paragraphs).paragraphs]));
  for (const part of [...broken].sort((a, b) => rank(a) - rank(b) || bad(b).length - bad(a).length).slice(0, MOST)) {
    const { heading, sq, paragraphs } = part;
    const problems = bad(part).map(
      ({ text }) => checked.problems.find((problem) => problem.includes(named(text))) ?? 'No source bears this out.',
    );
    const asked = { heading, sq, paragraphs, problems, synthesis: input };
    mended.set(part.key, (await step.runtime.roles.run(repairRole, asked, step)).paragraphs);
  }
  const sides = new Map(input.contradictions.items.map((item) => [item.id, bothSides(item)]));
  const second = check(withParts(checked.synthesis, mended, sides));
  const left = partsOf(second.synthesis).filter((part) => bad(part).length > 0);
  const keep = (sentence: Sentence) => (isQuotation(sentence) ? null : sentence);
  const last = new Map(left.map((part) => [part.key, replaced(part.paragraphs, keep).paragraphs]));
  const final = last.size === 0 ? second : check(withParts(second.synthesis, last, sides));
  const count = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + bad(part).length, 0);
  return { checked: final, dropped: count(before) - count(partsOf(final.synthesis)) };
}

/** The answer is read first, and by most readers alone. */
const rank = ({ key }: Part): number => (key === 'answer' ? 0 : 1);

function partsOf(synthesis: Synthesis): Part[] {
  const { answer, sections, tensions, gaps, top_findings } = synthesis;
  const nodes = sections.map(({ sq }) => sq);
  return [
    { key: 'answer', heading: `Answer: ${synthesis.topic}`, sq: nodes, paragraphs: [answer] },
    ...sections.map(({ sq, heading, paragraphs }) => ({ key: sq, heading: `${sq}: ${heading}`, sq: [sq], paragraphs })),
    ...tensions.map(({ id, sentences }) => ({ key: id, heading: `Tension ${id}`, sq: [], paragraphs: [sentences] })),
    { key: 'gaps', heading: 'Gaps', sq: [], paragraphs: [gaps] },
    { key: 'top', heading: 'Findings to remember', sq: [], paragraphs: [top_findings] },
  ];
}

/** What a contradiction is at least shown by, should nothing said about it hold: the two passages. */
function bothSides({ a, b }: Contradiction): Sentence[] {
  return [a, b].map(({ paper, anchor }) => ({
    text: anchor.quote,
    voice: 'quote',
    cites: [paper],
    support: [{ paper, anchor, score: 1 }],
    verdict: 'supported',
    marks: [],
  }));
}

function withParts(
  synthesis: Synthesis,
  parts: ReadonlyMap<string, Sentence[][]>,
  sides: ReadonlyMap<string, Sentence[]>,
): Synthesis {
  const flat = (key: string, now: Sentence[]) => parts.get(key)?.flat() ?? now;
  return {
    ...synthesis,
    answer: flat('answer', synthesis.answer),
    sections: synthesis.sections.flatMap((section) => {
      const paragraphs = parts.get(section.sq) ?? section.paragraphs;
      return paragraphs.length === 0 ? [] : [{ ...section, paragraphs }];
    }),
    tensions: synthesis.tensions.map(({ id, sentences }) => {
      const left = flat(id, sentences);
      return { id, sentences: left.length > 0 ? left : (sides.get(id) ?? []) };
    }),
    gaps: flat('gaps', synthesis.gaps),
    top_findings: flat('top', synthesis.top_findings),
  };
}
