import type { FindingPaper } from '../contracts/finding.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Stopped } from '../contracts/synthesis.ts';
import { link, md } from './escape.ts';
import type { RunFacts } from './facts.ts';
import { methodologyMd, subQuestions } from './methodology-md.ts';
import { people } from './names.ts';
import { partialMd } from './partial-md.ts';

export interface DigestDocument {
  readonly facts: RunFacts;
  /** Distinct works kept after merging and the horizon: only these are listed. */
  readonly records: readonly PaperRecord[];
  /** Of a run that was stopped: why and where, and what was left undone. */
  readonly partial?: Stopped | null;
  /** Results shown per sub-question and source. */
  readonly top?: number;
}

/** `digest.md` of quick mode: the best results per sub-question and source with the start of their abstracts; no synthesis. */
export function renderDigestMd(document: DigestDocument): string {
  const { facts } = document;
  const kept = new Map(
    document.records.flatMap((record) => [...record.ids, record.id].map((id) => [id, record] as const)),
  );
  const parts = [
    `# ${md(facts.goal.topic)}`,
    `A digest: the best results per sub-question and source, as found. Nothing was read in depth and nothing is concluded; \`--depth=standard\` reads and synthesises.`,
    ...(document.partial ? [partialMd('digest', document.partial)] : []),
  ];
  for (const node of subQuestions(facts)) {
    parts.push(`## ${node.id}: ${md(node.question)}`);
    const findings = facts.findings.filter((finding) => finding.sub_question_id === node.id);
    if (findings.length === 0) parts.push(md(node.reason ?? 'Nothing was searched for this question.'));
    const seen = new Set<string>();
    for (const finding of [...findings].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))) {
      const lines = [
        ...papers(finding.papers, kept, document.top ?? 5, seen),
        ...[...finding.posts]
          .sort((a, b) => (b.relevance_self_score ?? 0) - (a.relevance_self_score ?? 0) || (a.id < b.id ? -1 : 1))
          .slice(0, document.top ?? 5)
          .map(
            (post) =>
              `- ${md(post.title)} (${md(post.site)}${post.date === null ? '' : `, ${md(post.date)}`}) ${link(post.url)}`,
          ),
      ];
      const nothing =
        finding.outcome === 'hits' || finding.outcome === 'partial'
          ? 'Nothing beyond the results above.'
          : `Nothing: ${finding.outcome}.`;
      parts.push(`### ${finding.researcher}`, lines.length > 0 ? lines.join('\n') : nothing);
    }
  }
  parts.push(methodologyMd(facts));
  return `${parts.join('\n\n')}\n`;
}

function key(finding: { readonly researcher: string; readonly dispatch_id: string }): string {
  return `${finding.researcher} ${finding.dispatch_id}`;
}

function papers(
  found: readonly FindingPaper[],
  kept: ReadonlyMap<string, PaperRecord>,
  top: number,
  seen: Set<string>,
): string[] {
  const lines: string[] = [];
  for (const paper of [...found].sort(
    (a, b) => b.relevance_self_score - a.relevance_self_score || (a.id < b.id ? -1 : 1),
  )) {
    const record = kept.get(paper.id);
    if (record === undefined || record.title === null || seen.has(record.id) || lines.length >= top) continue;
    seen.add(record.id);
    const where = [
      ...(record.authors.length === 0 ? [] : [people(record.authors, record.title)]),
      record.year ?? 'undated',
      ...(record.venue === null ? [] : [record.venue]),
    ];
    const begin = opening(record.abstract);
    lines.push(
      `- **${md(record.title)}** (${md(where.join(', '))}) ${record.url === null ? '' : `${link(record.url)} `}(${md(record.id)})${begin === null ? '' : `: “${md(begin)}”`}`,
    );
  }
  return lines;
}

/** The first words of an abstract, cut at a word and never in the middle of one. */
function opening(abstract: string | null): string | null {
  if (abstract === null || abstract.trim() === '') return null;
  const text = abstract.replace(/\s+/g, ' ').trim();
  if (text.length <= 240) return text;
  const end = /^.{60,240}?[.!?](?=\s)/.exec(text);
  return end?.[0] ?? `${text.slice(0, 200).replace(/\s\S*$/, '')} …`;
}
