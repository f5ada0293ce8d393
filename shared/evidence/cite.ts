import { type Judged, judgeBracket } from './cite/bracket.ts';
import { type Flat, flatten } from './cite/flat.ts';
import { areKeys, looksCited } from './cite/keys.ts';
import { KnownIds, type KnownWork } from './cite/known-ids.ts';
import { judgeLink } from './cite/links.ts';
import { type LooseHit, looseHits } from './cite/loose.ts';
import { type Edit, marksFor } from './cite/marks.ts';
import { namedHits } from './cite/named.ts';
import { type Prose, read } from './cite/prose.ts';
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

/** `[X9]`, `\\[X9\\]`, `【X9】` and its kin, `\\cite{X9}`, `@X9`. */
const CITATION =
  /(?<!\\)\[([^[\]]{1,600})\]|\\\[([^[\]\\]{1,200})\\\]|[［【〔〖⟦]([^［］【】〔〕〖〗⟦⟧]{1,600})[］】〕〗⟧]|\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\]]*\])*\{([^{}]{1,600})\}|(?<![\p{L}\p{N}@./])@([\p{L}][\p{L}\p{M}\p{N}_:.-]*[\p{L}\p{M}\p{N}])/gu;
/** What a chat model's tool puts behind a key: `9†source`. */
const TOOL_MARK = /†.*$/su;
/** `x[3]`, `x[3][4]` and `row_ids[3]` take an element; `models[3]` cites. */
const INDEXED =
  /(?<![\p{L}\p{N}])(?:\p{L}|\p{L}[\p{L}\p{N}]*_[\p{L}\p{N}_]*|\p{Ll}+\p{Lu}[\p{L}\p{N}]*|(?:arr|array|args|argv|buf|dp|idx|list|mat|nums|ptr|row|col|src|dst|str|tmp|vec))(?:\[[^\]]{0,20}\])*$/u;
const RANGE_WORD = /(?:range|interval|∈|=|(?<!\p{L})[\p{Ll}&&[^a]] in)\s*$/iv;

/** What else is known when a draft is judged. */
export interface RepairOptions {
  /** Authors and years of the known works: names in running text are held against them. */
  readonly works?: readonly KnownWork[];
  /** Texts whose own references may be named as they name them. */
  readonly texts?: readonly string[];
  /** Every address and every `Doe et al.` must be of a known work; otherwise only addresses of works are references. */
  readonly strict?: boolean;
}

/**
 * Holds a draft to a closed set of citations. Understands `[X9]`, `[**X9**]`, `[1, 3–5]`, `[@key; @other]`, `[Smith21; Jones20]`,
 * `[Smith et al., 2021]`, `(Smith et al., 2021)`, `Smith et al. (2021)`, `[arxiv:2307.08691]`, bare DOIs, arXiv ids and addresses of
 * works, links to them, `[^7]`, raised numbers, `<cite>`, `\cite{a,b}` and a bare `@key2021`. Ids that are not known are
 * removed and their sentence gets {@link REMOVED_MARK}; of a name in running text only the year goes. Near misses in brackets
 * are replaced when they can mean one id only; known ones stay, in mixed lists too. Code, other links, images, tags, maths
 * and task boxes are left as they are. Running it on its own result changes nothing.
 */
export function repairCitations(
  markdown: string,
  known: readonly string[],
  { works = [], texts = [], strict = false }: RepairOptions = {},
): CitationRepair {
  const ids = new KnownIds(known, works, texts);
  const { prose, links } = read(markdown);
  const found = withoutOverlaps([
    ...citations(flatten(markdown, prose), ids, strict),
    ...links.flatMap((link) => {
      const hit = judgeLink(link, markdown.slice(link.start, link.end), ids, strict);
      return hit ? [{ start: link.start, end: link.end, prose: link.prose, ...hit }] : [];
    }),
  ]);
  const edits = found.flatMap(({ start, end, text }) => (text === null ? [] : [{ start, end, text }]));
  const wounds = found.flatMap(({ start, prose, judged }) => (judged.removed.length > 0 ? [{ at: start, prose }] : []));
  const tidy = tidied(markdown, edits);
  const marks = wounds.length === 0 ? [] : marksFor(markdown, wounds, tidy);
  return {
    text: apply(markdown, [...tidy, ...marks]),
    removed: [...new Set(found.flatMap(({ judged }) => judged.removed))],
    repaired: Object.fromEntries(found.flatMap(({ judged }) => judged.repaired)),
    kept: found.reduce((sum, { judged }) => sum + judged.kept, 0),
  };
}

/** One citation: offsets into the source, and what stands there afterwards; null: it stays as written. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string | null;
  readonly judged: Judged;
  readonly prose: Prose;
}

/** In the order of the text; where two readings of one place meet, the first one found holds. */
function withoutOverlaps(found: readonly Found[]): Found[] {
  const taken: Found[] = [];
  const sorted = found
    .map((hit, order) => ({ hit, order }))
    .sort((a, b) => a.hit.start - b.hit.start || a.order - b.order);
  for (const { hit } of sorted) {
    const last = taken.at(-1);
    if (last === undefined || hit.start >= last.end) taken.push(hit);
  }
  return taken;
}

function citations(flat: Flat, ids: KnownIds, strict: boolean): Found[] {
  const { text } = flat;
  const found: Found[] = [];
  const add = (hit: LooseHit) => {
    const [start, end] = [flat.startOf(hit.start), flat.endOf(Math.max(hit.end, hit.start + 1))];
    found.push({ start, end, text: hit.text, judged: hit.judged, prose: flat.proseAt(hit.start) });
  };
  const brackets = [...bracketed(text, ids)];
  // In code only what can be nothing but a citation is one.
  const inCode = ({ start, end }: LooseHit) =>
    flat.proseAt(start).code || flat.proseAt(Math.min(start + 1, end - 1)).code;
  for (const hit of [...looseHits(text, ids), ...brackets]) {
    if (!inCode(hit) || areKeys(text.slice(hit.start, hit.end).replace(/^\[|\]$/g, ''), ids)) add(hit);
  }
  // Without a name to hold it against, a name in front of a known citation is taken for its author.
  const cited = ids.hasNames ? [] : brackets.filter(({ judged }) => judged.kept > 0).map(({ start }) => start);
  const isCited = (end: number) => cited.some((at) => at >= end && !/[.!?]\s+\p{Lu}|\ufffc/u.test(text.slice(end, at)));
  for (const hit of namedHits(text, ids, strict)) if (!isCited(hit.end)) add(hit);
  return found;
}

function* bracketed(text: string, ids: KnownIds): Generator<LooseHit> {
  for (const hit of text.matchAll(CITATION)) {
    const start = hit.index;
    const [whole, square, escaped, wide, braced, bare] = hit;
    const inner = (square ?? escaped ?? wide?.replace(TOOL_MARK, '') ?? braced ?? bare)!;
    if (square !== undefined && isNotation(inner, text.slice(Math.max(0, start - 60), start))) continue;
    if (bare !== undefined && !ids.isLike(bare) && !ids.has(bare) && !(looksCited(bare, ids) && /\d{2}/.test(bare)))
      continue;
    const marked = wide !== undefined && wide !== inner;
    const judged = judgeBracket(inner, ids) ?? (marked ? goneFor(inner) : null);
    if (!judged) continue;
    const at = whole.indexOf(inner, bare !== undefined ? 1 : whole.lastIndexOf('{') + 1);
    const around = (left: string) => whole.slice(0, at) + left + whole.slice(at + inner.length);
    yield {
      start,
      end: start + whole.length,
      judged,
      text: judged.inner === inner ? null : judged.inner === null ? '' : around(judged.inner),
    };
  }
}

const goneFor = (key: string): Judged => ({ inner: null, kept: 0, removed: [key], repaired: [] });

function isNotation(inner: string, before: string): boolean {
  if (!/^[\d\s,;–-]+$/.test(inner)) return false;
  return INDEXED.test(before) || (RANGE_WORD.test(before) && /^\s*\d+\s*[,;]\s*\d+\s*$/.test(inner));
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
