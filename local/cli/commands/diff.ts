import type { Command } from 'commander';

export function diffCommand(program: Command): void {
  program
    .command('diff')
    .description('what two runs found that differs: papers, answers, findings')
    .argument('<slugA>', 'the earlier run')
    .argument('<slugB>', 'the later run')
    .option('--json', 'print the comparison as JSON')
    .action(async (slugA: string, slugB: string, options: { json?: boolean }, command: Command) => {
      const [{ withConnection }, { contentOf }, { compareRuns, compareRunsText }] = await Promise.all([
        import('../with-connection.ts'),
        import('../run-content.ts'),
        import('../../../shared/present/compare-runs.ts'),
      ]);
      await withConnection(command, async ({ api }) => {
        const [a, b] = [await contentOf(api, slugA), await contentOf(api, slugB)];
        process.stdout.write(`${options.json ? JSON.stringify(compareRuns(a, b)) : compareRunsText(a, b)}\n`);
      });
    });
}
