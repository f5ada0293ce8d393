import { createHash } from 'node:crypto';
import { arxivParts, cleanDoi, normaliseId, orderIds } from '../../contracts/ids.ts';
import { blankRecord, type LibraryRecord } from '../../contracts/record.ts';
import { isRetractedTitle } from '../../contracts/retracted-title.ts';

type Raw = Readonly<Record<string, unknown>>;

const text = (value: unknown): string | null => {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  const squeezed = value.replace(/\s+/g, ' ').trim();
  return squeezed === '' ? null : squeezed;
};

/** A title or abstract longer than this is cut: nothing real is, and it would flood everything after. */
const LONGEST = 20_000;

/**
 * A record of the user's file in our shape, whatever its spelling; null when it has no title, because a record without
 * one can be neither found nor cited.
 */
export function libraryRecord(raw: Raw): LibraryRecord | null {
  const title = text(raw.title)?.slice(0, 1000) ?? null;
  if (title === null) return null;
  const url = urlOf(raw);
  const doi = doiOf(raw);
  const given = [raw.id, ...(Array.isArray(raw.ids) ? raw.ids : [])]
    .map((id) => (typeof id === 'string' ? normaliseId(id) : null))
    .filter((id): id is string => id !== null);
  const arxiv = arxivOf(raw, given);
  const year = yearOf(raw);
  const authors = authorsOf(raw.authors ?? raw.author);
  const ids = orderIds([
    ...given,
    ...(doi === null ? [] : [`doi:${doi}`]),
    ...(arxiv === null ? [] : [`arxiv:${arxiv}`]),
    ...(url === null ? [] : [normaliseId(url)].filter((id): id is string => id !== null)),
  ]);
  if (ids.length === 0) ids.push(`lib:${hashOf(title, authors, year)}`);
  const sections = sectionsOf(raw);
  return {
    ...blankRecord(ids[0]!, 'library'),
    ids,
    title,
    authors,
    year,
    date: text(raw.date) ?? (year === null ? null : String(year)),
    abstract: text(raw.abstract)?.slice(0, LONGEST) ?? null,
    url: url ?? urlOfId(ids[0]!),
    doi,
    arxivId: arxiv,
    venue: text(raw.venue) ?? text(raw.journal) ?? text(raw.booktitle) ?? text(raw['container-title']),
    cites: idsIn(raw.references ?? raw.cites),
    citedByCount: typeof raw.citedByCount === 'number' && raw.citedByCount >= 0 ? Math.floor(raw.citedByCount) : null,
    retracted: raw.retracted === true || isRetractedTitle(title),
    withdrawn: raw.withdrawn === true,
    ...(sections.length === 0 ? {} : { sections }),
  };
}

function hashOf(title: string, authors: readonly string[], year: number | null): string {
  return createHash('sha1')
    .update([title.toLowerCase(), authors[0] ?? '', year ?? ''].join('|'))
    .digest('hex')
    .slice(0, 10);
}

function doiOf(raw: Raw): string | null {
  for (const value of [raw.doi, raw.DOI, raw.id]) {
    if (typeof value !== 'string' || arxivParts(value)) continue;
    const doi = /10\.\d{4,9}\//.test(value) ? cleanDoi(value) : null;
    if (doi !== null) return doi;
  }
  return null;
}

function arxivOf(raw: Raw, ids: readonly string[]): string | null {
  const known = ids.find((id) => id.startsWith('arxiv:'));
  if (known) return known.slice('arxiv:'.length);
  for (const value of [raw.arxivId, raw.eprint, raw.arxiv]) {
    const parts = typeof value === 'string' ? arxivParts(value) : null;
    if (parts) return parts.id;
  }
  return null;
}

function yearOf(raw: Raw): number | null {
  for (const value of [raw.year, raw.date, raw.issued, raw.published]) {
    const year = Number(/(?:^|\D)(1[4-9]\d\d|20\d\d)(?:\D|$)/.exec(String(value ?? ''))?.[1]);
    if (Number.isInteger(year) && year > 0) return year;
  }
  return null;
}

function authorsOf(value: unknown): string[] {
  if (typeof value === 'string') {
    return value
      .split(/\s+and\s+|;/i)
      .map((name) => inOrder(name))
      .filter(isSomebody);
  }
  if (!Array.isArray(value)) return [];
  return value.map((one) => inOrder(nameOf(one))).filter(isSomebody);
}

/** `and others` of BibTeX says that there are more. */
const isSomebody = (name: string): boolean => name !== '' && !/^(?:others|et\.? al\.?)$/i.test(name);

function nameOf(one: unknown): string {
  if (typeof one === 'string') return one;
  if (one === null || typeof one !== 'object') return '';
  const { name, literal, given, family } = one as Record<string, unknown>;
  return (text(name) ?? text(literal) ?? [text(given), text(family)].filter(Boolean).join(' ')).trim();
}

/** `Knuth, Donald E.` as `Donald E. Knuth`. */
function inOrder(name: string): string {
  const parts = name.replace(/\s+/g, ' ').trim().split(/,\s*/);
  return parts.length === 2 && !/^(jr|sr|ii|iii)\.?$/i.test(parts[1]!) ? `${parts[1]} ${parts[0]}`.trim() : name.trim();
}

function urlOf(raw: Raw): string | null {
  for (const value of [raw.url, raw.URL, raw.link]) {
    const found = text(value);
    if (found !== null && /^https?:\/\/\S+$/i.test(found)) return found;
  }
  return null;
}

/** Where an id can be looked at; null when its scheme has no public page. */
export function urlOfId(id: string): string | null {
  const [scheme, value] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
  switch (scheme) {
    case 'doi':
      return `https://doi.org/${value}`;
    case 'arxiv':
      return `https://arxiv.org/abs/${value}`;
    case 'acl':
      return `https://aclanthology.org/${value}/`;
    case 'rfc':
      return `https://www.rfc-editor.org/rfc/rfc${value}`;
    case 'openalex':
      return `https://openalex.org/${value}`;
    case 's2':
      return `https://www.semanticscholar.org/paper/${value}`;
    case 'dblp':
      return `https://dblp.org/rec/${value}`;
    case 'url':
      return value;
    case 'lib':
      return `urn:plumbline:${id}`;
    default:
      return null;
  }
}

function idsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const ids = value.map((one) => (typeof one === 'string' ? normaliseId(one) : null));
  return [...new Set(ids.filter((id): id is string => id !== null))];
}

function sectionsOf(raw: Raw): { title: string; text: string }[] {
  if (!Array.isArray(raw.sections)) return typeof raw.text === 'string' ? [{ title: '', text: raw.text }] : [];
  return raw.sections.flatMap((section: unknown) => {
    const { title, text: body } = (section ?? {}) as Record<string, unknown>;
    return typeof body === 'string' && body.trim() !== '' ? [{ title: text(title) ?? '', text: body }] : [];
  });
}
