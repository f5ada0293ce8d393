import type { LiveSources } from '../../shared/runtime.ts';
import { liveSources } from '../../shared/sources/live.ts';
import { openSources } from '../../shared/sources/open.ts';
import type { Blobs, Table } from '../../shared/store/ports.ts';

/** Live sources of this machine: keys from the environment, limits and cache in the home's stores. */
export async function openLive(
  env: NodeJS.ProcessEnv,
  stores: { readonly table: Table; readonly blobs: Blobs },
): Promise<LiveSources> {
  return liveSources(await openSources({ env, ...stores }));
}
