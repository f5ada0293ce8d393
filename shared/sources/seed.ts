import { normaliseId } from '../contracts/ids.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { SourceDeps } from './deps.ts';
import { lookup } from './lookup.ts';
import type { LookupOptions } from './lookup-batches.ts';
import { findByTitle } from './title-search.ts';

export interface SeedPapers {
  readonly papers: readonly PaperRecord[];
  /** Looked for everywhere, and not there: most likely a mistyped id. */
  readonly absent: readonly string[];
  /** Could not be looked for now. */
  readonly unchecked: readonly string[];
  readonly notes: readonly string[];
}

/** The papers a user named with `--seed-paper`, by id in any spelling or by title; in the user's order, without repeats. */
export async function fetchSeeds(
  ids: readonly string[],
  options: LookupOptions,
  deps: SourceDeps,
): Promise<SeedPapers> {
  const titles = ids.filter((text) => normaliseId(text) === null && /\s/.test(text.trim()));
  const { records, unchecked, notes } = await lookup(
    ids.filter((id) => !titles.includes(id)),
    options,
    deps,
  );
  const unknown = [...unchecked];
  for (const title of titles) {
    const found = await findByTitle({ title, authors: [], year: null }, options, deps);
    if (found === undefined) unknown.push(title);
    else records.set(title, found);
  }
  const papers: PaperRecord[] = [];
  const absent: string[] = [];
  const have = new Set<string>();
  for (const id of ids) {
    const record = records.get(id);
    if (record === null) absent.push(id);
    else if (record && !have.has(record.id)) {
      have.add(record.id);
      papers.push(record);
    }
  }
  return { papers, absent, unchecked: unknown, notes };
}
