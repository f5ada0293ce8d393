import { disputeOf } from '../agents/contradictions/question.ts';
import type { Contradictions } from '../contracts/analysis.ts';
import type { PaperNote } from '../contracts/note.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Sentence, Synthesis } from '../contracts/synthesis.ts';
import type { AuditEntry } from '../evidence/audit.ts';
import { cell, md } from './escape.ts';
import { type RunFacts, STARTER_LIBRARY } from './facts.ts';
import { methodologyMd } from './methodology-md.ts';
import { shortName } from './names.ts';
import { partialMd } from './partial-md.ts';
import { referenceLine, type Work, worksOf } from './reference.ts';
import { MARK_LETTERS, type Numbers, paragraphMd, sentenceMd, shownMarks } from './sentence-md.ts';
import { columnsOf, dataNote } from './table-columns.ts';

export interface SynthesisDocument {
  readonly synthesis: Synthesis;
  readonly facts: RunFacts;
  readonly records: readonly PaperRecord[];
  readonly notes: readonly PaperNote[];
  readonly contradictions: Contradictions;
  /** What the registers said about the cited works, by id, once they were asked. */
  readonly audited?: ReadonlyMap<string, AuditEntry>;
}

/** `synthesis.md`: what was not answered, the answer, its parts, the table, tensions, gaps, reading list, method, references. */
export function renderSynthesisMd(document: SynthesisDocument): string {
  const { synthesis, facts } = document;
  const works = worksOf(document.records, document.notes);
  const numbers: Numbers = new Map(synthesis.references.map((id, at) => [id, at + 1]));
  const parts = [`# ${md(synthesis.topic)}`, byline(synthesis, facts, works)];
  if (synthesis.partial !== null) parts.push(partialMd('synthesis', synthesis.partial));
  parts.push('## What could not be answered', unanswered(synthesis));
  parts.push(
    '## Executive Summary',
    paragraphMd(synthesis.answer, numbers) || 'The evidence read does not answer this topic.',
  );
  for (const section of synthesis.sections) {
    parts.push(`## ${section.sq}: ${md(section.heading)}`);
    parts.push(...section.paragraphs.map((paragraph) => paragraphMd(paragraph, numbers)).filter((text) => text !== ''));
  }
  if (synthesis.table.length > 0) {
    const note = dataNote(synthesis.table);
    parts.push('## Comparison', ...(note === null ? [] : [note]), table(synthesis, works, numbers));
  }
  if (synthesis.tensions.length > 0) parts.push('## Tensions', ...tensions(document, numbers));
  if (synthesis.gaps.length > 0) {
    parts.push('## Gaps', synthesis.gaps.map((gap) => `- ${sentenceMd(gap, numbers)}`).join('\n'));
  }
  if (synthesis.reading_list.length > 0) parts.push('## Reading list', readingList(synthesis, works, numbers));
  parts.push(methodologyMd(facts), '## References', references(document, works));
  return `${parts.join('\n\n')}\n`;
}

function byline(synthesis: Synthesis, facts: RunFacts, works: ReadonlyMap<string, Work>): string {
  const read = new Set([...works.values()].filter((work) => work.access !== null).map((work) => work.id));
  const full = new Set([...works.values()].filter((work) => work.access === 'full').map((work) => work.id));
  const writer =
    synthesis.writer === 'extractive'
      ? 'Written by Plumbline without a language model: statements are assembled from the papers read'
      : `Written by ${md(synthesis.writer)} through Plumbline`;
  const place = facts.goal.offline
    ? `; offline${facts.library === null ? '' : `, from ${md(facts.library.name)} (${facts.library.records} records)`}`
    : '';
  const date = facts.generated === undefined ? '' : ` ${md(facts.generated)}.`;
  return `${writer}${place}. ${count(read.size, 'paper')} read, ${full.size} in full text.${date} ${quoted(facts)}; everything else is Plumbline's wording.${legend(synthesis)}`;
}

/** Whose words the quotations are: the starter library describes works, it does not hold their abstracts. */
function quoted({ goal, library }: RunFacts): string {
  if (library?.name !== STARTER_LIBRARY) return 'Text in quotation marks is verbatim from the source cited behind it';
  const ours = "Plumbline's own short description of the work cited behind it";
  return goal.offline
    ? `Text in quotation marks is verbatim from ${ours} (the starter library holds those, not the papers' abstracts)`
    : `Text in quotation marks is verbatim from the source cited behind it, and for works of the starter library from ${ours}`;
}

/** Explains the letters behind citations that the text uses. */
function legend(synthesis: Synthesis): string {
  const all = [
    ...synthesis.answer,
    ...synthesis.sections.flatMap((section) => section.paragraphs.flat()),
    ...synthesis.tensions.flatMap((tension) => tension.sentences),
    ...synthesis.gaps,
  ].filter((sentence) => sentence.cites.length > 0);
  const used = new Set(all.flatMap(shownMarks));
  const words = {
    'single-source': 'rests on one source',
    'abstract-only': 'read as abstract only',
    preprint: 'preprint',
  } as const;
  const parts = (Object.keys(words) as (keyof typeof words)[])
    .filter((mark) => used.has(mark))
    .map((mark) => `${MARK_LETTERS[mark]} ${words[mark]}`);
  return parts.length === 0 ? '' : ` Behind a citation: ${parts.join(', ')}.`;
}

function unanswered(synthesis: Synthesis): string {
  if (synthesis.unanswered.length === 0) {
    if (synthesis.partial === null) return 'Every sub-question found evidence in the papers read.';
    return synthesis.sections.length === 0
      ? 'Everything: the run was stopped before it had sub-questions.'
      : 'What is listed as left undone; the sub-questions below found evidence in the papers read.';
  }
  return synthesis.unanswered.map((item) => `- ${item.sq === null ? '' : `${item.sq}: `}${md(item.text)}`).join('\n');
}

function table(synthesis: Synthesis, works: ReadonlyMap<string, Work>, numbers: Numbers): string {
  const columns = columnsOf(synthesis.table);
  const rows = synthesis.table.map((row) => {
    const work = works.get(row.paper);
    const name = work === undefined ? row.paper : shortName(work);
    const cells = columns.map((name) => cell(row[name]?.text ?? '–'));
    return `| ${cell(name)}${reference(row.paper, numbers)} | ${cells.join(' | ')} |`;
  });
  return [`| paper | ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length + 1)}`, ...rows].join('\n');
}

function tensions(document: SynthesisDocument, numbers: Numbers): string[] {
  const claims = new Map(document.contradictions.items.map((item) => [item.id, item.claim]));
  return document.synthesis.tensions.flatMap((tension) => {
    const claim = claims.get(tension.id);
    return [
      `### ${tension.id}${claim === undefined ? '' : `: ${md(disputeOf(claim))}`}`,
      paragraphMd(tension.sentences, numbers),
    ];
  });
}

function readingList(synthesis: Synthesis, works: ReadonlyMap<string, Work>, numbers: Numbers): string {
  return synthesis.reading_list
    .map((item, at) => {
      const work = works.get(item.paper);
      const name = work === undefined ? md(item.paper) : `**${md(work.title)}** (${md(shortName(work))})`;
      return `${at + 1}. ${name}${reference(item.paper, numbers)}: ${md(item.reason)}`;
    })
    .join('\n');
}

function references({ synthesis, audited }: SynthesisDocument, works: ReadonlyMap<string, Work>): string {
  if (synthesis.references.length === 0) return 'Nothing is cited.';
  return synthesis.references
    .map((id, at) => {
      const work = works.get(id);
      return `${at + 1}. ${work === undefined ? md(id) : referenceLine(work, audited?.get(id) ?? audited?.get(work.id))}`;
    })
    .join('\n');
}

function reference(id: string, numbers: Numbers): string {
  const n = numbers.get(id);
  return n === undefined ? '' : ` [${n}]`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** The plain text of a one-line finding with its reference numbers, for the end of the run. */
export function oneLiner(sentence: Sentence, references: readonly string[]): string {
  return sentenceMd(sentence, new Map(references.map((id, at) => [id, at + 1])))
    .replace(/\\([^\w\s])/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
}
