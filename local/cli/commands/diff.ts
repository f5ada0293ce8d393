import type { Command } from 'commander';
import * as z from 'zod';
import type { Api } from '../../../shared/api/api.ts';
import { UsageError } from '../../../shared/contracts/errors.ts';
import { Synthesis } from '../../../shared/contracts/synthesis.ts';
import { compareRuns, compareRunsText, type RunContent } from '../../../shared/present/compare-runs.ts';
import { CanonicalRecord } from '../../../shared/stages/collation-files.ts';
import { connect } from '../connect.ts';
import { endpointOf } from '../endpoint.ts';

export function diffCommand(program: Command): void {
  program
    .command('diff')
    .description('what two runs found that differs')
    .argument('<slugA>')
    .argument('<slugB>')
    .option('--json', 'print the comparison as JSON')
    .action(async (slugA: string, slugB: string, options: { json?: boolean }, command: Command) => {
      const connection = await connect(endpointOf(command));
      try {
        const [a, b] = [await contentOf(connection.api, slugA), await contentOf(connection.api, slugB)];
        process.stdout.write(`${options.json ? JSON.stringify(compareRuns(a, b)) : compareRunsText(a, b)}\n`);
      } finally {
        await connection.close();
      }
    });
}

async function contentOf(api: Api, slug: string): Promise<RunContent> {
  const view = await api.view(slug);
  const records = await api.artifact(slug, 'records.json');
  if (!records)
    throw new UsageError(`The run ${slug} has found nothing yet. \`plumbline status ${slug}\` shows where it is.`);
  const synthesis = await api.artifact(slug, 'synthesis.json');
  const json = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
  return {
    slug,
    nodes: view.nodes,
    records: z
      .array(CanonicalRecord)
      .parse(json(records))
      .map(({ record }) => record),
    synthesis: synthesis ? Synthesis.parse(json(synthesis)) : null,
  };
}
