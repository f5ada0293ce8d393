import type { Contradiction } from '../../../shared/contracts/analysis.ts';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';
import { renderContradictionsMd } from '../../../shared/present/analysis-md.ts';
import { keys } from '../../../shared/store/keys.ts';
import type { Json } from '../../../shared/store/ports.ts';
import type { World } from '../api/fakes.ts';

export interface Found {
  readonly papers: readonly PaperRecord[];
  readonly answers?: readonly {
    question: string;
    summary: string | null;
    evidence: readonly PaperRecord[];
    reason?: string;
  }[];
  readonly tensions?: readonly { claim: string; a: PaperRecord; b: PaperRecord }[];
  readonly status?: string;
  readonly reason?: string;
}

export function paper(id: string, title: string, more: Partial<PaperRecord> = {}): PaperRecord {
  return {
    ...blankRecord(id, 'arxiv'),
    title,
    authors: ['Ada Lovelace', 'Alan Turing'],
    year: 2024,
    url: `https://example.org/${encodeURIComponent(id)}`,
    ...more,
  };
}

/** Ends a run as the pipeline would, with what it has found. */
export async function finish(world: World, owner: string, slug: string, found: Found): Promise<void> {
  const root = `${owner}/runs/${slug}`;
  const canonical = found.papers.map((record, at) => ({
    record,
    members: [record.id],
    sq: ['SQ1'],
    relevance: 1 - at / 100,
    round: 1,
    abstract_missing: false,
  }));
  const candidates = found.papers.map(({ id, title }, at) => ({
    id,
    title,
    score: 1 - at / 100,
    similarity: 1,
    centrality: 0,
    sq: ['SQ1'],
    pinned: false,
  }));
  await world.blobs.put(`${root}/records.json`, JSON.stringify(canonical));
  await world.blobs.put(`${root}/candidates.json`, JSON.stringify(candidates));
  const items = (found.tensions ?? []).map(({ claim, a, b }, at): Contradiction => {
    const side = (record: PaperRecord) => ({
      paper: record.id,
      anchor: { quote: 'q', start: 0, end: 1, section: null },
    });
    return {
      id: `C${at + 1}`,
      kind: 'conclusion',
      claim,
      a: side(a),
      b: side(b),
      explanation: `They differ about ${claim}.`,
      conditions: null,
      under_evidenced: false,
      sq: ['SQ1'],
    };
  });
  await world.blobs.put(`${root}/analysis/contradictions.md`, renderContradictionsMd({ items, notes: [] }, new Map()));
  await putGraph(world, owner, slug, found);
  const ended = new Date(world.time).toISOString();
  const { status = 'complete', reason = null } = found;
  await world.table.update(keys.meta(owner, slug), { set: { status, reason, ended } });
  world.executions.end(owner, slug);
}

async function putGraph(world: World, owner: string, slug: string, { answers = [] }: Found): Promise<void> {
  const nodes = answers.map(({ question, summary, evidence, reason }, at) => ({
    id: `SQ${at + 1}`,
    question,
    rationale: '',
    kind: 'sota',
    depends_on: [],
    status: summary === null ? 'failed' : 'done',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: summary,
    answer_evidence: evidence.map(({ id, title, url }) => ({ id, title, url, quote: null })),
    reason: reason ?? null,
    revision: 0,
    sources: [],
  }));
  const top = {
    ...(nodes[0] ?? {}),
    id: 'root',
    question: 'all of it?',
    rationale: '',
    kind: 'sota',
    depends_on: nodes.map(({ id }) => id),
  };
  const rest = {
    status: 'done',
    partial: false,
    assigned_subtask_id: null,
    answer_summary: 'x',
    answer_evidence: [],
    reason: null,
    revision: 0,
    sources: [],
  };
  const all = [{ ...top, ...rest }, ...nodes];
  await world.table.put(keys.graph(owner, slug), { status: 'complete', order: all.map(({ id }) => id) });
  for (const node of all)
    await world.table.put(keys.node(owner, slug, node.id), node as unknown as Record<string, Json>);
}
