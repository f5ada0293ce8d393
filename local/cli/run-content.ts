import * as z from 'zod';
import type { Api } from '../../shared/api/api.ts';
import { UsageError } from '../../shared/contracts/errors.ts';
import { Synthesis } from '../../shared/contracts/synthesis.ts';
import type { RunContent } from '../../shared/present/compare-runs.ts';
import { CanonicalRecord } from '../../shared/stages/collation-files.ts';

/** What a run has found, as a comparison needs it. */
export async function contentOf(api: Api, slug: string): Promise<RunContent> {
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
