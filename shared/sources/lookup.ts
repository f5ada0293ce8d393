import { normaliseId } from '../contracts/ids.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { SourceDeps } from './deps.ts';
import {
  arxivBatch,
  type BatchAnswer,
  crossrefOne,
  dataciteOne,
  doiExists,
  type LookupOptions,
  openalexBatch,
  openalexDoi,
  s2Batch,
  s2Spelling,
} from './lookup-batches.ts';
import { completed } from './merge.ts';

export interface LookupResult {
  /** By the id asked for: the record, or null when every source that could know it says that it does not exist. */
  readonly records: Map<string, PaperRecord | null>;
  /** Ids about which nothing can be said: a source failed, or the scheme has no register. */
  readonly unchecked: readonly string[];
  readonly notes: readonly string[];
}

const OPENALEX_BATCH = 50;
const BATCH = 200;

/** What is known about the ids so far. */
class Ledger {
  readonly found = new Map<string, PaperRecord>();
  readonly failed = new Set<string>();
  readonly asked = new Set<string>();
  readonly notes = new Set<string>();

  add(wanted: readonly string[], answer: BatchAnswer): void {
    const byId = new Map(answer.papers.flatMap((paper) => paper.ids.map((id) => [id, paper] as const)));
    for (const id of wanted) {
      this.asked.add(id);
      const paper = byId.get(id);
      const have = this.found.get(id);
      if (paper) this.found.set(id, have ? completed(have, paper) : paper);
      else if (!answer.trusted) this.failed.add(id);
    }
    if (!answer.trusted && answer.note !== '') this.notes.add(answer.note);
  }

  missing(ids: readonly string[]): string[] {
    return ids.filter((id) => !this.found.has(id));
  }
}

/**
 * Records by id, for seed papers and to complete abstracts. Several registers are asked:
 * absence in one proves nothing, and a register that failed leaves an id unchecked, never absent.
 *
 * @throws SourceBusy when a register has no turn soon; what others answered is stored by then
 */
export async function lookup(ids: readonly string[], options: LookupOptions, deps: SourceDeps): Promise<LookupResult> {
  const spelled = new Map(ids.map((id) => [id, normaliseId(id)] as const));
  const wanted = [...new Set([...spelled.values()].filter((id): id is string => id !== null))];
  const ledger = new Ledger();
  await askS2(wanted, ledger, options, deps);
  await askOpenalex(wanted, ledger, options, deps);
  await askArxiv(wanted, ledger, options, deps);
  for (const id of ledger.missing(wanted)) if (id.startsWith('doi:')) await askRegisters(id, ledger, options, deps);
  const records = new Map<string, PaperRecord | null>();
  const unchecked: string[] = [];
  for (const [id, spelling] of spelled) {
    const record = spelling === null ? undefined : ledger.found.get(spelling);
    if (record) records.set(id, record);
    else if (spelling !== null && ledger.asked.has(spelling) && !ledger.failed.has(spelling)) records.set(id, null);
    else unchecked.push(id);
  }
  return { records, unchecked, notes: [...ledger.notes] };
}

async function askS2(
  wanted: readonly string[],
  ledger: Ledger,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<void> {
  const known = wanted.filter((id) => s2Spelling(id) !== null);
  for (const part of parts(known, BATCH)) {
    ledger.add(
      part,
      await s2Batch(
        part.map((id) => s2Spelling(id)!),
        options,
        deps,
      ),
    );
  }
}

/** Asked for every DOI, also for those found: it knows what was retracted. */
async function askOpenalex(
  wanted: readonly string[],
  ledger: Ledger,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<void> {
  const dois = wanted.filter((id) => openalexDoi(id) !== null && !/[,|"]/.test(id));
  for (const part of parts(dois, OPENALEX_BATCH)) {
    ledger.add(part, await openalexBatch(`doi:${part.map(openalexDoi).join('|')}`, part.length, options, deps));
  }
  const works = wanted.filter((id) => id.startsWith('openalex:'));
  for (const part of parts(works, OPENALEX_BATCH)) {
    ledger.add(
      part,
      await openalexBatch(`openalex:${part.map((id) => id.slice(9)).join('|')}`, part.length, options, deps),
    );
  }
}

async function askArxiv(
  wanted: readonly string[],
  ledger: Ledger,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<void> {
  const ids = wanted.filter((id) => id.startsWith('arxiv:') && isThin(ledger.found.get(id)));
  for (const part of parts(ids, BATCH))
    ledger.add(
      part,
      await arxivBatch(
        part.map((id) => id.slice(6)),
        options,
        deps,
      ),
    );
}

function isThin(record: PaperRecord | undefined): boolean {
  return !record || record.title === null || record.abstract === null;
}

async function askRegisters(id: string, ledger: Ledger, options: LookupOptions, deps: SourceDeps): Promise<void> {
  const doi = id.slice(4);
  ledger.add([id], await crossrefOne(doi, options, deps));
  if (!ledger.found.has(id)) ledger.add([id], await dataciteOne(doi, options, deps));
  if (ledger.found.has(id)) return;
  const exists = await doiExists(doi, options, deps);
  if (exists === false) {
    // The handle system is the authority on what does not exist: a register that failed does not matter then.
    ledger.failed.delete(id);
    return;
  }
  ledger.failed.add(id);
  if (exists) ledger.notes.add(`${doi} is registered, but no register describes it`);
}

function parts<T>(items: readonly T[], size: number): T[][] {
  const list: T[][] = [];
  for (let i = 0; i < items.length; i += size) list.push(items.slice(i, i + size));
  return list;
}
