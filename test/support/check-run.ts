import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../../shared/contracts/ids.ts';
import { PaperRecord } from '../../shared/contracts/record.ts';
import { type Sentence, Synthesis } from '../../shared/contracts/synthesis.ts';
import { StoredText } from '../../shared/contracts/text.ts';
import { parsePaperNoteMd } from '../../shared/present/paper-note-md.ts';

/** What a careful reader would check of a finished run, counted. */
export interface RunCheck {
  readonly references: number;
  readonly quotes: number;
  readonly citedSentences: number;
  readonly papersRead: number;
  /** Smallest number of distinct papers cited in a section of the first plan; what a replan asks of two works may rest on them. */
  readonly thinnestSection: number;
  readonly tensions: number;
  /** What is wrong, one line each; empty is right. */
  readonly wrong: readonly string[];
}

interface LibraryEntry {
  readonly id: string;
  readonly year?: number | null;
  /** Every text a quote may come from: abstract and sections. */
  readonly texts: readonly string[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Checks a run's folder against the library it came from: every reference exists there, every quote stands verbatim in its
 * source, every cited sentence has a verdict, the horizon is honoured.
 */
export function checkRun(
  folder: string,
  library: ReadonlyMap<string, LibraryEntry>,
  horizon?: [number, number],
): RunCheck {
  const wrong: string[] = [];
  const synthesis = Synthesis.parse(json(join(folder, 'synthesis.json')));
  const records = (json(join(folder, 'records.json')) as { record: unknown }[]).map(({ record }) =>
    PaperRecord.parse(record),
  );
  for (const record of records) {
    const entry = library.get(record.id);
    if (!entry) wrong.push(`record ${record.id} is not in the library`);
    if (horizon && (record.year === null || record.year < horizon[0] || record.year > horizon[1])) {
      wrong.push(`record ${record.id} of ${record.year} is outside ${horizon.join('-')}`);
    }
  }
  for (const id of synthesis.references) if (!library.has(id)) wrong.push(`reference ${id} is not in the library`);

  const sentences = [
    ...synthesis.answer,
    ...synthesis.top_findings,
    ...synthesis.sections.flatMap((section) => section.paragraphs.flat()),
    ...synthesis.tensions.flatMap((tension) => tension.sentences),
    ...synthesis.gaps,
  ];
  let quotes = 0;
  for (const sentence of sentences) {
    for (const id of sentence.cites)
      if (!library.has(id)) wrong.push(`a sentence cites ${id}, which is not in the library`);
    for (const { paper, anchor } of sentence.support) {
      const stored = storedText(folder, paper);
      if (stored && stored.text.slice(anchor.start, anchor.end) !== anchor.quote)
        wrong.push(`support in ${paper} at ${anchor.start} is not its text`);
    }
    if (sentence.cites.length > 0 && sentence.verdict === 'not-needed' && sentence.voice === 'quote')
      wrong.push(`no verdict: ${sentence.text}`);
    for (const quote of quotesIn(sentence)) {
      quotes++;
      const sources = sentence.cites.flatMap((id) => library.get(id)?.texts ?? []);
      if (!sources.some((text) => text.includes(quote)))
        wrong.push(`not verbatim in ${sentence.cites.join(', ')}: "${quote}"`);
    }
  }

  const notes = readdirSync(join(folder, 'papers')).map((name) =>
    parsePaperNoteMd(readFileSync(join(folder, 'papers', name), 'utf8'), name),
  );
  for (const note of notes) {
    const text = storedText(folder, note.id);
    if (!text) wrong.push(`the note of ${note.id} has no stored text`);
    const anchors = [
      ...note.claims.map((claim) => claim.anchor),
      ...note.method,
      ...note.evaluation,
      ...note.limitations,
      ...note.related_work,
    ];
    for (const anchor of anchors) {
      quotes++;
      if (text && text.text.slice(anchor.start, anchor.end) !== anchor.quote)
        wrong.push(`note of ${note.id}: offset ${anchor.start} is not its quote`);
      const sources = library.get(note.id)?.texts ?? [];
      if (!sources.some((source) => source.includes(anchor.quote)))
        wrong.push(`note of ${note.id}: not verbatim: "${anchor.quote}"`);
    }
  }
  const added = [...readFileSync(join(folder, 'plan.md'), 'utf8').matchAll(/^Added: (.+)$/gm)].flatMap(([, ids]) =>
    ids!.split(', '),
  );
  const worksOf = ({ paragraphs }: (typeof synthesis.sections)[number]) =>
    new Set(paragraphs.flat().flatMap(({ cites }) => cites)).size;
  const perSection = synthesis.sections.filter(({ sq }) => !added.includes(sq)).map(worksOf);
  for (const section of synthesis.sections) {
    // What weighs two works rests on both, or is named as left open.
    const isOpen = synthesis.unanswered.some(({ sq }) => sq === section.sq);
    if (added.includes(section.sq) && !isOpen && worksOf(section) < 2)
      wrong.push(`${section.sq} counts as answered and cites ${worksOf(section)} work(s)`);
  }
  return {
    references: synthesis.references.length,
    quotes,
    citedSentences: sentences.filter((sentence) => sentence.cites.length > 0).length,
    papersRead: notes.length,
    thinnestSection: Math.min(...perSection),
    tensions: synthesis.tensions.length,
    wrong,
  };
}

function storedText(folder: string, id: string): StoredText | null {
  try {
    return StoredText.parse(json(join(folder, 'texts', `${fileNameOf(id)}.json`)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Verbatim parts of a sentence: what stands between typographic quotation marks when it speaks with a source's voice. */
function quotesIn(sentence: Sentence): string[] {
  if (sentence.voice !== 'quote') return [];
  const start = sentence.text.indexOf('\u201c');
  const end = sentence.text.lastIndexOf('\u201d');
  return start >= 0 && end > start ? [sentence.text.slice(start + 1, end)] : [sentence.text];
}

/** Entries of a JSONL library by id, as a run normalises them. */
export function libraryEntries(
  lines: readonly { id: string; year?: number; abstract?: string; sections?: { text: string }[] }[],
  idOf: (id: string) => string,
): Map<string, LibraryEntry> {
  return new Map(
    lines.map((line) => [
      idOf(line.id),
      {
        id: line.id,
        year: line.year ?? null,
        texts: [line.abstract ?? '', ...(line.sections ?? []).map((section) => section.text)].map((text) => text),
      },
    ]),
  );
}
