import { Synthesis } from '../contracts/synthesis.ts';
import { verifySynthesis } from '../evidence/verify.ts';
import { warn } from '../models/warnings.ts';
import { renderSynthesisMd } from '../present/synthesis-md.ts';
import { type Receipt, receipt } from '../run/receipt.ts';
import { textOf } from '../sources/library/text.ts';
import { readAnalyses } from './analyses.ts';
import type { StepContext } from './context.ts';
import { draftPath, problemsPath } from './drafts.ts';
import { factsOf } from './facts.ts';
import { goalOf } from './plan.ts';
import { repairDraft } from './repair.ts';
import { synthesisInput } from './write.ts';

/** The seed's floor for a synthesis; it does not apply to an honest partial or to fewer than three papers. */
const MIN_CHARACTERS = 2000;
/** One retry. */
const DRAFTS = 2;

const leftOut = (n: number): string =>
  `${n} ${n === 1 ? 'sentence' : 'sentences'} of the last draft failed verification and ${n === 1 ? 'was' : 'were'} rewritten, replaced by the passage cited, or left out.`;

/** Stage 7: every citation, quote, verdict and tension of the draft is checked; the first draft may be written again. */
export async function verifyDraft(step: StepContext): Promise<Receipt> {
  const { run } = step;
  const goal = await goalOf(step);
  const draft = await run.readJson(draftPath(step.at.draft), Synthesis);
  const input = await synthesisInput(step, goal, []);
  const known = new Map(input.records.map((record) => [record.id, record]));
  const texts = new Map(
    input.records.flatMap((record) => {
      const text = textOf(record);
      return text ? [[record.id, text] as const] : [];
    }),
  );
  for (const { text } of input.papers) texts.set(text.id, text);
  const contradictions = input.contradictions.items.map((one) => one.id);
  const check = (one: Synthesis) =>
    verifySynthesis(one, texts, known, { contradictions, embedder: step.runtime.embedder });
  let checked = check(draft);
  if (step.at.draft === DRAFTS && checked.problems.length > 0) {
    const repaired = await repairDraft(step, checked, input, check);
    checked = repaired.checked;
    if (repaired.dropped > 0) await warn(run, leftOut(repaired.dropped));
  }
  const { synthesis } = checked;
  const facts = await factsOf(step, goal, synthesis.references.length);
  const analyses = await readAnalyses(run);
  const markdown = renderSynthesisMd({
    synthesis,
    facts,
    records: input.records,
    notes: input.papers.map(({ note }) => note),
    contradictions: analyses.contradictions,
  });
  const mayBeShort = synthesis.partial !== null || input.papers.length < 3;
  const problems = [
    ...checked.problems,
    ...(markdown.length < MIN_CHARACTERS && !mayBeShort
      ? [
          `The synthesis has ${markdown.length} characters, fewer than ${MIN_CHARACTERS}, although ${input.papers.length} papers were read.`,
        ]
      : []),
  ];
  if (problems.length > 0 && step.at.draft < DRAFTS) {
    await run.writeJson(problemsPath(step.at.draft), problems);
    return receipt(step.at, 'again');
  }
  await run.writeJson('synthesis.json', synthesis);
  await run.write('synthesis.md', markdown);
  await run.event({ stage: 7, round: step.at.round, event: 'stage_complete' });
  await run.advance({ stage: 8, round: step.at.round, tick: step.at.tick });
  return receipt(step.at, 'present');
}
