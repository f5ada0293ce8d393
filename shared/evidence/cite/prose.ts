import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { shallow } from './shallow.ts';

/** A stretch of running text: offsets into the Markdown source. */
export interface Prose {
  readonly start: number;
  readonly end: number;
  /** Inside a table cell, where a sentence is the cell. */
  readonly cell: boolean;
  /** In code, where brackets mostly mean something else. */
  readonly code?: boolean;
  /** Between the tags of a raw HTML block: sentences end with it. */
  readonly html: boolean;
  /** The paragraph, heading or cell around it: no sentence goes beyond. */
  readonly block: Stretch;
}

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly type: string;
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
  readonly children?: readonly Node[];
  readonly url?: string;
  readonly identifier?: string;
}

/** Their text is an address, an address's label or code: brackets in there are no citations. */
const LEFT_ALONE = new Set(['link', 'linkReference', 'image', 'imageReference', 'definition', 'footnoteReference']);
/** Opens right before a character and closes right behind one, and no digit follows: `$5 and $6` is money. */
const MATHS = /\$\$[^$]+\$\$|\$(?=\S)[^$\n]*?(?<=\S)\$(?!\d)|\\\([^\n]*?\\\)|\\\[[\s\S]*?\\\]/g;

/** `\\[X9, P1\\]` is a citation whose brackets are escaped, and no displayed formula. */
const ESCAPED_KEYS = /^\\\[\s*(?!\p{L}_)[\p{L}\p{N}@^:.,;&_\s–-]{1,120}\\\]$/u;

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell']);
const ADDRESS = /(?<!\[)(?:https?:\/\/|www\.)[^\s<]*/gi;
const HTML_MARKUP = /<!--[\s\S]*?(?:-->|$)|<(pre|code|script|style|a)\b[\s\S]*?(?:<\/\1\s*>|$)|<[^>]*(?:>|$)/gi;

/** An address the Markdown points to: a link in any of its spellings, or an address as it stands. */
export interface Link {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  /** What is shown for it, the address itself when nothing else is; null: the line that defines an address. */
  readonly label: string | null;
  readonly prose: Prose;
}

/** What {@link read} finds in a Markdown source. */
export interface Reading {
  readonly prose: readonly Prose[];
  readonly links: readonly Link[];
}

class Finds {
  readonly prose: Prose[] = [];
  readonly links: Link[] = [];
  readonly #addresses = new Map<string, string>();
  readonly markdown: string;

  constructor(markdown: string) {
    this.markdown = markdown;
  }

  define(node: Node): void {
    for (const child of node.children ?? []) this.define(child);
    if (node.type === 'definition' && node.identifier !== undefined && node.url !== undefined)
      this.#addresses.set(node.identifier, node.url);
    const own = stretchOf(node);
    if (node.type === 'definition' && own)
      this.links.push({
        ...own,
        url: node.url ?? '',
        label: null,
        prose: { ...own, cell: false, html: false, block: own },
      });
  }

  link(node: Node, cell: boolean, block: Stretch | null): void {
    const own = stretchOf(node);
    const url = node.type === 'link' ? node.url : this.#addresses.get(node.identifier ?? '');
    if (!own || url === undefined) return;
    const inside = contentOf(node) ?? own;
    const label = (node.children ?? []).length === 0 ? url : this.markdown.slice(inside.start, inside.end);
    this.links.push({ ...own, url, label, prose: { ...own, cell, html: false, block: block ?? own } });
  }
}

/** Where the Markdown holds prose (no code, links, images, definitions, tags, footnote references, task boxes, maths), and its links. */
export function read(markdown: string): Reading {
  const found = new Finds(markdown);
  const tree = unified().use(remarkParse).use(remarkGfm).parse(shallow(markdown)) as Node;
  found.define(tree);
  walk(tree, false, null, found);
  return { prose: found.prose.flatMap((prose) => withoutMaths(markdown, prose)), links: found.links };
}

function walk(node: Node, cell: boolean, block: Stretch | null, found: Finds): void {
  const { markdown } = found;
  if (node.type === 'link' || node.type === 'linkReference') found.link(node, cell, block);
  if (LEFT_ALONE.has(node.type)) return;
  const own = stretchOf(node);
  if (node.type === 'text' && own) found.prose.push({ ...own, cell, html: false, block: block ?? own });
  if (node.type === 'html' && own) addHtmlText(own, cell, found);
  if (node.type === 'inlineCode' && own) addCitedCode(own, cell, block ?? own, found);
  const inCell = cell || node.type === 'tableCell';
  const around = BLOCKS.has(node.type) ? contentOf(node) : block;
  const children = node.children ?? [];
  let inside: string | null = null;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'html' && own) {
      const tag = stretchOf(child);
      if (tag && inside === null) addAnchor(tag, own.end, inCell, around ?? own, found);
      inside = openTag(markdown.slice(tag?.start, tag?.end), inside);
    }
    if (inside !== null) continue;
    if (stretchOf(child)) {
      walk(child, inCell, around, found);
      continue;
    }
    // Where an address without brackets was recognised, the pieces of text around it come without their places.
    const from = i === 0 ? own?.start : stretchOf(children[i - 1]!)?.end;
    while (i + 1 < children.length && !stretchOf(children[i + 1]!)) i++;
    const to = i + 1 < children.length ? stretchOf(children[i + 1]!)?.start : own?.end;
    if (from !== undefined && to !== undefined)
      addAroundAddresses({ start: from, end: to }, inCell, around ?? { start: from, end: to }, found);
  }
}

const CITED_CODE = /^`+\s*(\[[^[\]`]{1,120}\]|[^[\]`]{1,120}?)\s*`+$/;

/** Code that is written where a citation goes: `[X9]` in backticks, or a key in backticks between brackets. */
function addCitedCode({ start, end }: Stretch, cell: boolean, block: Stretch, { markdown, prose }: Finds): void {
  const inner = CITED_CODE.exec(markdown.slice(start, end))?.[1];
  if (inner === undefined) return;
  if (!inner.startsWith('[') && !(markdown[start - 1] === '[' && markdown[end] === ']')) return;
  const from = start + markdown.slice(start, end).indexOf(inner);
  prose.push({ start: from, end: from + inner.length, cell, html: false, block, code: true });
}

function stretchOf(node: Node): Stretch | null {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  return start === undefined || end === undefined ? null : { start, end };
}

/** From a block's first child to its last: without the marks of a heading or an underline. */
function contentOf(node: Node): Stretch | null {
  const own = stretchOf(node);
  const first = node.children?.[0];
  const last = node.children?.at(-1);
  if (!own || !first || !last) return own;
  return { start: stretchOf(first)?.start ?? own.start, end: stretchOf(last)?.end ?? own.end };
}

/** The element of code or of a link that is open behind an inline tag. */
function openTag(tag: string, open: string | null): string | null {
  const hit = /^<(\/?)(code|pre|kbd|samp|script|style|a)\b[^>]*?(\/?)>$/i.exec(tag);
  if (!hit) return open;
  const name = hit[2]!.toLowerCase();
  if (hit[1] === '/') return name === open ? null : open;
  return open ?? (hit[3] === '/' ? null : name);
}

/** Behind an address this is the sentence's, not the address's. */
const BEHIND_ADDRESS = /[.,;:!?'"*_)\]]+$/;

/** Text with addresses in it; an address that fills a pair of brackets is a citation and stays. */
function addAroundAddresses(part: Stretch, cell: boolean, block: Stretch, found: Finds): void {
  let from = part.start;
  const add = (start: number, end: number) => {
    if (end > start) found.prose.push({ start, end, cell, html: false, block });
  };
  for (const hit of found.markdown.slice(part.start, part.end).matchAll(ADDRESS)) {
    const start = part.start + hit.index;
    const end = start + hit[0].replace(BEHIND_ADDRESS, '').length;
    add(from, start);
    found.links.push({
      start,
      end,
      url: hit[0].slice(0, end - start),
      label: '',
      prose: { start, end, cell, html: false, block },
    });
    from = start + hit[0].length;
  }
  add(from, part.end);
}

const ANCHOR = /^<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>([\s\S]*?)<\/a\s*>/i;

/** The link whose opening tag is `tag`, up to its closing one within `end`. */
function addAnchor(tag: Stretch, end: number, cell: boolean, block: Stretch, found: Finds): void {
  const hit = ANCHOR.exec(found.markdown.slice(tag.start, end));
  if (!hit) return;
  const own = { start: tag.start, end: tag.start + hit[0].length };
  const url = hit[1] ?? hit[2] ?? hit[3]!;
  found.links.push({ ...own, url, label: hit[4]!, prose: { ...own, cell, html: true, block } });
}

/** The running text of a raw HTML block: what stands between its tags, code and comments apart. */
function addHtmlText({ start, end }: Stretch, cell: boolean, found: Finds): void {
  const add = (from: number, to: number) => {
    if (to > from) found.prose.push({ start: from, end: to, cell, html: true, block: { start: from, end: to } });
  };
  let from = start;
  for (const hit of found.markdown.slice(start, end).matchAll(HTML_MARKUP)) {
    const at = start + hit.index;
    add(from, at);
    from = at + hit[0].length;
    if (/^<a\b/i.test(hit[0])) addAnchor({ start: at, end: from }, from, cell, { start: at, end: from }, found);
  }
  add(from, end);
}

function withoutMaths(markdown: string, prose: Prose): Prose[] {
  const parts: Prose[] = [];
  let from = prose.start;
  for (const hit of markdown.slice(prose.start, prose.end).matchAll(MATHS)) {
    const at = prose.start + hit.index;
    if (ESCAPED_KEYS.test(hit[0])) continue;
    if (at > from) parts.push({ ...prose, start: from, end: at });
    from = at + hit[0].length;
  }
  if (from < prose.end) parts.push({ ...prose, start: from, end: prose.end });
  return parts;
}
