import type { PaperRecord } from '../contracts/record.ts';
import { isRetractedTitle } from '../contracts/retracted-title.ts';
import { firstAuthorAgrees } from './audit/authors.ts';
import { SAME_TITLE, titleSimilarity } from './fulltext/titles.ts';

/** A notice about a work: from Crossref's `updated-by`/`update-to`, OpenAlex's `is_retracted`, a source's own flag. */
export interface Notice {
  readonly kind: 'retraction' | 'withdrawal' | 'concern' | 'correction' | 'erratum' | 'other';
  readonly source: string;
  /** DOI or address of the notice; null when the source only flags the work. */
  readonly id: string | null;
}

/** What one provider said when asked for a record's id. */
export type Lookup =
  | {
      readonly provider: string;
      readonly outcome: 'found';
      readonly record: PaperRecord;
      readonly notices?: readonly Notice[];
      /** Id of the published version, when the provider knows one. */
      readonly published?: string | null;
    }
  | { readonly provider: string; readonly outcome: 'not_found' }
  /** Throttled, blocked, out of reach, offline: nothing was learnt. */
  | { readonly provider: string; readonly outcome: 'failed'; readonly reason: string };

export type AuditStatus =
  | 'resolved'
  | 'mismatch'
  | 'retracted'
  | 'corrected'
  | 'has_published_version'
  | 'not_found'
  | 'unchecked';

export interface AuditEntry {
  readonly id: string;
  readonly status: AuditStatus;
  /** What the status rests on, in plain sentences. */
  readonly reasons: readonly string[];
  /** Likeness of the titles, 0…1; null when no provider gave one. */
  readonly title_similarity: number | null;
  readonly first_author: boolean | null;
  readonly notices: readonly Notice[];
  readonly published: string | null;
  /** Providers that found the id, that do not have it, and that could not be asked. */
  readonly found_by: readonly string[];
  readonly missing_at: readonly string[];
  readonly failed_at: readonly string[];
}

const RETRACTING = new Set<Notice['kind']>(['retraction', 'withdrawal']);
const CORRECTING = new Set<Notice['kind']>(['correction', 'erratum', 'concern']);

/**
 * Audits one reference. An id exists when any provider has it; it is `not_found` only when at least one provider answered and
 * none has it, and `unchecked` when nobody could be asked. A retraction weighs most, then a wrong title or first author,
 * then corrections, then a published version of a preprint.
 */
export function auditReference(record: PaperRecord, lookups: readonly Lookup[]): AuditEntry {
  const found = lookups.filter((lookup) => lookup.outcome === 'found');
  const missing = lookups.filter((lookup) => lookup.outcome === 'not_found');
  const failed = lookups.filter((lookup) => lookup.outcome === 'failed');
  const notices = noticesOf(record, found);
  const match = bestMatch(record, found);
  const published =
    found.map((lookup) => lookup.published ?? null).find((id) => id !== null && !record.ids.includes(id)) ?? null;
  const entry = {
    id: record.id,
    title_similarity: match?.title ?? null,
    first_author: match?.author ?? null,
    notices,
    published,
    found_by: found.map((lookup) => lookup.provider),
    missing_at: missing.map((lookup) => lookup.provider),
    failed_at: failed.map((lookup) => lookup.provider),
  };
  const { status, reasons } = decide(record, entry, match, failed);
  return { ...entry, status, reasons };
}

type Found = Extract<Lookup, { outcome: 'found' }>;
interface Match {
  readonly provider: string;
  readonly title: number | null;
  readonly author: boolean | null;
  readonly theirs: string;
}

function decide(
  record: PaperRecord,
  entry: Omit<AuditEntry, 'status' | 'reasons'>,
  match: Match | null,
  failed: readonly Extract<Lookup, { outcome: 'failed' }>[],
): { status: AuditStatus; reasons: string[] } {
  const retractions = entry.notices.filter((notice) => RETRACTING.has(notice.kind));
  if (retractions.length > 0) return { status: 'retracted', reasons: retractions.map(sentenceOf) };
  if (!match) {
    const unreached = failed.map((lookup) => `${lookup.provider} could not be asked: ${lookup.reason}.`);
    if (entry.missing_at.length > 0) {
      return {
        status: 'not_found',
        reasons: [`${entry.missing_at.join(', ')} answered and does not have ${record.id}.`, ...unreached],
      };
    }
    return { status: 'unchecked', reasons: unreached.length > 0 ? unreached : ['No provider was asked.'] };
  }
  if (match.title !== null && match.title < SAME_TITLE) {
    return {
      status: 'mismatch',
      reasons: [
        `${match.provider} has another title for ${record.id}: "${match.theirs.slice(0, 200)}" (likeness ${match.title.toFixed(2)}).`,
      ],
    };
  }
  if (match.author === false) {
    return { status: 'mismatch', reasons: [`${match.provider} names another first author for ${record.id}.`] };
  }
  const corrections = entry.notices.filter((notice) => CORRECTING.has(notice.kind));
  if (corrections.length > 0) return { status: 'corrected', reasons: corrections.map(sentenceOf) };
  if (entry.published !== null) {
    return { status: 'has_published_version', reasons: [`A published version exists: ${entry.published}.`] };
  }
  return { status: 'resolved', reasons: [`${match.provider} has it under the same title.`] };
}

function sentenceOf(notice: Notice): string {
  return `${notice.source} has a ${notice.kind} notice${notice.id === null ? '' : `: ${notice.id}`}.`;
}

function noticesOf(record: PaperRecord, found: readonly Found[]): Notice[] {
  const all: Notice[] = [];
  if (record.retracted || isRetractedTitle(record.title))
    all.push({ kind: 'retraction', source: record.source, id: null });
  if (record.withdrawn) all.push({ kind: 'withdrawal', source: record.source, id: null });
  for (const lookup of found) {
    if (lookup.record.retracted || isRetractedTitle(lookup.record.title))
      all.push({ kind: 'retraction', source: lookup.provider, id: null });
    if (lookup.record.withdrawn) all.push({ kind: 'withdrawal', source: lookup.provider, id: null });
    all.push(...(lookup.notices ?? []));
  }
  const named = new Set(all.filter(({ id }) => id !== null).map(({ kind, source }) => `${kind} ${source}`));
  const seen = new Set<string>();
  return all.filter((notice) => {
    if (notice.id === null && named.has(`${notice.kind} ${notice.source}`)) return false;
    const key = `${notice.kind} ${notice.source} ${notice.id ?? ''}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** The provider whose title is closest: one wrong copy among several does not condemn a reference. */
function bestMatch(record: PaperRecord, found: readonly Found[]): Match | null {
  let best: Match | null = null;
  for (const { provider, record: theirs } of found) {
    const title = record.title === null || theirs.title === null ? null : titleSimilarity(record.title, theirs.title);
    const match = {
      provider,
      title,
      author: firstAuthorAgrees(record.authors, theirs.authors),
      theirs: theirs.title ?? '',
    };
    if (!best || value(match) > value(best)) best = match;
  }
  return best;
}

function value(match: Match): number {
  return (match.title ?? 0.5) + (match.author === true ? 0.1 : match.author === false ? -0.1 : 0);
}
