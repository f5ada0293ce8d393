import { UsageError } from '../contracts/errors.ts';
import { StoredText } from '../contracts/text.ts';
import { RunHandle } from '../run/handle.ts';
import type { Library } from '../runtime.ts';
import { IndexedLibrary, indexRecords } from '../sources/library/index.ts';
import { readRecords } from './collation-files.ts';
import type { StepContext } from './context.ts';
import { textPath } from './papers.ts';

/**
 * The run that this one continues, as a library: its records are searched again, and what it read is read from its store.
 * null when this run continues none.
 *
 * @throws {UsageError} when there is no such run of this owner, or it never found anything
 */
export async function priorRun(step: StepContext): Promise<Library | null> {
  const { request } = await step.run.meta();
  if (request.continues === null) return null;
  const prior = new RunHandle(step.runtime, {
    owner: step.run.owner,
    slug: request.continues,
    attempt: step.run.attempt,
  });
  if (!(await prior.exists('records.json'))) {
    throw new UsageError(
      `The run ${request.continues} has nothing to continue from. \`plumbline list\` shows finished runs.`,
    );
  }
  const records = (await readRecords(prior)).map(({ record }) => record);
  const library = new IndexedLibrary({
    id: `run:${prior.slug}`,
    name: `run ${prior.slug}`,
    records,
    index: indexRecords(records),
    embedder: step.runtime.embedder,
  });
  return Object.assign(library, {
    text: async (id: string) => {
      const record = await library.get(id);
      if (!record || !(await prior.exists(textPath(record.id)))) return undefined;
      return prior.readJson(textPath(record.id), StoredText);
    },
  });
}
