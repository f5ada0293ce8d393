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

const HTML_MARKUP = /<!--[\s\S]*?(?:-->|$)|<(pre|code|script|style|a)\b[\s\S]*?(?:<\/\1\s*>|$)|<[^>]*(?:>|$)/gi;

/** Where the Markdown holds prose: no code, links, images, definitions, tags, footnote references, task boxes, maths. */
export function proseOf(markdown: string): Prose[] {
  const found: Prose[] = [];
  walk(markdown, unified().use(remarkParse).use(remarkGfm).parse(markdown) as Node, false, found);
  return found.flatMap((prose) => withoutMaths(markdown, prose));
}

function walk(markdown: string, node: Node, cell: boolean, found: Prose[]): void {
  if (LEFT_ALONE.has(node.type)) return;
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (node.type === 'text' && start !== undefined && end !== undefined) found.push({ start, end, cell, html: false });
  if (node.type === 'html' && start !== undefined && end !== undefined) addHtmlText(markdown, start, end, cell, found);
  for (const child of node.children ?? []) walk(markdown, child, cell || node.type === 'tableCell', found);
}

/** The running text of a raw HTML block: what stands between its tags, code and comments apart. */
function addHtmlText(markdown: string, start: number, end: number, cell: boolean, found: Prose[]): void {
  let from = start;
  for (const hit of markdown.slice(start, end).matchAll(HTML_MARKUP)) {
    const at = start + hit.index;
    if (at > from) found.push({ start: from, end: at, cell, html: true });
    from = at + hit[0].length;
  }
  if (from < end) found.push({ start: from, end, cell, html: true });
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
