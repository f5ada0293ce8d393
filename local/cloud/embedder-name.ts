import { UsageError } from '../../shared/contracts/errors.ts';

/**
 * Finds out before anything is started whether the environment names an embedder that can be had.
 * @throws {UsageError}
 */
export function checkEmbedder(env: NodeJS.ProcessEnv): 'static' | 'voyage' | 'bedrock' {
  const name = env.PLUMBLINE_EMBEDDER ?? 'static';
  if (name !== 'static' && name !== 'voyage' && name !== 'bedrock') {
    throw new UsageError(`PLUMBLINE_EMBEDDER=${name} is unknown. Use static, voyage or bedrock.`);
  }
  if (name === 'voyage' && !env.VOYAGE_API_KEY) {
    throw new UsageError('PLUMBLINE_EMBEDDER=voyage needs VOYAGE_API_KEY. Set it, or leave both out.');
  }
  return name;
}
