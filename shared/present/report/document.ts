import type { CitationGraph } from '../../collate/graph/schema.ts';
import type { Contradictions } from '../../contracts/analysis.ts';
import type { PaperNote } from '../../contracts/note.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { Synthesis } from '../../contracts/synthesis.ts';
import type { StoredText } from '../../contracts/text.ts';
import type { AuditEntry } from '../../evidence/audit.ts';
import type { CostTable } from '../../models/cost-table.ts';
import { type RunFacts, STARTER_LIBRARY } from '../facts.ts';
import { type Work, worksOf } from '../reference.ts';

/** `audit.json`: what the registers said about the cited works. */
export interface Audit {
  /** Whether any register was asked. */
  readonly asked: boolean;
  readonly note: string;
  readonly entries: readonly AuditEntry[];
}

/** Seconds by stage, by the clock of the run. */
export interface StageTime {
  readonly stage: number;
  readonly seconds: number;
}

/** Everything the report shows. */
export interface ReportDocument {
  readonly facts: RunFacts;
  /** null in quick mode. */
  readonly synthesis: Synthesis | null;
  /** `digest.md` of quick mode. */
  readonly digest: string | null;
  readonly records: readonly PaperRecord[];
  readonly notes: readonly PaperNote[];
  /** The stored texts that anchors point into, by record id. */
  readonly texts: ReadonlyMap<string, StoredText>;
  readonly contradictions: Contradictions;
  readonly graph: CitationGraph | null;
  readonly audit: Audit;
  readonly costs: CostTable;
  /** Empty when the clock stood still: times are not deterministic and are left out then. */
  readonly times: readonly StageTime[];
}

/** A document with what its sections look up. */
export interface Page extends ReportDocument {
  readonly works: ReadonlyMap<string, Work>;
  /** Reference number of each cited record. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly audited: ReadonlyMap<string, AuditEntry>;
  /** Quoted texts are a library's own abstracts and need not stand on the page of the work. */
  readonly foreignTexts: boolean;
}

export function pageOf(document: ReportDocument): Page {
  const { synthesis, records, notes, audit, facts } = document;
  return {
    ...document,
    works: new Map([...worksOf(records, notes)].map(([id, work]) => [id, shortened(work)])),
    numbers: new Map((synthesis?.references ?? []).map((id, at) => [id, at + 1])),
    audited: new Map(audit.entries.map((entry) => [entry.id, entry])),
    foreignTexts: facts.library?.name === STARTER_LIBRARY,
  };
}

/** Longest names that are shown whole; nothing real is longer, and a page must stay readable whatever a source sends. */
const LONGEST = { title: 300, author: 80, venue: 200 };

function shortened(work: Work): Work {
  return {
    ...work,
    title: clip(work.title, LONGEST.title),
    authors: work.authors.map((author) => clip(author, LONGEST.author)),
    venue: work.venue === null ? null : clip(work.venue, LONGEST.venue),
  };
}

/** The beginning of a text that is too long, cut at a word where there is one. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '')}…`;
}
