import type { Embedder } from '../../shared/collate/embed/port.ts';
import { loadStaticEmbedder } from '../../shared/collate/embed/static.ts';
import { VoyageEmbedder } from '../../shared/collate/embed/voyage.ts';
import { UsageError } from '../../shared/contracts/errors.ts';

/** `PLUMBLINE_EMBEDDER`: `static` (the default: no service, no key), `voyage` (`VOYAGE_API_KEY`) or `bedrock`. */
export async function openEmbedder(env: NodeJS.ProcessEnv): Promise<Embedder> {
  const name = env.PLUMBLINE_EMBEDDER ?? 'static';
  if (name === 'static') return loadStaticEmbedder();
  if (name === 'bedrock') return (await import('../../shared/aws/bedrock-embedder.ts')).bedrockEmbedder();
  if (name !== 'voyage') throw new UsageError(`PLUMBLINE_EMBEDDER=${name} is unknown. Use static, voyage or bedrock.`);
  const apiKey = env.VOYAGE_API_KEY;
  if (!apiKey) throw new UsageError('PLUMBLINE_EMBEDDER=voyage needs VOYAGE_API_KEY. Set it, or leave both out.');
  return new VoyageEmbedder({ apiKey, post: (url, init) => fetch(url, init) });
}
