import { type Judged, judgeBracket } from './cite/bracket.ts';
import { looksCited } from './cite/keys.ts';
import { KnownIds } from './cite/known-ids.ts';
import { type Edit, marksFor, type Wound } from './cite/marks.ts';
import { type Prose, proseOf } from './cite/prose.ts';
import { tidied } from './cite/tidy.ts';

export { REMOVED_MARK } from './cite/marks.ts';

export interface CitationRepair {
  readonly text: string;
  /** Unknown ids, each once, in order of appearance. */
  readonly removed: readonly string[];
  /** Near misses and the id each was replaced by. */
  readonly repaired: Readonly<Record<string, string>>;
  /** Citations that were right as written; every member of a range counts. */
  readonly kept: number;
}

const CITATION =
  /(?<!\\)\[([^[\]]{1,600})\]|\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\]]*\])*\{([^{}]{1,600})\}|(?<![\p{L}\p{N}@./])@([\p{L}][\p{L}\p{M}\p{N}_:.-]*[\p{L}\p{M}\p{N}])/gu;
/** `x[3]` takes an element; `models[3]` cites. */
const INDEXED = /(?<![\p{L}\p{N}])\p{L}$/u;
const RANGE_WORD = /(?:range|interval|∈|=)\s*$/iu;

/**
 * Holds a draft to a closed set of citations. Understands `[X9]`, `[1, 3–5]`, `[@key; @other]`, `[Smith21; Jones20]`,
 * `[Smith et al., 2021]`, `[arxiv:2307.08691]`, `[^7]`, `\cite{a,b}` and a bare `@key2021`. Ids that are not known are
 * removed and their sentence gets {@link REMOVED_MARK}; near misses are replaced when they can mean one id only; known ones
 * stay, in mixed lists too. Code, links, images, definitions, tags, maths and task boxes are left as they are.
 * Running it on its own result changes nothing.
 */
export function repairCitations(markdown: string, known: readonly string[]): CitationRepair {
  const ids = new KnownIds(known);
  const edits: Edit[] = [];
  const wounds: Wound[] = [];
  const removed = new Set<string>();
  const repaired: Record<string, string> = {};
  let kept = 0;
  for (const prose of proseOf(markdown)) {
    for (const found of citationsIn(markdown, prose, ids)) {
      kept += found.judged.kept;
      for (const id of found.judged.removed) removed.add(id);
      for (const [from, to] of found.judged.repaired) repaired[from] = to;
      const edit = editOf(found);
      if (edit) edits.push(edit);
      if (found.judged.removed.length > 0) wounds.push({ at: found.start, prose });
    }
  }
  const tidy = tidied(markdown, edits);
  const marks = wounds.length === 0 ? [] : marksFor(markdown, wounds, tidy);
  return { text: apply(markdown, [...tidy, ...marks]), removed: [...removed], repaired, kept };
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly open: string;
  readonly close: string;
  readonly inner: string;
  readonly judged: Judged;
}

function* citationsIn(markdown: string, prose: Prose, ids: KnownIds): Generator<Found> {
  for (const hit of markdown.slice(prose.start, prose.end).matchAll(CITATION)) {
    const start = prose.start + hit.index;
    const end = start + hit[0].length;
    const inner = hit[1] ?? hit[2] ?? hit[3]!;
    const before = markdown.slice(Math.max(0, start - 24), start);
    if (hit[1] !== undefined && isNotation(inner, before)) continue;
    const bare = hit[3] !== undefined;
    if (bare && !ids.has(inner) && !(looksCited(inner, ids) && /\d{2}/.test(inner))) continue;
    const judged = judgeBracket(inner, ids);
    if (!judged) continue;
    const at = hit[0].indexOf(inner, bare ? 1 : hit[0].lastIndexOf('{') + 1);
    yield { start, end, open: hit[0].slice(0, at), close: hit[0].slice(at + inner.length), inner, judged };
  }
}

function isNotation(inner: string, before: string): boolean {
  if (!/^[\d\s,;–-]+$/.test(inner)) return false;
  return INDEXED.test(before) || (RANGE_WORD.test(before) && /^\s*\d+\s*[,;]\s*\d+\s*$/.test(inner));
}

function editOf(found: Found): Edit | null {
  const { start, end, open, close, inner, judged } = found;
  if (judged.inner === inner) return null;
  if (judged.inner !== null) return { start, end, text: open + judged.inner + close };
  return { start, end, text: '' };
}

function apply(markdown: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let text = '';
  let at = 0;
  for (const edit of sorted) {
    text += markdown.slice(at, edit.start) + edit.text;
    at = Math.max(at, edit.end);
  }
  return text + markdown.slice(at);
}
