import type { Command } from 'commander';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { plural } from '../plural.ts';

export function deleteCommand(program: Command): void {
  program
    .command('delete')
    .description('delete a run that has ended, with every file and row it has; there is no way back')
    .argument('<slug>', 'the run')
    .option('--yes', 'do not ask')
    .action(async (slug: string, options: { yes?: boolean }, command: Command) => {
      const [{ withConnection }, { sure }] = await Promise.all([import('../with-connection.ts'), import('../sure.ts')]);
      await withConnection(command, async ({ api }) => {
        const { status, papers } = await api.view(slug);
        if (status === 'active')
          throw new UsageError(`The run ${slug} is being executed. Cancel it first: plumbline cancel ${slug}.`);
        if (!(await sure(`Delete ${slug} (${status}, ${plural(papers, 'paper')}) for good?`, options.yes))) return;
        await api.remove(slug);
        process.stdout.write(`Deleted ${slug}.\n`);
      });
    });
}
