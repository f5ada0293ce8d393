import type { Command } from 'commander';

export function statusCommand(program: Command): void {
  program
    .command('status')
    .description('where a run is: stage, plan, tasks, questions, cost')
    .argument('<slug>', 'the run')
    .option('--json', 'print the run as JSON')
    .action(async (slug: string, options: { json?: boolean }, command: Command) => {
      const [{ withConnection }, { statusText }, { typed }] = await Promise.all([
        import('../with-connection.ts'),
        import('../status-text.ts'),
        import('../typed.ts'),
      ]);
      await withConnection(command, async ({ api }) => {
        const view = await api.view(slug);
        process.stdout.write(options.json ? `${JSON.stringify(view)}\n` : `${typed(statusText(view))}\n`);
      });
    });
}
