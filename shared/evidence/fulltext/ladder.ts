import { arxivParts } from '../../contracts/ids.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import type { StoredText } from '../../contracts/text.ts';
import { decode } from './document.ts';
import { isWithdrawnNotice, MAX_HTML, readLatexml, readPage } from './html.ts';
import { isJats, readJats } from './jats.ts';
import { isUnreadable, lengthOf, type ParsedDocument, type Unreadable } from './parsed.ts';
import { readPdf } from './pdf.ts';
import { isPdf } from './pdf-guard.ts';
import type { PdfCaps } from './pdf-items.ts';
import { isKnownSection } from './sections.ts';
import { storeAbstract, storeDocument, type TextSource } from './store-text.ts';
import { SAME_TITLE, titleSimilarity } from './titles.ts';

/** A document as fetched. Everything at the transport layer is typed by the caller; a status of 400 or more is no failure. */
export type Fetched =
  | {
      readonly ok: true;
      readonly status: number;
      readonly contentType: string | null;
      readonly body: Uint8Array;
      readonly finalUrl: string;
    }
  | { readonly ok: false; readonly reason: string };

export interface LadderOptions {
  readonly fetchDocument: (url: string) => Promise<Fetched>;
  /** Addresses without a trailing slash. */
  readonly bases?: Partial<typeof DEFAULT_BASES>;
  readonly pdfCaps?: Partial<PdfCaps>;
}

/** One rung that was tried. */
export interface Attempt {
  readonly origin: TextSource['origin'];
  readonly url: string;
  readonly outcome: 'used' | 'kept in reserve' | Unreadable['problem'];
  readonly reason: string;
}

export interface FullTextResult {
  /** Null when the paper is withdrawn, or there is neither full text nor abstract. */
  readonly text: StoredText | null;
  readonly withdrawn: boolean;
  readonly attempts: readonly Attempt[];
}

export const DEFAULT_BASES = {
  arxiv: 'https://arxiv.org',
  ar5iv: 'https://ar5iv.labs.arxiv.org',
} as const;

/** A full text shorter than this is an abstract page, a notice or a failed conversion. */
const SHORTEST = 2_500;
/** Pages that are neither LaTeXML nor JATS count as full text only with this much text and some usual sections. */
const SHORTEST_PAGE = 8_000;
const LEAST_SECTIONS = 3;

interface Rung {
  readonly origin: TextSource['origin'];
  readonly url: string;
}

type Outcome = { document: ParsedDocument; origin: TextSource['origin'] } | Unreadable;

/**
 * Gets a paper's text by the ladder arXiv HTML → ar5iv → open-access PDF → abstract. A document is used only when its title
 * is the record's; a conversion that was cut is kept in reserve for when no whole text is found; withdrawn papers give none.
 * Never throws for what a server sends: every rung's outcome is in `attempts`.
 */
export async function fetchFullText(record: PaperRecord, options: LadderOptions): Promise<FullTextResult> {
  const attempts: Attempt[] = [];
  const result = (text: StoredText | null, withdrawn = false): FullTextResult => ({ text, withdrawn, attempts });
  if (record.withdrawn || isWithdrawnNotice(record.abstract ?? '')) return result(null, true);
  const title = record.title ?? record.id;
  let reserve: { document: ParsedDocument; rung: Rung; origin: TextSource['origin'] } | null = null;
  for (const rung of rungsOf(record, options.bases)) {
    const outcome = await tryRung(rung, record, options);
    if ('problem' in outcome) {
      attempts.push({ ...rung, outcome: outcome.problem, reason: outcome.reason });
      if (outcome.problem === 'withdrawn') return result(null, true);
    } else if (outcome.document.truncated) {
      attempts.push({ ...rung, outcome: 'kept in reserve', reason: outcome.document.notes.join('; ') || 'not whole' });
      if (!reserve || lengthOf(outcome.document) > lengthOf(reserve.document)) reserve = { ...outcome, rung };
    } else {
      attempts.push({ ...rung, outcome: 'used', reason: '' });
      return result(store(record, title, outcome.document, outcome.origin, rung.url, attempts));
    }
  }
  if (reserve) return result(store(record, title, reserve.document, reserve.origin, reserve.rung.url, attempts));
  return result(storeAbstract(record.id, title, record.abstract, record.url, notesOf(attempts)));
}

/** The record's rungs in order. */
export function rungsOf(record: PaperRecord, bases: Partial<typeof DEFAULT_BASES> = {}): Rung[] {
  const { arxiv, ar5iv } = { ...DEFAULT_BASES, ...bases };
  const own = [record.arxivId, ...record.ids.filter((id) => id.startsWith('arxiv:')), record.doi];
  const id = own.map((value) => (value === null ? null : arxivParts(value)?.id)).find((found) => found != null);
  const rungs: Rung[] = id
    ? [
        { origin: 'arxiv-html', url: `${arxiv}/html/${id}` },
        { origin: 'ar5iv', url: `${ar5iv}/html/${id}` },
      ]
    : [];
  const open = record.openAccessUrl;
  if (open !== null && !/^https?:\/\/(?:www\.)?arxiv\.org\/(?:abs|html)\//i.test(open))
    rungs.push({ origin: 'pdf', url: open });
  if (id) rungs.push({ origin: 'pdf', url: `${arxiv}/pdf/${id}` });
  return rungs.filter((rung, i) => rungs.findIndex((other) => other.url === rung.url) === i);
}

async function tryRung(rung: Rung, record: PaperRecord, options: LadderOptions): Promise<Outcome> {
  const fetched = await options.fetchDocument(rung.url);
  if (!fetched.ok) return { problem: 'unavailable', reason: fetched.reason };
  if (fetched.status === 404 || fetched.status === 410)
    return { problem: 'not_found', reason: `status ${fetched.status}` };
  if (fetched.status !== 200) return { problem: 'unavailable', reason: `status ${fetched.status}` };
  const read = await readFetched(rung, fetched, options);
  return 'problem' in read ? read : judge(read, record);
}

/** Reads what came, by its first bytes: a page served as PDF is a page. */
async function readFetched(rung: Rung, fetched: Fetched & { ok: true }, options: LadderOptions): Promise<Outcome> {
  const { body, contentType, finalUrl } = fetched;
  if (isPdf(body)) {
    const document = await readPdf(body, options.pdfCaps);
    return isUnreadable(document) ? document : { document, origin: 'pdf' };
  }
  if (body.length > MAX_HTML) return { problem: 'too_large', reason: `${body.length} bytes` };
  const text = decode(body, contentType);
  if (isJats(text.slice(0, 4000))) {
    const document = readJats(text);
    return isUnreadable(document) ? document : { document, origin: 'jats' };
  }
  if (rung.origin !== 'pdf') {
    const document = readLatexml(text);
    return isUnreadable(document) ? document : { document, origin: rung.origin };
  }
  return readOtherPage(text, finalUrl);
}

async function readOtherPage(text: string, url: string): Promise<Outcome> {
  if (!/<(?:html|body|article|!doctype)/i.test(text.slice(0, 4000))) {
    return { problem: 'not_a_pdf', reason: 'neither a PDF nor a page' };
  }
  const document = await readPage(text, url);
  if (isUnreadable(document)) return document;
  const known = document.sections.filter((section) => isKnownSection(section.title)).length;
  if (lengthOf(document) < SHORTEST_PAGE || known < LEAST_SECTIONS) {
    return { problem: 'not_a_pdf', reason: 'a page about the paper came instead of the paper' };
  }
  return { document, origin: 'html' };
}

/** The right paper, not withdrawn, and long enough to be one. */
function judge(read: { document: ParsedDocument; origin: TextSource['origin'] }, record: PaperRecord): Outcome {
  const { document } = read;
  const opening = `${document.title ?? ''}. ${document.abstract ?? ''} ${document.sections[0]?.text ?? ''}`;
  const length = lengthOf(document);
  if (isWithdrawnNotice(document.title ?? '') || (isWithdrawnNotice(opening) && length < SHORTEST * 4)) {
    return { problem: 'withdrawn', reason: 'the paper says that it is withdrawn' };
  }
  if (length < SHORTEST) return { problem: 'too_short', reason: `${length} characters` };
  if (record.title !== null) {
    const likeness = titleLikeness(record.title, document, read.origin);
    if (likeness < SAME_TITLE) {
      const shown = (document.title ?? 'none').slice(0, 120);
      return { problem: 'title_mismatch', reason: `its title is "${shown}" (likeness ${likeness.toFixed(2)})` };
    }
  }
  return read;
}

/** A PDF's title is found by its type size and may be missed: the record's title at the very top counts as well. */
function titleLikeness(title: string, document: ParsedDocument, origin: TextSource['origin']): number {
  const direct = titleSimilarity(title, document.title ?? '');
  if (direct >= SAME_TITLE || origin !== 'pdf') return direct;
  const top = plain(
    `${document.title ?? ''} ${document.sections[0]?.title ?? ''} ${document.sections[0]?.text.slice(0, 1500) ?? ''}`,
  );
  const wanted = plain(title);
  return wanted.length >= 12 && top.includes(wanted) ? 1 : direct;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function store(
  record: PaperRecord,
  title: string,
  document: ParsedDocument,
  origin: TextSource['origin'],
  url: string,
  attempts: readonly Attempt[],
): StoredText {
  return storeDocument(document, { id: record.id, title, origin, url, notes: notesOf(attempts) });
}

function notesOf(attempts: readonly Attempt[]): string[] {
  return attempts
    .filter((attempt) => attempt.outcome !== 'used')
    .map(
      (attempt) =>
        `${attempt.origin}: ${attempt.outcome.replace(/_/g, ' ')}${attempt.reason === '' ? '' : ` (${attempt.reason})`}`,
    );
}
