import type { PaperRecord } from '../contracts/record.ts';
import type { SourceDeps } from './deps.ts';
import type { LookupOptions } from './lookup-batches.ts';
import { completed } from './merge.ts';
import { endpoint, type ProviderName, type ProviderRequest } from './provider.ts';
import { S2_FIELDS, s2Headers } from './providers/semanticscholar.ts';
import { isWanted, type Wanted } from './same-title.ts';
import { MAX_WAIT_MS, WaitBudget } from './time.ts';

/**
 * A paper by its title, for references that came without an id. Both services always answer with something: only what agrees
 * in title, author and year is taken.
 *
 * @returns null when nobody has it, undefined when a service failed and nothing can be said
 * @throws SourceBusy
 */
export async function findByTitle(
  wanted: Wanted,
  options: LookupOptions,
  deps: SourceDeps,
): Promise<PaperRecord | null | undefined> {
  let record: PaperRecord | null = null;
  let trusted = true;
  for (const [name, request] of requestsFor(wanted, deps)) {
    const { provider, access } = deps.config.providers[name];
    const answer = await deps.caller.call({
      provider: name,
      request,
      hasKey: access.key !== null,
      share: options.share,
      deadline: options.deadline,
      waits: new WaitBudget(MAX_WAIT_MS),
      parse: (response, context) => provider.parse(response, context),
    });
    if (answer.outcome !== 'hits' && answer.outcome !== 'none') trusted = false;
    const hit = answer.papers.find((paper) => isWanted(wanted, paper));
    if (hit) record = record ? completed(record, hit) : hit;
  }
  return record ?? (trusted ? null : undefined);
}

function requestsFor(wanted: Wanted, deps: SourceDeps): [ProviderName, ProviderRequest][] {
  const s2 = deps.config.providers.semanticscholar.access;
  const crossref = deps.config.providers.crossref.access;
  const title = wanted.title.slice(0, 300);
  return [
    [
      'semanticscholar',
      {
        method: 'GET',
        url: endpoint(s2.base, '/graph/v1/paper/search/match', {
          query: title.replace(/[-‐–]/g, ' '),
          fields: S2_FIELDS,
        }),
        headers: s2Headers(s2),
      },
    ],
    [
      'crossref',
      {
        method: 'GET',
        url: endpoint(crossref.base, '/works', {
          'query.title': title,
          'query.author': wanted.authors.length > 0 ? wanted.authors.slice(0, 3).join(' ') : null,
          rows: 3,
          mailto: crossref.contact,
        }),
        headers: { accept: 'application/json' },
      },
    ],
  ];
}
