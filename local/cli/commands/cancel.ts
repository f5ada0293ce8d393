import type { Command } from 'commander';

export function cancelCommand(program: Command): void {
  program
    .command('cancel')
    .description('cancel a run: nothing new starts, and what it has is written up')
    .argument('<slug>', 'the run')
    .option('--json', 'print the run as JSON')
    .action(async (slug: string, options: { json?: boolean }, command: Command) => {
      const { withConnection } = await import('../with-connection.ts');
      await withConnection(command, async ({ api }) => {
        const view = await api.cancel(slug);
        const how = view.ended === null ? 'what it has is being written up' : 'nothing more of it will start';
        process.stdout.write(options.json ? `${JSON.stringify(view)}\n` : `Cancelled ${slug}: ${how}.\n`);
      });
    });
}
