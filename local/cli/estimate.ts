import type { Estimate } from '../../shared/api/estimates.ts';

const money = (value: number): string => `$${value.toFixed(value < 1 ? 4 : 2)}`;

/** The estimate by stage, expected and worst case. */
export function estimateText(estimate: Estimate): string {
  const row = (name: string, { calls, tokens, cost }: Pick<Estimate, 'calls' | 'tokens' | 'cost'>) =>
    `  ${name.padEnd(14)} ${range(calls)} calls  ${range(tokens)} tokens  ${money(cost.expected)} (at most ${money(cost.worst)})`;
  const lines = estimate.byStage
    .filter((one) => one.calls.worst > 0)
    .map((one) => row(`${one.stage} ${one.name}`, one));
  const prices =
    estimate.pricesOf === null ? 'No model is called: nothing is spent.' : `Prices of ${estimate.pricesOf}.`;
  return ['Expected, and worst case in brackets:', ...lines, row('total', estimate), prices].join('\n');
}

function range({ expected, worst }: { readonly expected: number; readonly worst: number }): string {
  return `${String(expected).padStart(7)} (${worst})`.padEnd(18);
}

/** `PLUMBLINE_CONFIRM_OVER=1.00`: dollars above which a terminal is asked before anything is spent; null: never. */
export function confirmOver(environment: NodeJS.ProcessEnv): number | null {
  const limit = Number(environment.PLUMBLINE_CONFIRM_OVER);
  return environment.PLUMBLINE_CONFIRM_OVER === undefined || !Number.isFinite(limit) ? null : limit;
}
