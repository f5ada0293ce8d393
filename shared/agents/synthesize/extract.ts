import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import { headingOf } from '../decompose/headings.ts';
import type { SynthesizeInput } from '../inputs.ts';
import type { RoleContext } from '../role.ts';
import { described, topicalityOf } from '../topicality.ts';
import { writeAnswer } from './answer.ts';
import { askedOf, assign, ENOUGH_SOURCES } from './assign.ts';
import { Backing } from './backing.ts';
import { type Fit, fitOf } from './fit.ts';
import { writeGaps } from './gaps.ts';
import { partOnly, withoutAnswer } from './off-topic.ts';
import { Pen } from './pen.ts';
import { closingPoints, keyPoints } from './points.ts';
import { writeReadingList } from './reading-list.ts';
import { writeSection } from './section.ts';
import { abstractSources, readSources, type Source, withSystems } from './sources.ts';
import { subjectsOf } from './subjects.ts';
import { comparisonTable } from './table.ts';
import { writeTensions } from './tensions.ts';
import { topFindings } from './top-findings.ts';
import { writeUnanswered } from './unanswered.ts';
import { collectUnits } from './units.ts';

/** Sentences a section draws on; a draft found too thin gets more room on the second try. */
const PER_SECTION = 9;
const MORE_ON_SECOND_TRY = 3;
/** Abstracts of unread works looked at for what the papers read leave thin. */
const ABSTRACTS = 60;

/** The writer without a model: our sentences state what the evidence shows, the sources speak in quotation marks. */
export async function writeSynthesis(input: SynthesizeInput, context: RoleContext): Promise<Synthesis> {
  const topicality = await topicalityOf(input.goal, described(input.records, input.papers), context);
  // A run that was stopped before it had found anything tells nothing of what there is to find.
  const verdict = input.partial !== null && input.records.length === 0 ? 'covered' : topicality.verdict;
  // Each tension there is has to be discussed.
  if (verdict === 'none' && input.contradictions.items.length === 0) {
    const told = withoutAnswer(input, topicality);
    return { ...told, references: referencesOf(told) };
  }
  const nodes = input.plan.nodes.filter((node) => node.id !== input.plan.root_id);
  const sides = new Set(input.contradictions.items.flatMap((item) => [item.a.paper, item.b.paper]));
  const few = input.papers.length < ENOUGH_SOURCES;
  const found = withSystems(
    [...readSources(input), ...abstractSources(input, few ? 0 : ABSTRACTS, sides)],
    input.goal.topic,
  );
  const sources = found.filter((source) => source.note !== null);
  const all = await collectUnits(found, nodes, input.goal.topic, context);
  const isCovered = verdict === 'covered';
  const whole = await fitOf(found, nodes, input.goal, context);
  // Where hardly anything is about the topic, what shares a word or two with it is not set beside what is.
  const fit: Fit = isCovered
    ? whole
    : { ...whole, isStray: (source) => !topicality.isNear(source.id) || whole.isStray(source) };
  const perSection = PER_SECTION + (input.problems.some((p) => /fewer than \d+/.test(p)) ? MORE_ON_SECOND_TRY : 0);
  const pen = new Pen(all);
  const backing = new Backing(context);
  const compared = subjectsOf(input.goal.subjects, found);
  const parts = { input, sources, units: all, nodes, fit, pen, backing, compared };
  const points = keyPoints(parts);
  const closing = closingPoints(parts, points);
  const kept = new Set([...points, ...closing].map((point) => point.unit));
  // A tension quotes both of its sides: they are not quoted in a section as well.
  const disputed = new Set(
    found.flatMap((source) =>
      input.contradictions.items.flatMap(({ a, b }) =>
        [a, b]
          .filter(({ paper }) => paper === source.id || source.ids.includes(paper))
          .map(({ anchor }) => placeOf(source, anchor.start)),
      ),
    ),
  );
  const asked = askedOf(nodes, found, input.goal.topic);
  const assigned = assign(
    nodes,
    all.filter((unit) => !kept.has(unit) && !disputed.has(placeOf(unit.source, unit.anchor.start))),
    perSection,
    fit,
    asked,
  );
  // Nor does a section of what comes nearest stand for an answer there.
  const sections = isCovered
    ? assigned
    : assigned.map((plan) => (plan.direct.length > 0 ? plan : { ...plan, units: [] }));
  const answer = writeAnswer(parts, [...points, ...closing], sections, isCovered ? null : partOnly(input, topicality));
  const written = sections
    .filter((plan) => plan.units.length > 0 || plan.apart.length > 0)
    .map((plan) => ({
      sq: plan.node.id,
      heading: headingOf(plan.node.question),
      paragraphs: writeSection(plan, pen, fit.isCurrent),
    }));
  const synthesis: Synthesis = {
    topic: input.goal.topic,
    writer: 'extractive',
    partial: input.partial,
    answer,
    top_findings: topFindings(parts, points).map((unit) => pen.bare(unit)),
    unanswered: writeUnanswered(
      sections,
      input,
      found,
      [...points, ...closing].map(({ unit }) => unit),
      asked,
    ),
    sections: written,
    table: comparisonTable(sources, (source) => !fit.isStray(source)),
    tensions: writeTensions(input, found, pen),
    gaps: writeGaps(
      input,
      sources,
      all.filter((unit) => unit.source.note !== null && !fit.isStray(unit.source)),
      pen,
    ),
    reading_list: writeReadingList(
      input,
      sources.filter((source) => few || !fit.isStray(source)),
      (record) => isCovered || topicality.isNear(record.id),
    ),
    references: [],
  };
  const mended = input.problems.length === 0 ? synthesis : withoutRejected(synthesis, input.problems);
  return { ...mended, references: referencesOf(mended) };
}

function placeOf({ id }: Source, start: number): string {
  return `${id}:${start}`;
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
