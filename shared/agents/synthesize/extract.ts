import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import type { SynthesizeInput } from '../inputs.ts';
import type { RoleContext } from '../role.ts';
import { type AnswerParts, HEADLINES, headlines, writeAnswer } from './answer.ts';
import { writeGaps } from './gaps.ts';
import { Pen } from './pen.ts';
import { writeReadingList } from './reading-list.ts';
import { assign, sourcesOf, writeSection } from './section.ts';
import { abstractSources, readSources } from './sources.ts';
import { writeTensions } from './tensions.ts';
import { phraseFrequencies } from './themes.ts';
import { writeUnanswered } from './unanswered.ts';
import { collectUnits } from './units.ts';

/** Sentences a section draws on; a draft found too thin gets more room on the second try. */
const PER_SECTION = 6;
const MORE_ON_SECOND_TRY = 3;
/** Abstracts of unread works looked at for sub-questions that the papers read leave thin. */
const ABSTRACTS = 20;
const ENOUGH_SOURCES = 3;

/** The writer without a model: our sentences state what the evidence shows, the sources speak in quotation marks. */
export async function writeSynthesis(input: SynthesizeInput, context: RoleContext): Promise<Synthesis> {
  const nodes = input.plan.nodes.filter((node) => node.id !== input.plan.root_id);
  const sources = readSources(input);
  const more = sources.length < ENOUGH_SOURCES ? [] : abstractSources(input, ABSTRACTS);
  const all = await collectUnits([...sources, ...more], nodes, input.goal.topic, context);
  const read = all.filter((unit) => unit.source.note !== null);
  const top = headlines({ input, units: read }, sources.length < ENOUGH_SOURCES ? 2 : HEADLINES);
  const forSections = all.filter((unit) => !top.includes(unit));
  const perSection = PER_SECTION + (input.problems.some((p) => /fewer than \d+/.test(p)) ? MORE_ON_SECOND_TRY : 0);
  const first = assign(nodes, forSections, perSection);
  const thin = new Set(first.filter((plan) => sourcesOf(plan).length < ENOUGH_SOURCES).map((plan) => plan.node.id));
  const sections = thin.size === 0 ? first : assign(nodes, forSections, perSection, thin);
  const pen = new Pen(all);
  const usedThemes = new Set<string>();
  const query = {
    topic: input.goal.topic,
    frequencies: phraseFrequencies(input.records),
    records: Math.max(1, input.records.length),
    used: usedThemes,
  };
  const parts: AnswerParts = { input, sources, units: read, pen, query, usedThemes, headlines: top };
  const written = sections
    .filter((plan) => plan.units.length > 0)
    .map((plan) => ({
      sq: plan.node.id,
      heading: plan.node.question,
      paragraphs: writeSection(plan, pen, query, usedThemes),
    }));
  const answer = writeAnswer(parts);
  const synthesis: Synthesis = {
    topic: input.goal.topic,
    writer: 'extractive',
    partial: input.partial === null ? null : { reason: input.partial.reason, undone: [...input.partial.undone] },
    answer,
    top_findings: top.map((unit) => pen.bare(unit)),
    unanswered: writeUnanswered(sections),
    sections: written,
    table: sources
      .filter(
        (s) =>
          s.note !== null &&
          (s.note.table.result !== null || Object.values(s.note.table).filter((cell) => cell !== null).length >= 2),
      )
      .map((s) => ({ paper: s.id, ...s.note!.table })),
    tensions: writeTensions(input, sources, pen),
    gaps: writeGaps(input, sources, read, pen),
    reading_list: writeReadingList(input, sources),
    references: [],
  };
  const kept = input.problems.length === 0 ? synthesis : withoutRejected(synthesis, input.problems);
  return { ...kept, references: referencesOf(kept) };
}

/** On the second try, statements of ours that the verifier named go; what they said stands in the quotations anyway. */
function withoutRejected(synthesis: Synthesis, problems: readonly string[]): Synthesis {
  const named = (sentence: Sentence) => {
    const start = sentence.text.replace(/\s+/g, ' ').trim().slice(0, 80);
    return (
      sentence.voice === 'ours' && sentence.cites.length > 0 && problems.some((problem) => problem.includes(start))
    );
  };
  const keep = (sentences: readonly Sentence[]) => sentences.filter((sentence) => !named(sentence));
  return {
    ...synthesis,
    answer: keep(synthesis.answer),
    gaps: keep(synthesis.gaps),
    sections: synthesis.sections
      .map((section) => ({ ...section, paragraphs: section.paragraphs.map(keep).filter((p) => p.length > 0) }))
      .filter((section) => section.paragraphs.length > 0),
  };
}

/** Cited records in order of first citation: answer, sections, table, tensions, gaps, reading list. */
export function referencesOf(synthesis: Omit<Synthesis, 'references'>): string[] {
  const order = new Set<string>();
  const cite = (sentences: readonly Sentence[]) => {
    for (const sentence of sentences) for (const id of sentence.cites) order.add(id);
  };
  cite(synthesis.answer);
  for (const section of synthesis.sections) for (const paragraph of section.paragraphs) cite(paragraph);
  for (const row of synthesis.table) order.add(row.paper);
  for (const tension of synthesis.tensions) cite(tension.sentences);
  cite(synthesis.gaps);
  for (const item of synthesis.reading_list) order.add(item.paper);
  cite(synthesis.top_findings);
  return [...order];
}
