import type { Blobs, Key, Table } from './ports.ts';

/** Objects or rows that are deleted at the same time. */
const TOGETHER = 20;

/**
 * Deletes everything below a prefix, with all versions where the store keeps them.
 * @param prefix ends with `/`, so that `runs/a/` never takes `runs/ab/` along
 */
export async function purge(blobs: Blobs, prefix: string): Promise<void> {
  if (!prefix.endsWith('/'))
    throw new RangeError(`A prefix to delete ends with "/"; "${prefix}" would take others along.`);
  if (blobs.purge) return blobs.purge(prefix);
  const found = await blobs.list(prefix);
  for (let at = 0; at < found.length; at += TOGETHER) {
    await Promise.all(found.slice(at, at + TOGETHER).map((key) => blobs.delete(key)));
  }
}

/** Deletes rows by their keys. */
export async function deleteRows(table: Table, rows: readonly Key[]): Promise<void> {
  for (let at = 0; at < rows.length; at += TOGETHER) {
    await Promise.all(rows.slice(at, at + TOGETHER).map(({ pk, sk }) => table.delete({ pk, sk })));
  }
}
