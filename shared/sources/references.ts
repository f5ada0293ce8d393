import type { PaperRecord } from '../contracts/record.ts';
import type { SourceDeps } from './deps.ts';
import { asCount, asObject, asText, objectsOf } from './json.ts';
import { type LookupOptions, openalexBatch, openalexDoi, s2Spelling } from './lookup-batches.ts';
import { found } from './outcome.ts';
import { endpoint } from './provider.ts';
import { parseS2Paper, s2Headers } from './providers/semanticscholar.ts';
import { readJson } from './read.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

/** Who cites whom among and around the papers asked for. */
export interface ReferenceResult {
  /** `[citing, cited]`; the citing id as it was asked for. */
  readonly edges: [string, string][];
  /** Records of both ends, as far as they came along; they carry the ids by which ends can be recognised. */
  readonly records: PaperRecord[];
  /** The same in short, by the ids that stand in the edges. */
  readonly nodes: { readonly id: string; readonly title: string | null; readonly year: number | null }[];
  /** Ids whose references are not available. */
  readonly failed: string[];
  readonly notes: string[];
}

const S2_BATCH = 40;
const OPENALEX_BATCH = 50;
const CITED_FIELDS =
  'externalIds,title,year,authors,referenceCount,references.paperId,references.externalIds,references.title,references.year,references.citationCount,references.authors';
const WORK_FIELDS =
  'id,doi,ids,title,publication_year,authorships,primary_location,locations,referenced_works,cited_by_count,is_retracted,type';
/** Cited works that are asked for by name: the ones that most of the papers share. */
const MOST_SHARED = 100;

/**
 * References of papers, in batches: Semantic Scholar first, OpenAlex for those whose list is elided there or unknown. A list
 * that is not available is a note, never "cites nothing".
 *
 * @throws SourceBusy when a source has no turn soon
 */
export async function references(
  ids: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<ReferenceResult> {
  const result: ReferenceResult = { edges: [], records: [], nodes: [], failed: [], notes: [] };
  const unknown = new Set(ids);
  for (const part of parts(
    ids.filter((id) => s2Spelling(id) !== null),
    S2_BATCH,
  )) {
    for (const id of await fromS2(part, result, options, deps)) unknown.delete(id);
  }
  for (const part of parts([...unknown], OPENALEX_BATCH)) {
    for (const id of await fromOpenalex(part, result, options, deps)) unknown.delete(id);
  }
  if (unknown.size > 0)
    result.notes.push(`The references of ${unknown.size} of ${ids.length} papers are not available.`);
  await nameShared(result, options, deps);
  return { ...withOneId(result, new Set(ids)), failed: [...unknown] };
}

/**
 * Spells every end by one id: the one that was asked for, when the paper is among these, otherwise the most trusted that
 * came along.
 */
function withOneId(result: ReferenceResult, asked: ReadonlySet<string>): ReferenceResult {
  const spelling = new Map<string, string>();
  for (const record of result.records) {
    const best = record.ids.find((id) => asked.has(id)) ?? record.ids[0] ?? record.id;
    for (const id of record.ids) if (!spelling.has(id) || asked.has(best)) spelling.set(id, best);
  }
  const edges = result.edges.map(([from, to]): [string, string] => [from, spelling.get(to) ?? to]);
  const nodes = new Map(
    result.records.map((record) => {
      const id = spelling.get(record.id) ?? record.id;
      return [id, { id, title: record.title, year: record.year }];
    }),
  );
  return { ...result, edges, nodes: [...nodes.values()] };
}

/** @returns the ids whose references are known now */
async function fromS2(
  part: readonly string[],
  result: ReferenceResult,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<string[]> {
  const { access } = deps.config.providers.semanticscholar;
  const known: string[] = [];
  const thisYear = new Date(deps.time.now()).getUTCFullYear();
  const parsed = await deps.caller.call({
    provider: 'semanticscholar',
    request: {
      method: 'POST',
      url: endpoint(access.base, '/graph/v1/paper/batch', { fields: CITED_FIELDS }),
      headers: { ...s2Headers(access), 'content-type': 'application/json' },
      body: JSON.stringify({ ids: part.map((id) => s2Spelling(id)) }),
    },
    hasKey: access.key !== null,
    share: options.share,
    deadline: options.deadline,
    waits: new WaitBudget(MAX_WAIT_MS),
    maxBytes: 24 * 1024 * 1024,
    parse: (response, context) =>
      readJson(response, { provider: 'Semantic Scholar' }, context, (json) => {
        known.length = 0;
        if (Array.isArray(json)) {
          // The answer keeps the order of the request and has null for what is not known.
          json.forEach((row: unknown, i) => {
            const id = part[i];
            const paper = asObject(row);
            if (id !== undefined && paper && addS2(id, paper, result, thisYear)) known.push(id);
          });
        }
        return found({});
      }),
  });
  if (parsed.outcome !== 'none' && parsed.notes[0]) result.notes.push(parsed.notes[0]);
  return known;
}

function addS2(id: string, row: Readonly<Record<string, unknown>>, result: ReferenceResult, thisYear: number): boolean {
  const self = parseS2Paper({ ...row, references: [] }, thisYear);
  if (self) result.records.push(self);
  const cited = objectsOf(row.references);
  for (const reference of cited) {
    // Without an id of its own a reference is a title only, and many of those are no papers.
    if (asText(reference.paperId) === null) continue;
    const record = parseS2Paper(reference, thisYear);
    if (!record) continue;
    result.edges.push([id, record.id]);
    result.records.push(record);
  }
  return cited.length > 0 || asCount(row.referenceCount) === 0;
}

async function fromOpenalex(
  part: readonly string[],
  result: ReferenceResult,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<string[]> {
  const known: string[] = [];
  const byWork = part.filter((id) => id.startsWith('openalex:'));
  const byDoi = part.filter((id) => openalexDoi(id) !== null && !/[,|"]/.test(id));
  const filters = [
    byWork.length > 0 ? `openalex:${byWork.map((id) => id.slice(9)).join('|')}` : null,
    byDoi.length > 0 ? `doi:${byDoi.map(openalexDoi).join('|')}` : null,
  ].filter((filter) => filter !== null);
  for (const filter of filters) {
    const answer = await openalexBatch(filter, part.length, options, deps, WORK_FIELDS);
    if (!answer.trusted && answer.note !== '') result.notes.push(answer.note);
    for (const paper of answer.papers) {
      const id = part.find((one) => paper.ids.includes(one));
      if (id === undefined) continue;
      result.records.push({ ...paper, cites: [] });
      for (const cited of paper.cites) result.edges.push([id, cited]);
      // An empty list there means that it was not deposited.
      if (paper.cites.length > 0) known.push(id);
    }
  }
  return known;
}

/** OpenAlex gives cited works as bare numbers: the most shared ones are asked for, so that they can become candidates. */
async function nameShared(result: ReferenceResult, options: LookupOptions, deps: SourceDeps): Promise<void> {
  const have = new Set(result.records.flatMap((record) => record.ids));
  const counts = new Map<string, number>();
  for (const [, cited] of result.edges) {
    if (cited.startsWith('openalex:') && !have.has(cited)) counts.set(cited, (counts.get(cited) ?? 0) + 1);
  }
  const shared = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MOST_SHARED);
  for (const part of parts(
    shared.map(([id]) => id),
    OPENALEX_BATCH,
  )) {
    const answer = await openalexBatch(
      `openalex:${part.map((id) => id.slice(9)).join('|')}`,
      part.length,
      options,
      deps,
    );
    result.records.push(...answer.papers.map((paper) => ({ ...paper, cites: [] })));
  }
}

function parts<T>(items: readonly T[], size: number): T[][] {
  const list: T[][] = [];
  for (let i = 0; i < items.length; i += size) list.push(items.slice(i, i + size));
  return list;
}
