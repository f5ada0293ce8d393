/**
 * What each scheme's value looks like: the seed's four patterns, and the other schemes of CONTRACTS with their own
 * strictness. Ids are in canonical spelling here, whatever a provider wrote.
 */
const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    arxiv: /^(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})$/,
    doi: /^10\.\d+\/\S+$/,
    url: /^https?:\/\/[^\s/]+\S*$/,
    pwc: /^[\w.-]+(?:\/[\w.-]+)*$/,
    acl: /^[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*$/,
    dblp: /^[\w./+:-]+$/,
    s2: /^(?:[0-9a-f]{40}|(?:corpusid:)?\d+)$/i,
    openalex: /^W\d+$/,
    lib: /^[0-9a-f]{10}$/,
    hn: /^\d+$/,
    so: /^(?:[\w.-]+[:/])?\d+$/,
    reddit: /^(?:t\d_)?[0-9a-z]+(?:[/:][0-9a-z_]+)*$/i,
    gh: /^[\w.-]+\/[\w.-]+(?:#\d+)?$/,
    rfc: /^\d+$/,
  }),
);

/** Check 3 of a finding: the id has a known scheme and a value of its form. */
export function isRecordId(id: string): boolean {
  const colon = id.indexOf(':');
  return colon > 0 && (PATTERNS.get(id.slice(0, colon))?.test(id.slice(colon + 1)) ?? false);
}
