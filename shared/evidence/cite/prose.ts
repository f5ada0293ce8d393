import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';

/** A stretch of running text: offsets into the Markdown source. */
export interface Prose {
  readonly start: number;
  readonly end: number;
  /** Inside a table cell, where a sentence is the cell. */
  readonly cell: boolean;
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
}

/** Their text is an address, an address's label or code: brackets in there are no citations. */
const LEFT_ALONE = new Set(['link', 'linkReference', 'image', 'imageReference', 'definition', 'footnoteReference']);
/** Opens right before a character and closes right behind one, and no digit follows: `$5 and $6` is money. */
const MATHS = /\$\$[^$]+\$\$|\$(?=\S)[^$\n]*?(?<=\S)\$(?!\d)|\\\([^\n]*?\\\)|\\\[[\s\S]*?\\\]/g;

const BLOCKS = new Set(['paragraph', 'heading', 'tableCell']);
const ADDRESS = /(?<!\[)(?:https?:\/\/|www\.)[^\s<]*/gi;
const HTML_MARKUP = /<!--[\s\S]*?(?:-->|$)|<(pre|code|script|style|a)\b[\s\S]*?(?:<\/\1\s*>|$)|<[^>]*(?:>|$)/gi;

/** Where the Markdown holds prose: no code, links, images, definitions, tags, footnote references, task boxes, maths. */
export function proseOf(markdown: string): Prose[] {
  const found: Prose[] = [];
  walk(markdown, unified().use(remarkParse).use(remarkGfm).parse(markdown) as Node, false, null, found);
  return found.flatMap((prose) => withoutMaths(markdown, prose));
}

function walk(markdown: string, node: Node, cell: boolean, block: Stretch | null, found: Prose[]): void {
  if (LEFT_ALONE.has(node.type)) return;
  const own = stretchOf(node);
  if (node.type === 'text' && own) found.push({ ...own, cell, html: false, block: block ?? own });
  if (node.type === 'html' && own) addHtmlText(markdown, own, cell, found);
  const inCell = cell || node.type === 'tableCell';
  const around = BLOCKS.has(node.type) ? contentOf(node) : block;
  const children = node.children ?? [];
  let inside: string | null = null;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (child.type === 'html' && own)
      inside = openTag(markdown.slice(child.position?.start.offset, child.position?.end.offset), inside);
    if (inside !== null) continue;
    if (stretchOf(child)) {
      walk(markdown, child, inCell, around, found);
      continue;
    }
    // Where an address without brackets was recognised, the pieces of text around it come without their places.
    const from = i === 0 ? own?.start : stretchOf(children[i - 1]!)?.end;
    while (i + 1 < children.length && !stretchOf(children[i + 1]!)) i++;
    const to = i + 1 < children.length ? stretchOf(children[i + 1]!)?.start : own?.end;
    if (from !== undefined && to !== undefined)
      addAroundAddresses(markdown, { start: from, end: to }, inCell, around, found);
  }
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

/** Text with addresses in it; an address that fills a pair of brackets is a citation and stays. */
function addAroundAddresses(
  markdown: string,
  part: Stretch,
  cell: boolean,
  block: Stretch | null,
  found: Prose[],
): void {
  let from = part.start;
  const add = (start: number, end: number) => {
    if (end > start) found.push({ start, end, cell, html: false, block: block ?? part });
  };
  for (const hit of markdown.slice(part.start, part.end).matchAll(ADDRESS)) {
    const at = part.start + hit.index;
    add(from, at);
    from = at + hit[0].length;
  }
  add(from, part.end);
}

/** The running text of a raw HTML block: what stands between its tags, code and comments apart. */
function addHtmlText(markdown: string, { start, end }: Stretch, cell: boolean, found: Prose[]): void {
  const add = (from: number, to: number) => {
    if (to > from) found.push({ start: from, end: to, cell, html: true, block: { start: from, end: to } });
  };
  let from = start;
  for (const hit of markdown.slice(start, end).matchAll(HTML_MARKUP)) {
    const at = start + hit.index;
    add(from, at);
    from = at + hit[0].length;
  }
  add(from, end);
}

function withoutMaths(markdown: string, prose: Prose): Prose[] {
  const parts: Prose[] = [];
  let from = prose.start;
  for (const hit of markdown.slice(prose.start, prose.end).matchAll(MATHS)) {
    const at = prose.start + hit.index;
    // `\[X9\]` is an escaped bracket as often as displayed maths; both are left alone.
    if (at > from) parts.push({ ...prose, start: from, end: at });
    from = at + hit[0].length;
  }
  if (from < prose.end) parts.push({ ...prose, start: from, end: prose.end });
  return parts;
}
