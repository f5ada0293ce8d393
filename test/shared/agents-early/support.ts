import type { NodeAnswer } from '../../../shared/agents/inputs.ts';
import { understand } from '../../../shared/agents/understand/extract.ts';
import type { FindingPaper } from '../../../shared/contracts/finding.ts';
import type { PlanNode } from '../../../shared/contracts/plan.ts';
import { blankRecord } from '../../../shared/contracts/record.ts';
import { type Goal, RunRequest } from '../../../shared/contracts/run.ts';
import { newNode } from '../../../shared/plan/build.ts';
import { buildGoal } from '../../../shared/run/goal.ts';

export function request(topic: string): RunRequest {
  return RunRequest.parse({ topic });
}

export function goalOf(topic: string, reading: string | null = null): Goal {
  const understood = understand({ topic, request: request(topic), reading });
  return buildGoal(request(topic), understood, {
    now: new Date('2026-11-30T00:00:00Z'),
    configured: ['library'],
    reading,
  });
}

export function nodeOf(question: string, change: Partial<PlanNode> = {}): PlanNode {
  return { ...newNode({ id: 'SQ1', question, rationale: '', kind: 'theoretical', depends_on: [] }, 0, []), ...change };
}

export function paper(id: string, title: string, abstract: string, change: Partial<FindingPaper> = {}): FindingPaper {
  return {
    ...blankRecord(id, 'library'),
    title,
    abstract,
    authors: ['Ada Vale', 'Bo Kern', 'Cy Tan'],
    year: 2021,
    url: `https://example.org/${id.slice(id.indexOf(':') + 1)}`,
    relevance_self_score: 0.8,
    abstract_missing: false,
    ...change,
  };
}

export function answered(node: string, titles: readonly string[], quote: string | null = null): NodeAnswer {
  const evidence = titles.map((title, at) => ({ id: `lib:000000000${at}`, title, url: 'https://example.org', quote }));
  return { node, question: `What of ${node}?`, summary: 'Known.', evidence };
}
