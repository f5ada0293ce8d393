import { normaliseId } from '../../contracts/ids.ts';
import { aclOfDoi, doiKind, doiLetters, withoutVersion } from './doi.ts';

/** The ids of a record by scheme, each list sorted, and what kind of thing they name. */
export interface Identity {
  /** DOIs of papers and reviews, versions stripped. Journal-level DOIs are not here: they name no paper. */
  readonly dois: readonly string[];
  readonly arxiv: readonly string[];
  readonly acl: readonly string[];
  readonly dblp: readonly string[];
  readonly openalex: readonly string[];
  readonly s2: readonly string[];
  /** Peer review, figure or supplement: part of the discussion of a paper, not the paper. */
  readonly part: boolean;
  readonly preprint: boolean;
  readonly published: boolean;
  /** Set when a DOI of a whole journal stood where a paper's should. */
  readonly journalDoi: boolean;
}

/** Reads the ids of a record in any spelling. */
export function identityOf(texts: readonly string[], type: string): Identity {
  const by = {
    doi: new Set<string>(),
    arxiv: new Set<string>(),
    acl: new Set<string>(),
    dblp: new Set<string>(),
    openalex: new Set<string>(),
    s2: new Set<string>(),
  };
  let part = /peer-?review|component/.test(type);
  let journalDoi = type === 'journal';
  let preprint = /preprint|posted-content/.test(type);
  let published = false;
  for (const text of texts) {
    const id = normaliseId(text);
    if (id === null) continue;
    const colon = id.indexOf(':');
    const scheme = id.slice(0, colon);
    const value = id.slice(colon + 1);
    if (scheme === 'doi') {
      const kind = doiKind(value);
      if (kind === 'journal') {
        journalDoi = true;
        continue;
      }
      part ||= kind === 'review' || kind === 'component';
      preprint ||= kind === 'preprint';
      published ||= kind === 'paper';
      by.doi.add(withoutVersion(value));
      const acl = aclOfDoi(value);
      if (acl !== null) by.acl.add(acl);
    } else if (scheme === 'arxiv') {
      preprint = true;
      by.arxiv.add(value);
    } else if (scheme === 'acl') {
      published = true;
      by.acl.add(value);
    } else if (scheme === 'dblp') {
      if (/^journals\/corr\//.test(value)) preprint = true;
      else published = true;
      by.dblp.add(value);
    } else if (scheme === 'openalex' || scheme === 's2') {
      by[scheme].add(value);
    }
  }
  const list = (set: Set<string>) => [...set].sort();
  return {
    dois: list(by.doi),
    arxiv: list(by.arxiv),
    acl: list(by.acl),
    dblp: list(by.dblp),
    openalex: list(by.openalex),
    s2: list(by.s2),
    part,
    preprint,
    published,
    journalDoi,
  };
}

/** How the ids of two records speak: the same thing, certainly another, or (weakly) against or nothing. */
export type IdVerdict = 'same' | 'different' | 'against' | 'chapter' | 'silent';

const shares = (a: readonly string[], b: readonly string[]) => a.some((id) => b.includes(id));

function doisAgainst(a: Identity, b: Identity): IdVerdict {
  const kinds = (ids: readonly string[]) => new Set(ids.map(doiKind));
  const left = kinds(a.dois);
  const right = kinds(b.dois);
  const letters = new Set(a.dois.map(doiLetters));
  if (b.dois.some((doi) => letters.has(doiLetters(doi)))) return 'chapter';
  if ((left.has('preprint') && !left.has('paper')) !== (right.has('preprint') && !right.has('paper'))) return 'silent';
  return 'against';
}

/** Compares ids, most trusted scheme first. Sharing one id means the same; differing ones are evidence against. */
export function compareIds(a: Identity, b: Identity): IdVerdict {
  if (shares(a.dois, b.dois)) return 'same';
  if (a.part !== b.part || (a.part && b.part)) return 'different';
  if (shares(a.arxiv, b.arxiv) || shares(a.acl, b.acl) || shares(a.dblp, b.dblp)) return 'same';
  if (shares(a.openalex, b.openalex) || shares(a.s2, b.s2)) return 'same';
  if (a.arxiv.length > 0 && b.arxiv.length > 0) return 'different';
  if (a.acl.length > 0 && b.acl.length > 0) return 'different';
  if (a.dois.length > 0 && b.dois.length > 0) return doisAgainst(a, b);
  return 'silent';
}
