import { dedup } from '../collate/match/dedup.ts';
import type { PlanNode } from '../contracts/plan.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Synthesis } from '../contracts/synthesis.ts';
import { oneLine } from './escape.ts';

/** What a comparison of runs looks at. */
export interface RunContent {
  readonly slug: string;
  readonly nodes: readonly PlanNode[];
  readonly records: readonly PaperRecord[];
  /** null for a quick run. */
  readonly synthesis: Synthesis | null;
}

export interface RunDifference {
  readonly onlyA: readonly PaperRecord[];
  readonly onlyB: readonly PaperRecord[];
  readonly both: number;
  /** Cited by one and not by the other, although both found them. */
  readonly citedOnlyA: readonly string[];
  readonly citedOnlyB: readonly string[];
  readonly answers: readonly { readonly question: string; readonly a: string | null; readonly b: string | null }[];
  readonly tensions: { readonly a: number; readonly b: number };
}

/** Ids of the one run, each with those of the other that name the same work: by an id of their own, or as duplicates are told. */
function sameWorks(a: RunContent, b: RunContent): (id: string) => readonly string[] {
  const groups = dedup([...a.records, ...b.records]);
  const ids = new Map<string, Set<string>>();
  for (const { cluster, canonical } of groups) {
    const all = new Set([...cluster, ...canonical.ids]);
    for (const id of all) ids.set(id, new Set([...(ids.get(id) ?? []), ...all]));
  }
  return (id) => [...(ids.get(id) ?? [id])];
}

/** What two runs found that differs. A library's record and the same work under its DOI are one. */
export function compareRuns(a: RunContent, b: RunContent): RunDifference {
  const same = sameWorks(a, b);
  const idsOf = (run: RunContent) => new Set(run.records.flatMap((record) => record.ids));
  const [inA, inB] = [idsOf(a), idsOf(b)];
  const missing = (records: readonly PaperRecord[], other: ReadonlySet<string>) =>
    records.filter((record) => ![...record.ids, ...same(record.id)].some((id) => other.has(id)));
  const cited = (run: RunContent) => new Set(run.synthesis?.references ?? []);
  const [citedA, citedB] = [cited(a), cited(b)];
  const onlyCited = (by: ReadonlySet<string>, notBy: ReadonlySet<string>, found: ReadonlySet<string>) =>
    [...by].filter((id) => same(id).every((one) => !notBy.has(one)) && same(id).some((one) => found.has(one)));
  const answerOf = (run: RunContent) =>
    new Map(run.nodes.filter((node) => node.id !== 'root').map((node) => [node.question, node.answer_summary]));
  const [answersA, answersB] = [answerOf(a), answerOf(b)];
  const questions = [...new Set([...answersA.keys(), ...answersB.keys()])];
  return {
    onlyA: missing(a.records, inB),
    onlyB: missing(b.records, inA),
    both: a.records.length - missing(a.records, inB).length,
    citedOnlyA: onlyCited(citedA, citedB, inB),
    citedOnlyB: onlyCited(citedB, citedA, inA),
    answers: questions
      .map((question) => ({ question, a: answersA.get(question) ?? null, b: answersB.get(question) ?? null }))
      .filter((one) => one.a !== one.b),
    tensions: { a: a.synthesis?.tensions.length ?? 0, b: b.synthesis?.tensions.length ?? 0 },
  };
}

/** The comparison for people. */
export function compareRunsText(a: RunContent, b: RunContent): string {
  const found = compareRuns(a, b);
  const list = (records: readonly PaperRecord[]) =>
    records.map(
      (record) => `  ${record.id}  ${oneLine(record.title ?? '')}${record.year === null ? '' : ` (${record.year})`}`,
    );
  const section = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [`${title}:`, ...lines, '']);
  const answers = found.answers.flatMap((one) => [
    `  ${oneLine(one.question)}`,
    `    ${a.slug}: ${oneLine(one.a ?? 'not asked or not answered')}`,
    `    ${b.slug}: ${oneLine(one.b ?? 'not asked or not answered')}`,
  ]);
  return [
    `${found.both} paper${found.both === 1 ? ' was' : 's were'} found by both runs; tensions: ${found.tensions.a} and ${found.tensions.b}.`,
    '',
    ...section(`Only in ${a.slug} (${found.onlyA.length})`, list(found.onlyA)),
    ...section(`Only in ${b.slug} (${found.onlyB.length})`, list(found.onlyB)),
    ...section(
      `Found by both, cited only in ${a.slug}`,
      found.citedOnlyA.map((id) => `  ${id}`),
    ),
    ...section(
      `Found by both, cited only in ${b.slug}`,
      found.citedOnlyB.map((id) => `  ${id}`),
    ),
    ...section('Answers that differ', answers),
  ]
    .join('\n')
    .trimEnd();
}
