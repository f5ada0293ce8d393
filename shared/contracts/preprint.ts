import type { PaperRecord } from './record.ts';

const PREPRINT_VENUE = /\b(?:arxiv|corr|biorxiv|medrxiv|ssrn|preprints?|techrxiv|osf)\b/i;
const PREPRINT_DOI = /^10\.(?:48550|1101|2139|31234|31219|36227|20944|21203)\//;

/** Whether a record is a preprint only: an arXiv id or a preprint server's DOI, and no other DOI, venue or published id. */
export function isPreprint(record: Pick<PaperRecord, 'id' | 'ids' | 'doi' | 'venue'>): boolean {
  const ids = [record.id, ...record.ids];
  const dois = ids.filter((id) => id.startsWith('doi:')).map((id) => id.slice(4));
  if (record.doi !== null) dois.push(record.doi.replace(/^doi:/i, ''));
  if (dois.some((doi) => !PREPRINT_DOI.test(doi))) return false;
  if (ids.some((id) => id.startsWith('acl:'))) return false;
  const venue = record.venue ?? '';
  if (venue !== '' && !PREPRINT_VENUE.test(venue)) return false;
  return dois.length > 0 || venue !== '' || ids.some((id) => id.startsWith('arxiv:'));
}
