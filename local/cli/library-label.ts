import { homeBlobs } from '../cloud/home-blobs.ts';
import { plural } from './plural.ts';

/** `starter library (433 papers)`; null while it is not indexed. */
export async function libraryLabel(home: string | null, id: string | null): Promise<string | null> {
  const name = id === null ? 'starter library' : `library ${id}`;
  if (home === null) return name;
  const { readManifest } = await import('../../shared/sources/library/manifest.ts');
  const manifest = await readManifest(homeBlobs(home), '', id ?? 'starter');
  return manifest === undefined ? null : `${id === null ? name : manifest.name} (${plural(manifest.records, 'paper')})`;
}
