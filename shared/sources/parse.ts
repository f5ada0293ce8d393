import * as z from 'zod';
import { UsageError } from '../contracts/errors.ts';
import { Post, SourceResult } from '../contracts/record.ts';
import { toSourceResult } from './outcome.ts';
import { PROVIDERS, type ProviderName } from './provider.ts';
import { REGISTRY } from './registry.ts';

export { PROVIDERS };

export interface ParseOptions {
  /** HTTP status; null or left out when it is not known. */
  readonly status?: number | null;
  readonly contentType?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970; the system's clock when left out. */
  readonly now?: number;
}

/** What `tools parse` prints: a post without text has `null` there, like every absent field. */
export const ParsedAnswer = SourceResult.extend({ posts: z.array(Post.extend({ text: z.string().nullable() })) });
export type ParsedAnswer = z.infer<typeof ParsedAnswer>;

/**
 * The answer of a provider as `tools parse` prints it: exactly the contract's fields, absent ones null. Bytes of any kind
 * give a result; only an unknown provider is an error.
 *
 * @throws UsageError for a provider that does not exist
 */
export function parseProvider(provider: string, bytes: Uint8Array, options: ParseOptions = {}): ParsedAnswer {
  const client = REGISTRY[provider as ProviderName];
  if (!Object.hasOwn(REGISTRY, provider)) {
    throw new UsageError(`There is no provider "${provider}". Use one of: ${PROVIDERS.join(' ')}.`);
  }
  const response = {
    status: options.status ?? null,
    contentType: options.contentType ?? null,
    headers: options.headers ?? {},
    body: bytes,
  };
  const result = toSourceResult(client.parse(response, { now: options.now ?? Date.now() }));
  return { ...result, posts: result.posts.map((post) => ({ ...post, text: post.text === '' ? null : post.text })) };
}
