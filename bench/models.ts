/**
 * What model runs cost and how they end, on the loopback server: tokens by role, and every fault rate.
 *
 *   node bench/models.ts <library.jsonl[.gz]> [standard|deep] [rates, 0,0.05,0.2,0.5] [topic]
 *
 * SEED, FAULTS (names, by commas), ECONOMY=1 and BUDGET change the run. Exits with 1 when a role was not used in a run
 * without faults, or when what came out is not honest.
 */
import { join } from 'node:path';
import { MODES } from '../shared/contracts/run.ts';
import { PRICES_DATE } from '../shared/models/prices.ts';
import type { Fault } from '../test/support/messages-server/faults.ts';
import { type ModelRun, type ModelRunOptions, modelRun } from '../test/support/model-run.ts';
import type { BenchRow } from './row.ts';

const TOPIC = 'part-of-speech tagging with neural networks and Markov models';
const RATES = [0, 0.05, 0.2, 0.5];
/** Input tokens that a standard run may send. */
const MOST_INPUT = 400_000;

/** What must hold of every run, whatever failed; one sentence for each that does not. */
function faultsOf(run: ModelRun, rate: number): string[] {
  const { meta, missing, synthesis, open, errors } = run;
  return [
    ...(['complete', 'partial'].includes(meta.status) ? [] : [`ended ${meta.status} (${meta.reason})`]),
    ...(synthesis === null ? ['no synthesis'] : []),
    ...(synthesis?.unknown ?? []).map((id) => `cites ${id}`),
    ...(synthesis?.invented ?? []).map((word) => `shows "${word}"`),
    ...(rate === 0 ? missing.map((role) => `role ${role} was not used`) : []),
    ...(open === 0 ? [] : [`${open} reservations are open`]),
    ...errors,
  ];
}

/** Standard and deep runs at every fault rate. */
export async function modelRows(data: string): Promise<BenchRow[]> {
  const library = join(data, 'corpus', 'acl-978-full.jsonl.gz');
  const rows: BenchRow[] = [];
  const add = (set: string, metric: string, ours: number, target: number | null = null) =>
    rows.push({ set, metric, ours, baseline: null, target });
  for (const depth of ['standard', 'deep'] as const) {
    for (const rate of RATES) {
      const run = await modelRun({ library, topic: TOPIC, depth, rate });
      const set = `${depth}, ${rate * 100} % of calls fail`;
      add(set, 'violations', faultsOf(run, rate).length, 0);
      add(set, 'calls', run.table.total.calls);
      add(set, 'input tokens', run.table.total.input, depth === 'standard' ? MOST_INPUT : null);
      add(set, 'tokens beyond the budget', Math.max(0, run.table.total.tokens - MODES[depth].tokens), 0);
      if (rate > 0) continue;
      add(set, 'roles not used', run.missing.length, 0);
      add(set, 'estimated calls / actual', ratio(run.estimate.calls.expected, run.table.total.calls), 1);
      add(set, 'estimated tokens / actual', ratio(run.estimate.tokens.expected, run.table.total.tokens), 1);
    }
  }
  return rows;
}

const ratio = (a: number, b: number): number => Math.round((100 * a) / b) / 100;

function show(run: ModelRun, options: ModelRunOptions): void {
  const { depth, rate } = options;
  const { meta, table, synthesis } = run;
  console.log(`\n== ${depth}, fault rate ${rate}: ${meta.status}${meta.reason === null ? '' : ` (${meta.reason})`}`);
  console.log(`server: ${run.calls} calls, ${run.faults} faults, billed ${run.billed.input} + ${run.billed.output}`);
  const cells = (values: readonly (string | number)[]) =>
    values.map((value, at) => (at === 0 ? String(value).padEnd(15) : String(value).padStart(11))).join('');
  console.log(`  ${cells(['role', 'calls', 'input', 'output', 'cache write', 'cache read', 'US$'])}`);
  for (const line of [...table.byRole, table.total]) {
    const { name, calls, input, output, cacheWrite, cacheRead, cost } = line;
    console.log(`  ${cells([name, calls, input, output, cacheWrite, cacheRead, cost.toFixed(4)])}`);
  }
  const { calls, tokens, cost } = run.estimate;
  console.log(
    `  estimated / actual (prices of ${PRICES_DATE}): calls ${calls.expected}/${table.total.calls}, tokens ${tokens.expected}/${table.total.tokens} (${ratio(tokens.expected, table.total.tokens)}), US$ ${cost.expected.toFixed(2)}/${table.total.cost.toFixed(2)}`,
  );
  console.log(`  prefixes that came again: ${JSON.stringify(run.repeats)}`);
  console.log(`  twins: ${run.twins.join(' ') || 'none'}`);
  for (const warning of meta.warnings) console.log(`    ${warning}`);
  if (synthesis !== null) {
    console.log(
      `  synthesis: writer ${synthesis.writer}, ${synthesis.characters} characters, ${synthesis.references} references, ${synthesis.unknown.length} unknown, ${synthesis.invented.length} invented`,
    );
  }
}

if (import.meta.main) {
  const [library, depth = 'standard', rates = '0', topic = TOPIC] = process.argv.slice(2);
  if (library === undefined) {
    console.error('Give a library: node bench/models.ts <library.jsonl.gz> [depth] [rates] [topic]');
    process.exit(2);
  }
  const { SEED, FAULTS, ECONOMY, BUDGET } = process.env;
  for (const rate of rates.split(',').map(Number)) {
    const options: ModelRunOptions = {
      library,
      topic,
      depth: depth as ModelRunOptions['depth'],
      rate,
      economy: ECONOMY === '1',
      ...(SEED === undefined ? {} : { seed: SEED }),
      ...(FAULTS === undefined ? {} : { faults: FAULTS.split(',') as Fault[] }),
      ...(BUDGET === undefined ? {} : { budget: Number(BUDGET) }),
    };
    const run = await modelRun(options);
    show(run, options);
    for (const fault of faultsOf(run, rate)) {
      process.exitCode = 1;
      console.log(`  FAILED: ${fault}`);
    }
  }
}
