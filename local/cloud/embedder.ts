import type { Embedder } from '../../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { VoyageEmbedder } from '../../shared/collate/embed/voyage.ts';
import { checkEmbedder } from './embedder-name.ts';

/** `PLUMBLINE_EMBEDDER`: `static` (the default: no service, no key), `voyage` (`VOYAGE_API_KEY`) or `bedrock`. */
export async function openEmbedder(env: NodeJS.ProcessEnv): Promise<Embedder> {
  const name = checkEmbedder(env);
  if (name === 'bedrock') return (await import('../../shared/aws/bedrock-embedder.ts')).bedrockEmbedder();
  if (name === 'voyage') {
    return new VoyageEmbedder({ apiKey: env.VOYAGE_API_KEY!, post: (url, init) => fetch(url, init) });
  }
  return loadStaticEmbedder();
}
