import { UsageError } from '../contracts/errors.ts';
import type { SourceResult } from '../contracts/record.ts';
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

/**
 * The answer of a provider as `tools parse` prints it: exactly the contract's fields, absent ones null. Bytes of any kind
 * give a result; only an unknown provider is an error.
 *
 * @throws UsageError for a provider that does not exist
 */
export function parseProvider(provider: string, bytes: Uint8Array, options: ParseOptions = {}): SourceResult {
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
  return toSourceResult(client.parse(response, { now: options.now ?? Date.now() }));
}
