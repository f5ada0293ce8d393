import type { Parsed, SourceResponse } from '../../../../shared/sources/outcome.ts';
import type { ProviderName, SearchQuery } from '../../../../shared/sources/provider.ts';
import { REGISTRY } from '../../../../shared/sources/registry.ts';

/** Middle of 2026, so that years and reset times are the same on every machine. */
export const NOW = Date.parse('2026-06-15T12:00:00Z');

export function answer(body: unknown, more: Partial<Omit<SourceResponse, 'body'>> = {}): SourceResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status: 200, contentType: 'application/json', headers: {}, ...more, body: new TextEncoder().encode(text) };
}

export function parse(provider: ProviderName, body: unknown, more: Partial<Omit<SourceResponse, 'body'>> = {}): Parsed {
  return REGISTRY[provider].parse(answer(body, more), { now: NOW });
}

export function feed(entries: string, total: number, start = 0, size = 10, title = 'arXiv Query: search'): string {
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom"><title>${title}</title><opensearch:itemsPerPage>${size}</opensearch:itemsPerPage><opensearch:totalResults>${total}</opensearch:totalResults><opensearch:startIndex>${start}</opensearch:startIndex>${entries}</feed>`;
}

export function entry(id: string, title: string, more = ''): string {
  return `<entry><id>${id}</id><title>${title}</title><summary>A summary that is long enough to count as an abstract for once.</summary><published>2023-05-02T00:00:00Z</published><author><name>Jo Writer</name></author>${more}</entry>`;
}

export function query(text: string, more: Partial<SearchQuery> = {}): SearchQuery {
  return { text, max: 10, days: { from: null, to: null }, cursor: null, relaxed: false, ...more };
}

export const access = (base: string, key: string | null = null, contact: string | null = null) => ({
  base,
  key,
  contact,
});

export const params = (url: string) => new URL(url).searchParams;
