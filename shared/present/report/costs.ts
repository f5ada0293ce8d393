import { STAGES } from '../../contracts/enums.ts';
import type { CostLine } from '../../models/cost-table.ts';
import type { Page } from './document.ts';
import { type Child, type ElementNode, h } from './html.ts';
import { table } from './parts.ts';

const stageName = (stage: number | string) => `${stage} ${STAGES[Number(stage)] ?? ''}`.trim();

/** What the run cost, by stage, by role and by model. */
export function costs({ costs: sums, facts }: Page): ElementNode {
  const heading = h('h2', { id: 'cost-h' }, 'Cost');
  if (sums.total.calls === 0 && facts.cost.tokens === 0) {
    return h(
      'section',
      { id: 'cost', 'aria-labelledby': 'cost-h' },
      heading,
      h('p', null, 'No model was called: 0 tokens, $0.00.'),
    );
  }
  const group = (name: string, lines: readonly CostLine[], label: (line: CostLine) => string) => [
    h('h3', null, `By ${name}`),
    table(
      `Cost by ${name}`,
      [name, 'Calls', 'Input', 'Output', 'Cached', 'Cost'],
      lines.map((line) => row(label(line), line)),
      NUMBERS,
    ),
  ];
  return h(
    'section',
    { id: 'cost', 'aria-labelledby': 'cost-h' },
    heading,
    h(
      'p',
      null,
      `${facts.cost.calls} model calls, ${facts.cost.tokens} tokens, ${dollars(facts.cost.currency)}. Prices of ${sums.pricesOf}; failed calls are counted.`,
    ),
    group('stage', sums.byStage, (line) => stageName(line.name)),
    group('role', sums.byRole, (line) => line.name),
    group('model', sums.byModel, (line) => line.name),
  );
}

const NUMBERS = new Set([1, 2, 3, 4, 5]);

function row(name: string, line: CostLine): Child[] {
  return [name, line.calls, line.input, line.output, line.cacheRead + line.cacheWrite, dollars(line.cost)];
}

function dollars(amount: number): string {
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`;
}

/** How long each stage took: the one part of a report that two equal runs do not share. */
export function timing({ times }: Page): ElementNode | null {
  if (times.length === 0) return null;
  const total = times.reduce((sum, one) => sum + one.seconds, 0);
  return h(
    'section',
    { id: 'timing', 'aria-labelledby': 'timing-h' },
    h('h2', { id: 'timing-h' }, 'Timing'),
    h('p.note', null, 'Not deterministic: two equal runs differ here and nowhere else.'),
    table(
      'Time by stage',
      ['Stage', 'Seconds'],
      [...times.map((one): Child[] => [stageName(one.stage), one.seconds.toFixed(1)]), ['Together', total.toFixed(1)]],
      new Set([1]),
    ),
  );
}
