import { normaliseId } from '../../contracts/ids.ts';
import { type Judged, judgeBracket } from './bracket.ts';
import type { KnownIds } from './known-ids.ts';
import type { Link } from './prose.ts';

/** Addresses that show one work, beside those that hold an id. */
const WORK_PAGE =
  /^https?:\/\/(?:[\w-]+\.)*(?:openreview\.net\/(?:forum|pdf)|ieeexplore\.ieee\.org\/(?:abstract\/)?document|link\.springer\.com\/(?:article|chapter|book)|sciencedirect\.com\/science\/article|proceedings\.(?:mlr\.press|neurips\.cc|nips\.cc)|papers\.n(?:eur)?ips\.cc|jmlr\.org\/papers|pubmed\.ncbi\.nlm\.nih\.gov\/\d|(?:www\.)?ncbi\.nlm\.nih\.gov\/pmc|(?:bio|med)rxiv\.org\/content|papers\.ssrn\.com|researchgate\.net\/publication|usenix\.org\/(?:conference|system\/files)|dl\.acm\.org|citeseerx?\.|semanticscholar\.org\/paper|nature\.com\/articles|tandfonline\.com|onlinelibrary\.wiley\.com)/i;

/**
 * What becomes of a link; null: it is no citation.
 * @param source the link as it is written
 */
export function judgeLink(
  { url, label }: Link,
  source: string,
  known: KnownIds,
  strict: boolean,
): { judged: Judged; text: string | null } | null {
  const id = normaliseId(url);
  const isKnown = known.knowsAddress(url);
  const isWork = (id !== null && !/^(?:url|rfc|gh|hn|so|reddit):/.test(id)) || WORK_PAGE.test(url);
  if (label === null) {
    return isWork && !isKnown ? { judged: { inner: null, kept: 0, removed: [url], repaired: [] }, text: '' } : null;
  }
  if (isKnown) return { judged: { inner: label, kept: 1, removed: [], repaired: [] }, text: null };
  if (url.startsWith('#')) return judgeAnchor(label, known);
  const key = bareKey(label);
  if (known.has(key) && /\p{L}/u.test(key))
    return { judged: { inner: label, kept: 1, removed: [], repaired: [] }, text: null };
  if (key !== '' && known.isLike(key))
    return { judged: { inner: null, kept: 0, removed: [key], repaired: [] }, text: '' };
  const inside = insideLabel(label, known);
  if (inside !== null)
    return {
      judged: inside,
      text: inside.removed.length === 0 ? null : source.replace(label, () => inside.inner ?? ''),
    };
  const isCited = isReference(label);
  if (!isWork && !isCited && !(strict && /^https?:/i.test(url))) return null;
  const shown = isCited || isAddress(label) ? '' : label;
  return { judged: { inner: null, kept: 0, removed: [url], repaired: [] }, text: shown };
}

/** A label without brackets and what only changes its look. */
const bareKey = (label: string): string => label.replace(/[\\*_`[\](){}\s]+/g, '');

/** `[as [X9] shows](…)`: what is cited in the words of a link; null when nothing is. */
function insideLabel(label: string, known: KnownIds): Judged | null {
  const found: Judged[] = [];
  const left = label.replace(/ ?(\\?)\[([^[\]\\]{1,200})\\?\]/g, (whole, slash: string, inner: string) => {
    const judged = judgeBracket(inner, known);
    if (judged === null) return whole;
    found.push(judged);
    return judged.inner === null ? '' : whole.replace(inner, () => judged.inner!).replace(/^ $/, slash);
  });
  if (found.length === 0 || left.trim() === '') return null;
  return {
    inner: left,
    kept: found.reduce((sum, one) => sum + one.kept, 0),
    removed: found.flatMap((one) => one.removed),
    repaired: found.flatMap((one) => one.repaired),
  };
}

/** `[9](#ref-9)`: the label says which. */
function judgeAnchor(label: string, known: KnownIds): { judged: Judged; text: string | null } | null {
  const inner = /^\\?\[?([^[\]\\]+)\\?\]?$/.exec(label)?.[1];
  const judged = inner === undefined ? null : judgeBracket(inner, known);
  if (!judged || judged.removed.length === 0) return judged && { judged, text: null };
  return { judged, text: judged.inner === null ? '' : `[${judged.inner}]` };
}

/** A number, or names and a year: a link that is a reference whatever it points to. */
function isReference(label: string): boolean {
  return (
    /^\\?[[(]?\d{1,3}\\?[\])]?$|^[[(]?\p{Lu}[\p{L}'’ .,&*_-]+(?:19|20)\d{2}[a-z]?[\])]?$/u.test(label.trim()) &&
    !/^(?:19|20)\d\d$/.test(label)
  );
}

function isAddress(label: string): boolean {
  return label.trim() === '' || /^(?:https?:\/\/|www\.|doi:|10\.\d{4,9}\/|arxiv:)\S*$/i.test(label.trim());
}
