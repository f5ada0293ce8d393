import type { Embedder } from '../collate/embed/port.ts';
import type { Cell } from '../contracts/note.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Sentence, Synthesis } from '../contracts/synthesis.ts';
import type { StoredText } from '../contracts/text.ts';
import { type SentenceEmbedder, sentenceEmbedder } from './support.ts';
import { named, noCounts, Problems, type VerifyCounts } from './verify/report.ts';
import { type Bench, closeWording, verifySentence } from './verify/sentence.ts';
import { Sources } from './verify/sources.ts';

export interface VerifyOptions {
  /** Ids of the contradictions that have to be discussed, `C1`…. */
  readonly contradictions?: readonly string[];
  /** Used when it can embed without waiting, as the static one can. */
  readonly embedder?: Embedder | SentenceEmbedder | null;
}

export interface Verification {
  readonly synthesis: Synthesis;
  /** What the writer has to mend, one sentence each; empty when nothing is wrong. */
  readonly problems: readonly string[];
  readonly counts: VerifyCounts;
}

type Row = Synthesis['table'][number];

/**
 * Checks a synthesis against the run's records and stored texts and returns it mended: unknown citations dropped, every
 * anchor a true slice of its text or gone, every cited sentence with a verdict, its best passages and its marks, cells
 * without an anchor empty, references in order of first citation. Pure; `problems` go to the writer's second try.
 */
export function verifySynthesis(
  synthesis: Synthesis,
  texts: ReadonlyMap<string, StoredText>,
  known: ReadonlyMap<string, PaperRecord>,
  options: VerifyOptions = {},
): Verification {
  const bench: Bench = {
    sources: new Sources(texts, sentenceEmbedder(options.embedder ?? null)),
    texts,
    known,
    ids: [...known.keys()],
    problems: new Problems(),
    counts: noCounts(),
  };
  const all = (sentences: readonly Sentence[]) => sentences.map((sentence) => verifySentence(sentence, bench));
  const mended: Synthesis = {
    ...synthesis,
    answer: all(synthesis.answer),
    sections: synthesis.sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(all) })),
    table: synthesis.table.flatMap((row) => verifyRow(row, bench)),
    tensions: verifyTensions(synthesis, options.contradictions, bench).map((t) => ({
      ...t,
      sentences: all(t.sentences),
    })),
    gaps: all(synthesis.gaps),
    top_findings: all(synthesis.top_findings),
    unanswered: synthesis.unanswered.map((item) => ({ ...item, text: remark(item.text, bench) })),
    reading_list: synthesis.reading_list
      .filter((item) => isListed(item.paper, bench))
      .map((item) => ({ ...item, reason: remark(item.reason, bench, item.paper) })),
  };
  return {
    synthesis: { ...mended, references: referencesOf(mended) },
    problems: bench.problems.list(),
    counts: bench.counts,
  };
}

function verifyRow(row: Row, bench: Bench): Row[] {
  if (!bench.known.has(row.paper)) {
    bench.counts.unknown_citations++;
    bench.problems.add(
      `The comparison table has a row for ${row.paper}, which is not a record of this run: leave it out.`,
    );
    return [];
  }
  const cell = (name: string, value: Cell): Cell => {
    if (!value) return null;
    bench.counts.quotes++;
    const anchor = bench.sources.repaired(row.paper, value.anchor);
    if (anchor) return { ...value, anchor };
    bench.counts.dropped_cells++;
    bench.problems.add(
      `The table's ${name} cell of ${row.paper} rests on ${named(value.anchor.quote)}, which its text does not have: quote its text or leave the cell empty.`,
    );
    return null;
  };
  const { method, data, measure, result } = row;
  return [
    {
      paper: row.paper,
      method: cell('method', method),
      data: cell('data', data),
      measure: cell('measure', measure),
      result: cell('result', result),
    },
  ];
}

/** Every contradiction has its tension with at least one sentence; others than those given are none. */
function verifyTensions(
  synthesis: Synthesis,
  wanted: readonly string[] | undefined,
  bench: Bench,
): Synthesis['tensions'] {
  if (wanted === undefined) return synthesis.tensions;
  const discussed = new Set(synthesis.tensions.filter((t) => t.sentences.length > 0).map((t) => t.id));
  for (const id of wanted) {
    if (discussed.has(id)) continue;
    bench.counts.contradictions_missing++;
    bench.problems.add(`Contradiction ${id} is not discussed: add a tension with the id ${id} that names both sides.`);
  }
  return synthesis.tensions.filter((tension) => {
    if (wanted.includes(tension.id)) return true;
    bench.problems.add(`There is no contradiction ${tension.id}: leave that tension out.`);
    return false;
  });
}

/** A remark that cites nothing may name no work beyond the run either. */
function remark(text: string, bench: Bench, about?: string): string {
  const texts = about === undefined ? [] : [bench.texts.get(about)?.text ?? ''];
  const { text: closed, removed } = closeWording(text, bench, texts);
  for (const id of removed) {
    bench.counts.unknown_citations++;
    bench.problems.add(`${named(text)} names ${id}, which is not a record of this run: leave it out.`);
  }
  return closed;
}

function isListed(paper: string, bench: Bench): boolean {
  if (bench.known.has(paper)) return true;
  bench.counts.unknown_citations++;
  bench.problems.add(`The reading list has ${paper}, which is not a record of this run: list only ids you were given.`);
  return false;
}

/** Cited records in order of first citation: as the report shows them, the reading list last. */
export function referencesOf(synthesis: Omit<Synthesis, 'references'>): string[] {
  const cited = (sentences: readonly Sentence[]) => sentences.flatMap((sentence) => sentence.cites);
  return [
    ...new Set([
      ...cited(synthesis.answer),
      ...synthesis.sections.flatMap((section) => section.paragraphs.flatMap(cited)),
      ...synthesis.table.map((row) => row.paper),
      ...synthesis.tensions.flatMap((tension) => cited(tension.sentences)),
      ...cited(synthesis.gaps),
      ...cited(synthesis.top_findings),
      ...synthesis.reading_list.map((item) => item.paper),
    ]),
  ];
}
