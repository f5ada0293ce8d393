import type { RunFacts } from '../facts.ts';
import { subQuestions } from '../methodology-md.ts';
import type { Page } from './document.ts';
import { type Child, type ElementNode, h } from './html.ts';
import { table } from './parts.ts';

/** How the run was done: scope, flow of records, exact queries, changes of the plan, failures. */
export function method(page: Page): ElementNode {
  const { facts } = page;
  return h(
    'section',
    { id: 'method', 'aria-labelledby': 'method-h' },
    h('h2', { id: 'method-h' }, 'How this was done'),
    scope(facts),
    h('h3', null, 'Flow of records'),
    flow(facts),
    h('h3', null, 'Queries, as they were sent'),
    queries(facts),
    facts.revisions.length === 0 ? null : [h('h3', null, 'Changes of the plan'), revisions(facts)],
    h('h3', null, 'Failures and warnings'),
    failures(facts),
  );
}

function scope({ goal, model }: RunFacts): ElementNode {
  const { from, to, rule } = goal.time_horizon;
  const weight = { hard: 'a hard limit', hard_live: 'a hard limit for live sources', preferred: 'a preference' }[rule];
  const years =
    from === null && to === null ? 'all years' : `${from ?? 'the beginning'} to ${to ?? 'today'}, ${weight}`;
  const rows: [string, string][] = [
    ['Understood as', goal.restatement],
    ...(goal.assumptions ?? []).map((line) => ['Assumption', line] as [string, string]),
    ...(goal.reading === null ? [] : [['Reading chosen', goal.reading] as [string, string]]),
    ['Kind of question', `${goal.question_shape}, in ${goal.cs_subfield}`],
    ['Years', years],
    ['Sources', `${goal.sources.join(', ')}${goal.offline ? '; no network was used' : ''}`],
    ['Written by', model === 'extractive' ? 'no language model: statements are taken from the works' : model],
  ];
  return h(
    'dl.facts',
    null,
    rows.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value))),
  );
}

/** The flow of records as systematic reviews draw it: what stays goes down, what leaves stands beside it with its reason. */
function flow({ counts }: RunFacts): ElementNode {
  const before = counts.outOfHorizon + counts.undated + counts.excluded;
  const unread = Math.max(0, counts.candidates - counts.read);
  const step = (n: number, what: string, out: readonly [number, string][]) => {
    const gone = out.filter(([left]) => left > 0);
    return h(
      'li',
      null,
      h('div.stay', null, h('b', null, n), ` ${what}`),
      gone.length === 0
        ? null
        : h(
            'ul.leave',
            { 'aria-label': 'left out here' },
            gone.map(([left, why]) => h('li', null, h('b', null, left), ` ${why}`)),
          ),
    );
  };
  return h('ol.flow', null, [
    step(counts.found + before, 'records returned by all queries', [
      [counts.outOfHorizon, 'outside the time horizon'],
      [counts.undated, 'without a date, so that the horizon cannot be checked'],
      [counts.excluded, 'excluded by request, withdrawn or unusable'],
      [counts.duplicates, 'merged with a record of the same work'],
    ]),
    step(counts.canonical, 'distinct works', [
      [Math.max(0, counts.canonical - counts.candidates), 'not among the candidates for reading'],
    ]),
    step(counts.candidates, 'candidates for reading', [[unread, 'not read: lower rank, or its text could not be had']]),
    step(counts.read, 'read in depth', []),
    step(counts.cited, 'cited in this report', []),
  ]);
}

function queries(facts: RunFacts): ElementNode {
  if (facts.findings.length === 0) return h('p', null, 'No query was sent.');
  const order = new Map(facts.plan.nodes.map((node, at) => [node.id, at]));
  const place = (id: string) => order.get(id) ?? order.size;
  const sorted = [...facts.findings].sort(
    (a, b) =>
      a.round - b.round ||
      place(a.sub_question_id) - place(b.sub_question_id) ||
      (a.researcher < b.researcher ? -1 : a.researcher > b.researcher ? 1 : 0) ||
      (a.dispatch_id < b.dispatch_id ? -1 : 1),
  );
  const rows = sorted.map((f): Child[] => [
    f.sub_question_id,
    f.researcher,
    h('code', { dir: 'auto' }, f.query_used),
    f.outcome,
    f.results_count,
    f.sources.map((s) => `${s.provider} ${s.outcome} ${s.count}${s.note === '' ? '' : ` (${s.note})`}`).join('; '),
  ]);
  return table('Queries', ['For', 'Source', 'Query', 'Outcome', 'Records', 'By provider'], rows, new Set([4]));
}

function revisions(facts: RunFacts): ElementNode {
  return h(
    'ol',
    null,
    facts.revisions.map((one) =>
      h(
        'li',
        null,
        h('b', null, one.decision),
        `: ${one.trigger}. `,
        one.added.length === 0 ? null : `Added: ${one.added.join('; ')}. `,
        one.removed.length === 0 ? null : `Removed: ${one.removed.join('; ')}. `,
        one.reason,
      ),
    ),
  );
}

function failures({ failures: failed, warnings }: RunFacts): ElementNode {
  if (failed.length + warnings.length === 0) return h('p', null, 'Nothing failed.');
  return h(
    'ul',
    null,
    failed.map((one) => h('li', null, h('b', null, one.where), `: ${one.reason}`)),
    warnings.map((warning) => h('li', null, warning)),
  );
}

/** The plan's questions in words, beside its drawing. */
export function planWords(facts: RunFacts): ElementNode {
  return h(
    'details.words',
    null,
    h('summary', null, 'The plan in words'),
    h(
      'ol',
      null,
      subQuestions(facts).map((node) =>
        h(
          'li',
          null,
          h('b', null, node.id),
          ` ${node.question} `,
          h(
            'span.where',
            null,
            `${node.status}${node.partial ? ', partial' : ''}${node.depends_on.length > 0 ? `, after ${node.depends_on.join(' and ')}` : ''}${node.revision > 0 ? `, added in revision ${node.revision}` : ''}${node.reason === null ? '' : `: ${node.reason}`}`,
          ),
        ),
      ),
    ),
  );
}
