import { createHash } from 'node:crypto';
import anyAscii from 'any-ascii';
import * as z from 'zod';

/** Schemes of record ids, in the order of trust by which a record's first id is chosen; the rest follow. */
export const TRUST = ['doi', 'arxiv', 'acl', 'pwc', 'dblp', 'openalex', 's2', 'url', 'lib'] as const;
const SCHEMES = [...TRUST, 'hn', 'so', 'reddit', 'gh', 'rfc'] as const;

export const RecordId = z
  .string()
  .regex(/^(doi|arxiv|acl|pwc|dblp|openalex|s2|url|lib|hn|so|reddit|gh|rfc):\S+$/, 'a record id is scheme:value');
export const NodeId = z.string().regex(/^(root|SQ[1-9]\d*)$/, 'a node id is root or SQ<n>');
export const ContradictionId = z.string().regex(/^C[1-9]\d*$/);
export const Slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*-\d{4}-\d{2}-\d{2}(-\d+)?$/, 'the name of a run, which ends with its date');

/** First 6 hex digits of the SHA-1, the seed's short hash. */
export function hash6(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 6);
}

/** SHA-256 in hex, the identity of stored texts and requests. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}

/** arXiv id without its version: `2307.08691`, `hep-th/9901001`, `math.GT/0309136`. */
const ARXIV_NEW = /^(\d{4}\.\d{4,5})(v\d+)?$/i;
const ARXIV_OLD = /^([a-z-]+(?:\.[a-z]{2})?\/\d{7})(v\d+)?$/i;

/** Pages that show one arXiv paper: its own site and mirrors that keep the id in the path. */
const ARXIV_PAGE =
  /^(?:https?:\/\/)?(?:(?:www\.|export\.|browse\.)?arxiv\.org\/(?:abs|pdf|html|src|e-print|format|ps)|(?:www\.)?ar5iv\.(?:labs\.arxiv\.)?org\/(?:abs|html|pdf)|(?:www\.)?alphaxiv\.org\/(?:abs|pdf|overview)|(?:www\.)?huggingface\.co\/papers)\//i;

/** Splits an arXiv id in any spelling; null when it is none. */
export function arxivParts(value: string): { id: string; version: number | null } | null {
  const bare = value
    .trim()
    .replace(ARXIV_PAGE, '')
    .replace(/^(?:https?:\/\/)?(?:dx\.)?doi\.org\/10\.48550\/arxiv\./i, '')
    .replace(/^(?:doi:\s*)?10\.48550\/arxiv\./i, '')
    .replace(/^arxiv:\s*/i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .replace(/\.pdf$/i, '')
    .replace(/\s*\[[a-z-]+(?:\.[a-z-]+)?\]$/i, '');
  const hit = ARXIV_NEW.exec(bare) ?? ARXIV_OLD.exec(bare);
  if (!hit?.[1]) return null;
  const archive = hit[1].includes('/') ? hit[1].replace(/^[^/]+/, (a) => lowerArchive(a)) : hit[1];
  return { id: archive, version: hit[2] ? Number(hit[2].slice(1)) : null };
}

function lowerArchive(archive: string): string {
  const [name, subject] = archive.split('.');
  return subject ? `${name!.toLowerCase()}.${subject.toUpperCase()}` : name!.toLowerCase();
}

const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{', '>': '<' };

function trimUnbalanced(doi: string): string {
  let text = doi;
  for (;;) {
    const last = text.at(-1);
    if (last === undefined) return text;
    if (/[.,;:'"]/.test(last)) text = text.slice(0, -1);
    else if (last in PAIRS && count(text, last) > count(text, PAIRS[last]!)) text = text.slice(0, -1);
    else return text;
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The text stands for a DOI and nothing else, so that a short registrant (`10.1/x`) is taken at its word. */
const DOI_ALONE =
  /^(?:(?:https?:\/\/)?(?:www\.|dx\.)?doi\.org\/(?:doi:\s*)?|(?:info:)?doi[:/\s]\s*(?:https?:\/\/(?:dx\.)?doi\.org\/)?)?(10\.\d{1,9}(?:\.\d+)*\/\S+)$/i;
const DOI_INSIDE = /10\.\d{4,9}(?:\.\d+)*\/[^\s"]+/;

/** A DOI in lower case, found in any spelling (`doi:`, resolver URL, inside a sentence); null when there is none. */
export function cleanDoi(value: string): string | null {
  let text = value.trim();
  try {
    if (/%[0-9a-f]{2}/i.test(text)) text = decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error; // a stray % is part of the value
  }
  const hit = DOI_ALONE.exec(text)?.[1] ?? DOI_INSIDE.exec(text)?.[0];
  if (hit === undefined) return null;
  const doi = trimUnbalanced(hit.replace(/,?\s*EDN:.*$/i, '')).toLowerCase();
  return /^10\.[\d.]+\/.+/.test(doi) ? doi : null;
}

/** Publishers' pages whose path holds the DOI itself. */
const DOI_PAGE =
  /^https?:\/\/[^/]+\/(?:[^?#]*\/)?doi\/(?:abs\/|pdf\/|pdfdirect\/|full\/|epdf\/|epub\/|book\/|fullhtml\/)?(10\.\d{4,9}(?:\.\d+)*\/[^?#\s]+)/i;

/** ACL Anthology ids are upper case in the old style (`P03-1021`) and lower case in the new (`2020.acl-main.405`). */
function aclId(value: string): string {
  const bare = value.replace(/\.(?:pdf|bib)$/i, '').replace(/v\d+$/i, '');
  return /^[a-z]\d{2}-\d{4,5}$/i.test(bare) ? bare.toUpperCase() : bare.toLowerCase();
}

/** A web address as an identity: https, host in lower case, without fragment, tracking parameters and final slash. */
function urlId(text: string): string | null {
  const address = URL.parse(text);
  if (address === null || !/^https?:$/.test(address.protocol) || /\s/.test(text)) return null;
  address.protocol = 'https:';
  address.hash = '';
  const query = address.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^(?:utm_[a-z]+|fbclid|gclid)(?:=|$)/i.test(part))
    .join('&');
  address.search = query === '' ? '' : `?${query}`;
  const plain = address.href;
  return `url:${query === '' ? plain.replace(/\/+$/, '') : plain}`;
}

/** The id behind the address of a page that shows one known thing; null for any other address. */
function idOfPage(text: string): string | null {
  const doi = DOI_PAGE.exec(text)?.[1];
  if (doi !== undefined) return normaliseId(`doi:${doi}`);
  const openalex = /^https?:\/\/(?:api\.)?openalex\.org\/(?:works\/)?(W\d+)\/?$/i.exec(text)?.[1];
  if (openalex !== undefined) return `openalex:${openalex.toUpperCase()}`;
  const acl = /^https?:\/\/(?:www\.)?(?:aclanthology\.org|aclweb\.org\/anthology)\/([A-Za-z0-9.-]+?)\/?$/.exec(
    text,
  )?.[1];
  if (acl !== undefined && /\d/.test(acl)) return `acl:${aclId(acl)}`;
  const s2 = /^https?:\/\/(?:www\.|api\.)?semanticscholar\.org\/paper\/(?:[^?#]*\/)?([0-9a-f]{40})\b/i.exec(text)?.[1];
  if (s2 !== undefined) return `s2:${s2.toLowerCase()}`;
  const dblp =
    /^https?:\/\/dblp\.(?:org|uni-trier\.de)\/rec\/(?:html\/|xml\/|bibtex\/)?([^?#\s]+?)(?:\.(?:html|xml|bib))?$/i.exec(
      text,
    )?.[1];
  if (dblp !== undefined) return `dblp:${dblp}`;
  const rfc =
    /^https?:\/\/(?:www\.rfc-editor\.org\/(?:rfc|info)|datatracker\.ietf\.org\/doc\/(?:html)?)\/?rfc(\d+)/i.exec(
      text,
    )?.[1];
  if (rfc !== undefined) return `rfc:${Number(rfc)}`;
  return null;
}

/**
 * The canonical spelling of a record id, whatever came in (`arXiv:2503.1v2`, a DOI URL, `ACL:P03-1021`, a page's
 * address); null when no scheme fits.
 */
export function normaliseId(value: string): string | null {
  const text = value.trim();
  if (text === '') return null;
  const arxiv = arxivParts(text);
  if (arxiv) return `arxiv:${arxiv.id}`;
  if (DOI_ALONE.test(text) || /^doi:/i.test(text) || /^https?:\/\/(dx\.)?doi\.org\//i.test(text)) {
    const doi = cleanDoi(text);
    return doi ? `doi:${doi}` : null;
  }
  if (/^https?:\/\//i.test(text)) return idOfPage(text) ?? urlId(text);
  const hit = /^([a-z0-9]+):\s*(\S+)$/i.exec(text);
  if (!hit) return null;
  const scheme = hit[1]!.toLowerCase();
  const rest = hit[2]!;
  if (/^https?:\/\//i.test(rest) && (SCHEMES as readonly string[]).includes(scheme)) return normaliseId(rest);
  switch (scheme) {
    case 'arxiv':
    case 'url':
      return null;
    case 'openalex':
      return `openalex:${rest.toUpperCase()}`;
    case 'lib':
    case 's2':
      return `${scheme}:${rest.toLowerCase()}`;
    case 'acl':
      return `acl:${aclId(rest)}`;
    case 'rfc':
      return `rfc:${rest.replace(/^rfc[-\s]?(?=\d)/i, '')}`;
    default:
      return (SCHEMES as readonly string[]).includes(scheme) ? `${scheme}:${rest}` : null;
  }
}

/** Orders ids by trust, then by value, without repeats. The first one is the record's `id`. */
export function orderIds(ids: readonly string[]): string[] {
  const rank = (id: string) => {
    const at = (TRUST as readonly string[]).indexOf(id.slice(0, id.indexOf(':')));
    return at < 0 ? TRUST.length : at;
  };
  return [...new Set(ids)].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0));
}

/** The file name of an id: `:` and `/` become `-`; a hash is added when anything else had to go or it is too long. */
export function fileNameOf(id: string): string {
  const plain = id.replace(/[:/]/g, '-');
  const safe = plain.replace(/[^0-9A-Za-z._-]/g, '-');
  if (safe === plain && safe.length <= 120) return safe;
  return `${safe.slice(0, 112)}-${hash6(id)}`;
}

/**
 * Kebab-case ASCII of a topic (transliterated, at most 60 characters) and the date.
 * @param date ISO date `YYYY-MM-DD`
 */
export function slugOf(topic: string, date: string): string {
  const ascii = anyAscii(topic.normalize('NFKC'))
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const cut =
    ascii.length <= 60
      ? ascii
      : ascii
          .slice(0, 61)
          .replace(/-[^-]*$/, '')
          .slice(0, 60);
  const stem = cut.replace(/-+$/g, '');
  return `${stem === '' ? `topic-${hash6(topic)}` : stem}-${date}`;
}

/** The execution's name for an attempt; in the cloud a 6-character owner hash keeps owners apart. At most 80. */
export function executionName(slug: string, attempt: number, owner?: string): string {
  const tail = `-a${attempt}${owner === undefined ? '' : `-${hash6(owner)}`}`;
  const name = slug.replace(/[^0-9A-Za-z-_]/g, '-');
  return name.length + tail.length <= 80 ? name + tail : `${name.slice(0, 80 - tail.length - 7)}-${hash6(slug)}${tail}`;
}
