import { createHash } from 'node:crypto';
import { Source } from '../../contracts/enums.ts';
import { normaliseId, orderIds } from '../../contracts/ids.ts';
import type { LibraryRecord, PaperRecord } from '../../contracts/record.ts';
import { doiKind } from './doi.ts';
import { type AnyRecord, fieldsOf } from './fields.ts';
import { splitAuthors } from './names.ts';
import { fieldText, readable, TITLE_CAP, withoutFinalStop } from './normalise.ts';
import { compareText } from './order.ts';
import { yearsIn } from './prepare.ts';
import { venueOf } from './venues.ts';

const orNull = (text: string) => (text === '' ? null : text);

/** The id of a user's record that has none: a hash of what it says, and, where it has no title, of what it is called. */
export function libraryId(record: AnyRecord): string {
  const fields = fieldsOf(record);
  const called = fields.title === '' && fields.ids.length > 0 ? [fields.ids] : [];
  const said = JSON.stringify([fields.title, fields.authors, fields.venue, fields.year, ...called]);
  return `lib:${createHash('sha1').update(said).digest('hex').slice(0, 10)}`;
}

function authorList(value: unknown): string[] {
  const written = Array.isArray(value)
    ? value.map((entry) => {
        if (typeof entry === 'object' && entry !== null) {
          const person = entry as Record<string, unknown>;
          const family = fieldText(person.family);
          if (family !== '') return `${fieldText(person.given)} ${family}`.trim();
        }
        return fieldText(entry);
      })
    : splitAuthors(fieldText(value));
  return written.map((name) => readable(name).replace(/\s+\d{4}$/, '')).filter((name) => name !== '');
}

const numberOr = (value: unknown) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.round(number) : null;
};

const flag = (value: unknown) => value === true || value === 'true';

/** A record of any shape as a `PaperRecord`. Ids that have no known scheme are kept behind the others. */
export function asPaper(record: AnyRecord, rawId: string): LibraryRecord {
  const source = typeof record === 'object' && record !== null ? record : {};
  const fields = fieldsOf(record);
  const known = fields.ids.map((text) => normaliseId(text)).filter((id) => id !== null);
  const own = known.filter((id) => !id.startsWith('url:'));
  const trusted = orderIds(own.length > 0 ? own : known);
  if (trusted.length === 0) trusted.push(libraryId(record));
  const extra = normaliseId(rawId) === null && rawId !== '' ? [rawId] : [];
  const ids = [...new Set([...orderIds([...trusted, ...known]), ...extra])];
  const year = yearsIn(fields.year)[0] ?? null;
  const date = fieldText(source.date ?? source.publicationDate ?? source.published, 40);
  const paper: LibraryRecord = {
    id: trusted[0]!,
    ids,
    title: orNull(withoutFinalStop(readable(fieldText(fields.title, TITLE_CAP)))),
    authors: authorList(fields.authors),
    year,
    date: /^\d{4}(?:-\d\d(?:-\d\d)?)?/.exec(date)?.[0] ?? null,
    abstract: orNull(fieldText(source.abstract, 100_000)),
    url: orNull(fieldText(source.url ?? source.URL, 2000)),
    doi: ids.find((id) => id.startsWith('doi:'))?.slice(4) ?? null,
    arxivId: ids.find((id) => id.startsWith('arxiv:'))?.slice(6) ?? null,
    venue: orNull(readable(fields.venue)),
    cites: Array.isArray(source.cites) ? source.cites.map((id) => fieldText(id, 500)).filter((id) => id !== '') : [],
    citedByCount: numberOr(source.citedByCount ?? source.citationCount ?? source.cited_by_count),
    retracted: flag(source.retracted ?? source.is_retracted),
    withdrawn: flag(source.withdrawn),
    openAccessUrl: orNull(fieldText(source.openAccessUrl, 2000)),
    source: Source.safeParse(source.source).data ?? 'library',
  };
  if (Array.isArray(source.sections)) paper.sections = source.sections as NonNullable<LibraryRecord['sections']>;
  return paper;
}

function isPublished(paper: PaperRecord): boolean {
  if (paper.venue !== null && venueOf(paper.venue)?.preprint === false) return true;
  return paper.ids.some((id) => (id.startsWith('doi:') && doiKind(id.slice(4)) === 'paper') || id.startsWith('acl:'));
}

function fullness(paper: PaperRecord): number {
  const facts = [
    paper.title,
    paper.year,
    paper.date,
    paper.abstract,
    paper.venue,
    paper.doi,
    paper.url,
    paper.openAccessUrl,
  ];
  return facts.filter((fact) => fact !== null).length + (paper.authors.length > 0 ? 1 : 0);
}

const cut = (title: string) => /(?:\.{3}|…)\s*$/.test(title);

/** Published before preprint, whole titles before cut ones, then the fuller, then by content. */
function byTrust(a: PaperRecord, b: PaperRecord): number {
  return (
    Number(isPublished(b)) - Number(isPublished(a)) ||
    Number(cut(a.title ?? '…')) - Number(cut(b.title ?? '…')) ||
    fullness(b) - fullness(a) ||
    compareText(a.id, b.id) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

const longest = (texts: readonly (string | null)[]) =>
  texts.reduce<string | null>(
    (best, text) => (text !== null && (best === null || text.length > best.length) ? text : best),
    null,
  );

function fullestAuthors(papers: readonly PaperRecord[]): string[] {
  let best: readonly string[] = [];
  const letters = (names: readonly string[]) => names.join('').replace(/[^\p{L}]/gu, '').length;
  for (const { authors } of papers) {
    if (authors.length > best.length || (authors.length === best.length && letters(authors) > letters(best)))
      best = authors;
  }
  return [...best];
}

function dateFor(papers: readonly PaperRecord[], year: number | null): string | null {
  const dates = papers
    .map((paper) => paper.date)
    .filter((date) => date !== null && (year === null || date.startsWith(String(year))));
  const precise = dates.filter(
    (date) => !date!.endsWith('-01-01') || dates.filter((other) => other === date).length > 1,
  );
  return longest(precise) ?? longest(dates);
}

/**
 * One record for the records of a cluster: all ids by order of trust, the published venue and year, the fullest of every
 * other field, every citation, and each warning (retracted, withdrawn) that any of them carries.
 */
export function canonicalOf(members: readonly LibraryRecord[]): LibraryRecord {
  const papers = [...members].sort(byTrust);
  const base = papers[0]!;
  if (papers.length === 1) return { ...base, authors: [...base.authors], cites: [...base.cites] };
  const ids = orderIds(papers.flatMap((paper) => paper.ids));
  const real = ids.filter((id) => normaliseId(id) !== null && !id.startsWith('lib:'));
  const id = real[0] ?? ids.find((candidate) => candidate.startsWith('lib:')) ?? base.id;
  const published = papers.filter(isPublished);
  const year =
    published.find((paper) => paper.year !== null)?.year ?? papers.find((paper) => paper.year !== null)?.year ?? null;
  const venues = (published.length > 0 ? published : papers).map((paper) => paper.venue);
  const counts = papers.map((paper) => paper.citedByCount).filter((count) => count !== null);
  const out: LibraryRecord = {
    id,
    ids,
    title: base.title ?? longest(papers.map((paper) => paper.title)),
    authors: fullestAuthors(papers),
    year,
    date: dateFor(papers, year),
    abstract: longest(papers.map((paper) => paper.abstract)),
    url: papers.find((paper) => paper.url !== null)?.url ?? null,
    doi: ids.find((candidate) => candidate.startsWith('doi:'))?.slice(4) ?? null,
    arxivId: ids.find((candidate) => candidate.startsWith('arxiv:'))?.slice(6) ?? null,
    venue:
      longest(venues.filter((venue) => venue !== null && venueOf(venue)?.preprint !== true)) ??
      longest(papers.map((paper) => paper.venue)),
    cites: [...new Set(papers.flatMap((paper) => paper.cites))].sort(compareText),
    citedByCount: counts.length === 0 ? null : Math.max(...counts),
    retracted: papers.some((paper) => paper.retracted),
    withdrawn: papers.some((paper) => paper.withdrawn),
    openAccessUrl: papers.find((paper) => paper.openAccessUrl !== null)?.openAccessUrl ?? null,
    source: base.source,
  };
  const sections = papers
    .map((paper) => paper.sections ?? [])
    .reduce((best, own) => (own.length > best.length ? own : best), []);
  if (sections.length > 0) out.sections = sections;
  return out;
}
