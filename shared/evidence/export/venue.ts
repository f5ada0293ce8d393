import { isPreprint } from '../../contracts/preprint.ts';
import type { PaperRecord } from '../../contracts/record.ts';

/** What kind of work a reference is; each writer has its own word for it. */
export type EntryType = 'article' | 'conference' | 'preprint' | 'thesis' | 'report' | 'webpage' | 'other';

const PREPRINT_SERVER = /\b(?:arxiv|corr|preprints?|biorxiv|medrxiv|ssrn|techrxiv)\b/i;
const THESIS = /\b(?:thesis|dissertation)\b/i;
const REPORT = /\b(?:tech(?:nical|\.)? reports?|rfc|working paper|white ?paper)\b/i;
/** Journals whose names speak of proceedings or of a meeting. */
const PROCEEDINGS_JOURNAL =
  /\bproceedings of the (?:vldb|acm on|ieee$|national academy|royal society)|\bpvldb\b|\bpacmpl\b|^proc\.? vldb/i;
const CONFERENCE =
  /\b(?:conference|conf|symposium|symp|workshops?|proceedings|proc|meeting|congress|colloquium|advances in neural information|lecture notes|posters?|short papers|demonstrations|companion|extended abstracts|human language technolog(?:y|ies))\b/i;
const JOURNAL =
  /\b(?:journal|j|transactions|trans|letters|lett|reviews?|magazine|quarterly|annals|bulletin|communications|surveys?|acta|archives?|advances in psychology|nature|science|plos|foundations and trends|queue|computational linguistics|machine learning|jmlr|tacl|tmlr)\b/i;
/** `NeurIPS 2020`, `USENIX Security 2012`, `EMNLP`, `ACL-IJCNLP`: named by letters, or with the year of the meeting. */
const MEETING =
  /(?:^|\s)(?:19|20)\d\d$|^[A-Z]\S*[A-Z]\S* (?:19|20)\d\d\b|^[A-Z][A-Z&/+-]{1,}(?:[- ][A-Z][A-Za-z&/-]*)*$|^[A-Z][a-z]*[A-Z]{2,}\w*$/;

/** The venue without a preprint server's name, which is no venue; null when nothing remains. */
export function publishedVenue(record: Pick<PaperRecord, 'venue'>): string | null {
  return record.venue === null || PREPRINT_SERVER.test(record.venue) ? null : record.venue;
}

/** The kind of a work by its ids and its venue's name. */
export function entryTypeOf(record: Pick<PaperRecord, 'id' | 'ids' | 'doi' | 'venue'>): EntryType {
  const schemes = new Set([record.id, ...record.ids].map((id) => id.slice(0, id.indexOf(':'))));
  if (schemes.has('rfc')) return 'report';
  if (isPreprint(record)) return 'preprint';
  const venue = publishedVenue(record);
  if (venue === null) {
    if (record.doi !== null) return 'other';
    return ['url', 'gh', 'hn', 'so', 'reddit'].some((scheme) => schemes.has(scheme)) ? 'webpage' : 'other';
  }
  if (THESIS.test(venue)) return 'thesis';
  if (REPORT.test(venue)) return 'report';
  if (PROCEEDINGS_JOURNAL.test(venue)) return 'article';
  if (CONFERENCE.test(venue)) return 'conference';
  if (JOURNAL.test(venue)) return 'article';
  // What the ACL Anthology holds and no journal's name fits was given at a meeting.
  return MEETING.test(venue) || schemes.has('acl') ? 'conference' : 'article';
}
