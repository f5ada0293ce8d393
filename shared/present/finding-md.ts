import type { FindingSummary } from '../agents/inputs.ts';
import type { FindingPaper } from '../contracts/finding.ts';
import { Finding } from '../contracts/finding.ts';
import { md } from './escape.ts';
import { readFrontmatter, withFrontmatter } from './frontmatter.ts';

/** `findings/<source>-<SQ>-<hash6>.md`: the seed's frontmatter in its order, our additions behind it, then the summary. */
export function renderFindingMd(finding: Finding, summary: Pick<FindingSummary, 'summary' | 'key_results'>): string {
  const { sub_question_id, researcher, researcher_run_id, query_used, results_count, status, papers, notes, ...rest } =
    finding;
  const data = {
    sub_question_id,
    researcher,
    researcher_run_id,
    query_used,
    results_count,
    status,
    papers: papers.map(seedOrder),
    notes,
    round: rest.round,
    tick: rest.tick,
    dispatch_id: rest.dispatch_id,
    outcome: rest.outcome,
    sources: rest.sources,
    posts: rest.posts,
  };
  const results = summary.key_results.map(
    (result) => `- ${md(result.text)}${result.ids.length > 0 ? ` (${result.ids.map(md).join(', ')})` : ''}`,
  );
  const body = [
    `# Findings: ${sub_question_id} (${researcher} researcher)`,
    '## Summary',
    md(summary.summary) || 'Nothing was found.',
    '## Key results',
    results.length > 0 ? results.join('\n') : '- none',
  ];
  return withFrontmatter(data, body.join('\n\n'), ['notes']);
}

/**
 * The finding of a file as `renderFindingMd` wrote it.
 * @throws {ArtefactInvalid} when the file is torn or its frontmatter does not fit the schema
 */
export function parseFindingMd(file: string, path = 'finding'): Finding {
  return readFrontmatter(file, path, Finding, ['## Summary', '## Key results']).data;
}

/** The seed's fields of a paper first. */
function seedOrder(paper: FindingPaper): FindingPaper {
  const { id, title, authors, year, abstract, url, cites, relevance_self_score, ...rest } = paper;
  return { id, title, authors, year, abstract, url, cites, relevance_self_score, ...rest };
}
