import { isPreprint } from '../../contracts/preprint.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { parseContradictionsMd } from '../../present/analysis-md.ts';
import { findGraph } from '../../run/graph-rows.ts';
import type { RunHandle } from '../../run/handle.ts';
import { readCandidates, readRecords } from '../../stages/collation-files.ts';
import type { Answer, DigestPaper, Ground, Snapshot, Tension } from './digest.ts';

/** What a run has found; undefined when it ended before it had collated anything. */
export async function snapshotOf(run: RunHandle): Promise<Snapshot | undefined> {
  const graph = await findGraph(run);
  if (!graph || !(await run.exists('records.json'))) return undefined;
  const canonical = await readRecords(run);
  const byId = new Map<string, PaperRecord>();
  for (const { record } of canonical) for (const id of [...record.ids, record.id]) byId.set(id, record);
  const questions = new Map(graph.nodes.map((node) => [node.id as string, node.question]));
  const rank = await ranking(run);
  const place = ({ id }: PaperRecord) => rank.get(id) ?? Number.POSITIVE_INFINITY;
  const papers = canonical
    .filter(({ record }) => record.title !== null && (rank.size === 0 || rank.has(record.id)))
    .sort(
      (a, b) => place(a.record) - place(b.record) || b.relevance - a.relevance || (a.record.id < b.record.id ? -1 : 1),
    )
    .map(({ record, sq }) =>
      paperOf(
        record,
        sq.flatMap((id) => questions.get(id) ?? []),
      ),
    );
  const ground = (id: string, title: string): Ground => {
    const record = byId.get(id);
    return { ids: record ? idsOf(record) : [id], title: record?.title ?? title };
  };
  const answers = graph.nodes
    .filter((node) => node.id !== 'root')
    .map((node): Answer => {
      const answered = node.status === 'done' && node.answer_summary !== null && node.answer_summary !== '';
      return {
        question: node.question,
        summary: answered ? node.answer_summary : null,
        reason: answered ? null : (node.reason ?? `Its status is ${node.status}.`),
        grounds: (node.answer_evidence ?? []).map(({ id, title }) => ground(id, title)),
      };
    });
  return { papers, answers, tensions: await tensionsOf(run, ground) };
}

/** Place of each candidate, best first; empty when the run did not come to candidates. */
async function ranking(run: RunHandle): Promise<Map<string, number>> {
  if (!(await run.exists('candidates.json'))) return new Map();
  return new Map((await readCandidates(run)).map(({ id }, at) => [id, at]));
}

async function tensionsOf(run: RunHandle, ground: (id: string, title: string) => Ground): Promise<Tension[]> {
  const text = await run.readText('analysis/contradictions.md');
  if (text === undefined) return [];
  return parseContradictionsMd(text).items.map(({ claim, explanation, a, b }) => ({
    claim,
    explanation,
    grounds: [ground(a.paper, a.paper), ground(b.paper, b.paper)],
  }));
}

const idsOf = (record: PaperRecord): string[] => [...new Set([record.id, ...record.ids])];

function paperOf(record: PaperRecord, questions: string[]): DigestPaper {
  return {
    id: record.id,
    ids: idsOf(record),
    title: record.title ?? '',
    authors: record.authors,
    year: record.year,
    venue: record.venue,
    url: record.url,
    preprint: isPreprint(record),
    retracted: record.retracted || record.withdrawn,
    questions,
  };
}
