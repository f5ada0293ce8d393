import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { ApiUnavailable } from '../../../shared/api/errors.ts';
import { STAGES } from '../../../shared/contracts/enums.ts';
import type { TranscriptRow } from '../../../shared/contracts/run.ts';
import type { Connection } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';
import { outputGone } from '../output.ts';
import { plain } from '../progress.ts';
import { typed } from '../typed.ts';

export function logCommand(program: Command): void {
  program
    .command('log')
    .description('what a run did: by stage, by agent, slowest steps, costs')
    .argument('<slug>', 'the run')
    .option('--follow', 'print events as they happen, until the run ends')
    .option('--events', 'every event, one a line')
    .option('--json', 'transcript rows as JSON lines')
    .action(async (slug: string, options: { follow?: boolean; events?: boolean; json?: boolean }, command: Command) => {
      const { withConnection } = await import('../with-connection.ts');
      const rows: TranscriptRow[] = [];
      const show = async ({ api }: Connection): Promise<void> => {
        for (;;) {
          const page = await api.transcript(slug, rows.at(-1)?.seq ?? 0);
          rows.push(...page.rows);
          if (options.follow || options.events || options.json) print(page.rows, options.json ?? false);
          if (outputGone()) return;
          if (page.next !== null) continue;
          if (!options.follow) return;
          const view = await api.view(slug);
          if (view.status === 'interrupted')
            process.stderr.write(typed(`Interrupted. Go on with: plumbline resume ${slug}\n`));
          if (view.ended !== null || view.status === 'interrupted') return;
          await sleep(300);
        }
      };
      await withConnection(command, show).catch(async (error: unknown) => {
        // The process that executed the run has ended: whoever owns the home now knows how it stands.
        const isLocal = endpointOf(command) === undefined;
        if (!options.follow || rows.length === 0 || !isLocal || !(error instanceof ApiUnavailable)) throw error;
        process.stderr.write('The process that executed this run has ended.\n');
        await withConnection(command, show);
      });
      if (!options.follow && !options.events && !options.json) process.stdout.write(`${summary(rows)}\n`);
    });
}

function print(rows: readonly TranscriptRow[], json: boolean): void {
  for (const row of rows) {
    const line = json ? JSON.stringify(row) : plain(row);
    if (line !== null) process.stdout.write(`${line}\n`);
  }
}

interface Sum {
  calls: number;
  failed: number;
  skipped: number;
  ms: number;
  tokens: number;
  cost: number;
}

/** Totals by stage and by agent, the slowest steps, and what went wrong. */
export function summary(rows: readonly TranscriptRow[]): string {
  const by = (key: (row: TranscriptRow) => string) => {
    const sums = new Map<string, Sum>();
    for (const row of rows) {
      const name = key(row);
      const sum = sums.get(name) ?? { calls: 0, failed: 0, skipped: 0, ms: 0, tokens: 0, cost: 0 };
      if (row.event === 'returned') {
        sum.calls++;
        sum.ms += row.ms ?? 0;
        if (row.status === 'failed') sum.failed++;
      }
      if (row.event === 'skipped') sum.skipped++;
      if (row.event === 'charged') {
        sum.tokens += row.tokens ?? 0;
        sum.cost += row.cost ?? 0;
      }
      sums.set(name, sum);
    }
    return [...sums].filter(([, sum]) => sum.calls + sum.skipped + sum.tokens > 0);
  };
  const line = (name: string, sum: Sum) =>
    `  ${name.padEnd(14)} ${String(sum.calls).padStart(4)} steps  ${String(sum.ms).padStart(8)} ms  ${String(sum.skipped).padStart(4)} skipped  ${String(sum.failed).padStart(3)} failed  ${String(sum.tokens).padStart(8)} tokens  $${sum.cost.toFixed(3)}`;
  const slow = rows
    .filter((row) => row.event === 'returned')
    .sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0) || a.seq - b.seq)
    .slice(0, 5);
  const notable = rows.filter(
    (row) =>
      [
        'switched_source',
        'dropped_finding',
        'replan',
        'proceed',
        'question',
        'answered',
        'refused_budget',
        'failed',
        'cancelled',
      ].includes(row.event) ||
      (row.event === 'returned' && row.status === 'failed'),
  );
  return [
    'By stage',
    ...by((row) => `${row.stage} ${STAGES[row.stage] ?? ''}`)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sum]) => line(name, sum)),
    '',
    'By agent',
    ...by((row) => row.role ?? '-')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, sum]) => line(name, sum)),
    '',
    'Slowest',
    ...slow.map((row) => `  ${String(row.ms ?? 0).padStart(6)} ms  ${row.role} ${row.id}`),
    ...(notable.length > 0 ? ['', 'Worth knowing', ...notable.map((row) => `  ${plain(row)}`)] : []),
  ].join('\n');
}
