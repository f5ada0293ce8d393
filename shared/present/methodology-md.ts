import { cell, code, md } from './escape.ts';
import type { RunFacts } from './facts.ts';

/** The methodology: exact queries with their outcomes, the flow of records, revisions, failures, warnings, cost. */
export function methodologyMd(facts: RunFacts): string {
  const parts = ['## Methodology', scope(facts), '### Queries', queries(facts), '### Flow of records', flow(facts)];
  if (facts.revisions.length > 0) parts.push('### Plan revisions', revisions(facts));
  parts.push('### Failures and warnings', troubles(facts), '### Cost', costLine(facts));
  return parts.join('\n\n');
}

/** Nodes in discovery: all but the root. */
export function subQuestions(facts: RunFacts) {
  return facts.plan.nodes.filter((node) => node.id !== facts.plan.root_id);
}

function scope(facts: RunFacts): string {
  const { goal } = facts;
  const { from, to, rule } = goal.time_horizon;
  const span = from === null && to === null ? 'all years' : `${from ?? 'the beginning'} to ${to ?? 'today'}`;
  const weight = { hard: 'a hard limit', hard_live: 'a hard limit for live sources', preferred: 'a preference' }[rule];
  const horizon = from === null && to === null ? span : `${span} (${weight})`;
  const lines = [
    `- Question as understood: ${md(goal.restatement)}`,
    ...(goal.assumptions ?? []).map((line) => `- Assumption: ${md(line)}`),
    ...(goal.reading === null ? [] : [`- Reading chosen: ${md(goal.reading)}`]),
    `- Shape ${goal.question_shape}, field ${goal.cs_subfield}, depth ${goal.depth}, time horizon ${horizon}`,
    `- Sources: ${goal.sources.join(', ')}${goal.offline ? '; no network was used' : ''}`,
    ...(facts.library === null ? [] : [`- Library: ${md(facts.library.name)}, ${facts.library.records} records`]),
    `- Written by: ${md(facts.model)}`,
  ];
  for (const node of subQuestions(facts)) {
    const after = node.depends_on.length > 0 ? `, after ${node.depends_on.join(' and ')}` : '';
    lines.push(
      `- ${node.id} (${node.kind}${after}; ${node.status}${node.partial ? ', partial' : ''}): ${md(node.question)}`,
    );
  }
  return lines.join('\n');
}

function queries(facts: RunFacts): string {
  if (facts.findings.length === 0) return 'No query was sent.';
  const order = new Map(facts.plan.nodes.map((node, at) => [node.id, at]));
  const rows = [...facts.findings]
    .sort(
      (a, b) =>
        a.round - b.round ||
        (order.get(a.sub_question_id) ?? 0) - (order.get(b.sub_question_id) ?? 0) ||
        (a.researcher < b.researcher ? -1 : a.researcher > b.researcher ? 1 : 0) ||
        (a.dispatch_id < b.dispatch_id ? -1 : 1),
    )
    .map((f) => {
      const providers = f.sources
        .map((s) => `${s.provider} ${s.outcome} ${s.count}${s.note === '' ? '' : ` (${s.note})`}`)
        .join('; ');
      return `| ${f.sub_question_id} | ${f.researcher} | ${code(f.query_used).replace(/\|/g, '\\|')} | ${f.outcome} | ${f.results_count} | ${cell(providers)} |`;
    });
  return [
    '| for | source | query as sent | outcome | records | per provider |',
    '|---|---|---|---|---:|---|',
    ...rows,
  ].join('\n');
}

function flow(facts: RunFacts): string {
  const c = facts.counts;
  const rows: [string, number][] = [
    ['Records found by all queries', c.found],
    ['Merged as the same work', c.duplicates],
    ['Left out: outside the time horizon', c.outOfHorizon],
    ['Left out: no date, so the horizon cannot be checked', c.undated],
    ['Left out: excluded, withdrawn or unusable', c.excluded],
    ['Distinct works kept', c.canonical],
    ['Candidates for reading', c.candidates],
    ['Read in depth', c.read],
    ['Cited above', c.cited],
  ];
  return ['| step | records |', '|---|---:|', ...rows.map(([step, n]) => `| ${step} | ${n} |`)].join('\n');
}

function revisions(facts: RunFacts): string {
  return facts.revisions
    .map((r) => {
      const added = r.added.length > 0 ? ` Added: ${r.added.map(md).join('; ')}.` : '';
      const removed = r.removed.length > 0 ? ` Removed: ${r.removed.map(md).join('; ')}.` : '';
      return `- Revision ${r.number}, ${r.decision}: ${md(r.trigger)}.${added}${removed} ${md(r.reason)}`.trimEnd();
    })
    .join('\n');
}

function troubles(facts: RunFacts): string {
  const lines = [
    ...facts.failures.map((f) => `- ${md(f.where)}: ${md(f.reason)}`),
    ...facts.warnings.map((warning) => `- ${md(warning)}`),
  ];
  return lines.length > 0 ? lines.join('\n') : 'None.';
}

function costLine(facts: RunFacts): string {
  const { tokens, currency, calls } = facts.cost;
  if (tokens === 0 && currency === 0) return 'No model was called: 0 tokens, $0.00.';
  return `${calls} model calls, ${tokens} tokens, $${currency.toFixed(2)}.`;
}
