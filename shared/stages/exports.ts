import { CitationGraph } from '../collate/graph/schema.ts';
import { blankRecord, type PaperRecord } from '../contracts/record.ts';
import type { TranscriptRow } from '../contracts/run.ts';
import type { Synthesis } from '../contracts/synthesis.ts';
import type { StoredText } from '../contracts/text.ts';
import { toBibtex } from '../evidence/export/bibtex.ts';
import { toCslJson } from '../evidence/export/csl.ts';
import { toRis } from '../evidence/export/ris.ts';
import { costTable } from '../models/cost-table.ts';
import type { RunFacts } from '../present/facts.ts';
import type { StageTime } from '../present/report/document.ts';
import { renderSynthesisMd } from '../present/synthesis-md.ts';
import { loadGraph } from '../run/graph-rows.ts';
import { listEvents } from '../run/transcript.ts';
import { textOf } from '../sources/library/text.ts';
import type { Analyses } from './analyses.ts';
import { auditBibliography, withAudit } from './audit.ts';
import { FILES, readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { readPapers } from './papers.ts';

/** The files that stage 8 writes for other programs and for the browser. */
export const EXPORTS = {
  bib: 'references.bib',
  ris: 'references.ris',
  csl: 'references.json',
  html: 'report.html',
} as const;

/**
 * Bibliographies of the cited works (of all works found, in quick mode), the audit of the cited ones, and the report.
 * What the audit found is said in `synthesis.md` too.
 * @param written null in quick mode
 */
export async function writeExports(
  step: StepContext,
  facts: RunFacts,
  written: Synthesis | null,
  analyses: Analyses,
): Promise<void> {
  const { run } = step;
  const found = await recordsOf(step, facts);
  const audit = await auditBibliography(step, facts.goal, written === null ? [] : citedOf(written, found));
  const { records, synthesis } = withAudit(audit, found, written);
  const cited = synthesis === null ? records : citedOf(synthesis, records);
  await run.write(EXPORTS.bib, toBibtex(cited));
  await run.write(EXPORTS.ris, toRis(cited));
  await run.write(EXPORTS.csl, toCslJson(cited));
  const papers = await readPapers(run);
  const notes = papers.map(({ note }) => note);
  if (synthesis !== null && audit.asked) {
    await run.writeJson('synthesis.json', synthesis);
    const { contradictions } = analyses;
    const audited = new Map(audit.entries.map((entry) => [entry.id, entry]));
    await run.write('synthesis.md', renderSynthesisMd({ synthesis, facts, records, notes, contradictions, audited }));
  }
  const texts = new Map<string, StoredText>();
  for (const record of cited) {
    const text = textOf(record);
    if (text) texts.set(record.id, text);
  }
  for (const { text } of papers) texts.set(text.id, text);
  const events = await listEvents(run.runtime.table, run.owner, run.slug);
  // Loaded here only: the drawing libraries are large, and no other step needs them.
  const { renderReport } = await import('../present/report/report.ts');
  const report = await renderReport({
    // The plan as it stands now: its root is answered by the synthesis.
    facts: { ...facts, plan: await loadGraph(run) },
    synthesis,
    digest: synthesis === null ? ((await run.readText('digest.md')) ?? null) : null,
    records,
    notes,
    texts,
    contradictions: analyses.contradictions,
    graph: (await run.exists(FILES.graph)) ? await run.readJson(FILES.graph, CitationGraph) : null,
    audit,
    costs: costTable(events),
    times: stageTimes(events),
  });
  await run.write(EXPORTS.html, report);
}

/** Distinct works of the run: as merged when stage 3 was reached, else as found. */
async function recordsOf({ run }: StepContext, facts: RunFacts): Promise<PaperRecord[]> {
  if (await run.exists(FILES.records)) return (await readRecords(run)).map(({ record }) => record);
  const found = facts.findings.flatMap((finding) => finding.papers);
  const unique = [...new Map(found.map((paper) => [paper.id, paper])).values()];
  return unique.map(({ relevance_self_score: _score, abstract_missing: _missing, ...record }) => record);
}

/** The cited works in the order of their numbers; one whose record is missing keeps its place by its id. */
function citedOf(synthesis: Synthesis, records: readonly PaperRecord[]): PaperRecord[] {
  const byId = new Map(records.flatMap((record) => [...record.ids, record.id].map((id) => [id, record] as const)));
  return synthesis.references.map((id) => byId.get(id) ?? blankRecord(id, 'library'));
}

/** Seconds between the first and the last event of each stage; none when the clock stood still. */
function stageTimes(events: readonly TranscriptRow[]): StageTime[] {
  const times = new Map<number, number[]>();
  for (const { stage, ts } of events) times.set(stage, [...(times.get(stage) ?? []), Date.parse(ts)]);
  const lines = [...times]
    .sort(([a], [b]) => a - b)
    .map(([stage, ms]) => ({ stage, seconds: (Math.max(...ms) - Math.min(...ms)) / 1000 }));
  return lines.some((line) => line.seconds > 0) ? lines : [];
}
