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

type Scheme = 'doi' | 'arxiv' | 'acl' | 'dblp' | 'openalex' | 's2';
const NONE: readonly string[] = [];

/** Ids by scheme; most records have one or two, so lists are made when needed. */
class Gathered {
  readonly #by = new Map<Scheme, Set<string>>();
  journalDoi: boolean;
  part: boolean;
  preprint: boolean;
  published = false;

  constructor(type: string) {
    this.part = /peer-?review|component/.test(type);
    this.journalDoi = type === 'journal';
    this.preprint = /preprint|posted-content/.test(type);
  }

  add(id: string): void {
    const colon = id.indexOf(':');
    const value = id.slice(colon + 1);
    switch (id.slice(0, colon)) {
      case 'doi':
        this.#addDoi(value);
        break;
      case 'arxiv':
        this.preprint = true;
        this.#put('arxiv', value);
        break;
      case 'acl':
        this.published = true;
        this.#put('acl', value);
        break;
      case 'dblp':
        if (/^journals\/corr\//.test(value)) this.preprint = true;
        else this.published = true;
        this.#put('dblp', value);
        break;
      case 'openalex':
        this.#put('openalex', value);
        break;
      case 's2':
        this.#put('s2', value);
        break;
    }
  }

  list(scheme: Scheme): readonly string[] {
    const set = this.#by.get(scheme);
    return set === undefined ? NONE : [...set].sort();
  }

  #put(scheme: Scheme, value: string): void {
    const set = this.#by.get(scheme);
    if (set === undefined) this.#by.set(scheme, new Set([value]));
    else set.add(value);
  }

  #addDoi(doi: string): void {
    const kind = doiKind(doi);
    if (kind === 'journal') {
      this.journalDoi = true;
      return;
    }
    this.part ||= kind === 'review' || kind === 'component';
    this.preprint ||= kind === 'preprint';
    this.published ||= kind === 'paper';
    this.#put('doi', withoutVersion(doi));
    const acl = aclOfDoi(doi);
    if (acl !== null) this.#put('acl', acl);
  }
}

/** Reads the ids of a record in any spelling. */
export function identityOf(texts: readonly string[], type: string): Identity {
  const ids = new Gathered(type);
  for (const text of texts) {
    const id = normaliseId(text);
    if (id !== null) ids.add(id);
  }
  return {
    dois: ids.list('doi'),
    arxiv: ids.list('arxiv'),
    acl: ids.list('acl'),
    dblp: ids.list('dblp'),
    openalex: ids.list('openalex'),
    s2: ids.list('s2'),
    part: ids.part,
    preprint: ids.preprint,
    published: ids.published,
    journalDoi: ids.journalDoi,
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
