import type { Runtime } from '../../runtime.ts';
import type { DigestLine } from './digest.ts';

/** Where a schedule's digests lie: beside the owner's runs, so that deleting a run does not make its papers new again. */
export function schedulePrefix(runtime: Pick<Runtime, 'rootOf'>, owner: string, id: string): string {
  return `${runtime.rootOf(owner, 'x').replace(/runs\/x$/, '')}schedules/${id}/`;
}

export type DigestFile = 'digest.json' | 'digest.md' | 'digest.html' | 'known.json';

/**
 * The key of a digest's file. Number and run are both in it: what a digest tells depends on those before it, so two that
 * are made at the same time and both want one number never write over one another.
 */
export function digestFile(
  prefix: string,
  { number, slug }: Pick<DigestLine, 'number' | 'slug'>,
  file: DigestFile,
): string {
  return `${prefix}${String(number).padStart(6, '0')}-${slug}/${file}`;
}
