import type { Section } from '../../contracts/record.ts';
import { oneLine, paragraphs } from './sanitise.ts';
import { readableTex } from './tex.ts';

/** The little of the DOM that is needed here; linkedom and browsers have it. */
export interface DomNode {
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<DomNode>;
}
export interface DomElement extends DomNode {
  readonly localName: string;
  getAttribute(name: string): string | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): ArrayLike<DomElement>;
}

const NEVER = new Set(
  'script style noscript template nav header footer aside button form input select textarea svg canvas iframe object embed video audio head link meta dialog'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div section article main figure figcaption blockquote ul ol dl dt dd li pre table tr address details summary'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
/** LaTeXML's marks: errors of the conversion, invisible maths, page furniture, the reference list. */
const LEFT_OUT = new Set([
  'ltx_ERROR',
  'ltx_page_footer',
  'ltx_page_header',
  'ltx_bibliography',
  'ltx_dates',
  'ltx_authors',
  'ltx_TOC',
  'ltx_pagination',
  'ltx_rdf',
  'ltx_title_document',
  'ltx_tag_note',
  'ltx_note_mark',
  'ltx_role_institutetext',
  'ltx_missing_image',
  'ltx_tag_item',
]);
/** Deeper nesting than any page has is an attack on the stack. */
const MAX_DEPTH = 150;

/** Walks an element and gathers its text by section; headings open sections. */
export function sectionsOfDom(root: DomElement): Section[] {
  const walker = new Walker();
  walker.walk(root, 0);
  return walker.result();
}

/** Text of an inline element: maths as TeX for people, footnotes left out. */
export function inlineText(element: DomElement): string {
  const walker = new Walker();
  walker.inlineOnly(element);
  return oneLine(walker.buffer);
}

class Walker {
  readonly #sections: { title: string; blocks: string[] }[] = [{ title: '', blocks: [] }];
  #footnotes: string[] = [];
  /** Goes in front of the next text: an item's first block. */
  #bullet = '';
  buffer = '';

  result(): Section[] {
    this.#flush();
    return this.#sections.map((section) => ({ title: section.title, text: paragraphs(section.blocks.join('\n\n')) }));
  }

  inlineOnly(element: DomElement): void {
    for (const child of list(element.childNodes)) this.#inline(child, 0);
  }

  walk(element: DomElement, depth: number): void {
    if (depth > MAX_DEPTH || isLeftOut(element)) return;
    const name = element.localName;
    if (HEADING.test(name)) this.#heading(element);
    else if (isEquation(element)) this.#equation(element);
    else if (name === 'table') this.#table(element);
    else if (name === 'pre' || hasClass(element, /(?:^|\s)ltx_listing(?:\s|$)/)) this.#block(element.textContent ?? '');
    else this.#walkChildren(element, name, depth);
  }

  #walkChildren(element: DomElement, name: string, depth: number): void {
    const isBlock = BLOCKS.has(name);
    if (isBlock) this.#flush();
    if (name === 'li') this.#bullet = '- ';
    for (const child of list(element.childNodes)) this.#child(child, depth + 1);
    if (isBlock) this.#flush();
  }

  #child(node: DomNode, depth: number): void {
    if (node.nodeType === 3) this.buffer += node.textContent ?? '';
    else if (isElement(node)) {
      if (isBlockLike(node)) this.walk(node, depth);
      else this.#inline(node, depth);
    }
  }

  #inline(node: DomNode, depth: number): void {
    if (node.nodeType === 3) this.buffer += node.textContent ?? '';
    if (!isElement(node) || depth > MAX_DEPTH || isLeftOut(node)) return;
    if (node.localName === 'math') this.buffer += mathText(node);
    else if (node.localName === 'br') this.buffer += ' ';
    else if (isFootnote(node)) this.#footnote(node);
    else if (isBlockLike(node)) this.walk(node, depth + 1);
    else if (node.localName === 'sup' && /^\s*\d+\s*$/.test(node.textContent ?? ''))
      this.buffer += `^${(node.textContent ?? '').trim()}`;
    else for (const child of list(node.childNodes)) this.#inline(child, depth + 1);
  }

  #footnote(node: DomElement): void {
    const content = node.querySelector('.ltx_note_content') ?? node;
    const inner = new Walker();
    inner.inlineOnly(content);
    const text = oneLine(inner.buffer).replace(/^(?:footnote:?\s*)?\d+\s*/i, '');
    if (text !== '') this.#footnotes.push(text);
  }

  #heading(element: DomElement): void {
    this.#flush();
    const title = inlineText(element).replace(/^#+\s*/, '');
    if (title !== '') this.#sections.push({ title: title.slice(0, 200), blocks: [] });
  }

  /** Text whose lines matter: listings. */
  #block(text: string): void {
    this.#flush();
    const clean = paragraphs(text);
    if (clean !== '') this.#sections.at(-1)!.blocks.push(clean);
  }

  #equation(element: DomElement): void {
    this.#flush();
    const maths = list(element.querySelectorAll('math')).map(mathText);
    const number = oneLine(element.querySelector('.ltx_tag_equation')?.textContent ?? '');
    const text = (maths.length > 0 ? maths.join(' ') : oneLine(element.textContent ?? '')).trim();
    if (text !== '') this.#sections.at(-1)!.blocks.push(number === '' ? text : `${text} ${number}`);
  }

  /** One line a row, cells apart by ` | `; tables that only lay out other blocks are walked instead. */
  #table(element: DomElement): void {
    this.#flush();
    const rows = list(element.querySelectorAll('tr')).slice(0, 500);
    const lines = rows.map((row) =>
      list(row.childNodes)
        .filter(isElement)
        .filter((cell) => cell.localName === 'td' || cell.localName === 'th')
        .map(inlineText)
        .join(' | '),
    );
    const text = lines.filter((line) => /[\p{L}\p{N}]/u.test(line)).join('\n');
    if (text !== '') this.#sections.at(-1)!.blocks.push(text);
  }

  #flush(): void {
    const text = oneLine(this.buffer);
    this.buffer = '';
    const blocks = this.#sections.at(-1)!.blocks;
    if (text !== '') {
      blocks.push(this.#bullet + text);
      this.#bullet = '';
    }
    for (const note of this.#footnotes) blocks.push(`Footnote: ${note}`);
    this.#footnotes = [];
  }
}

/** Maths as text: LaTeXML's `alttext`, the TeX annotation, or what the glyphs say. */
function mathText(math: DomElement): string {
  const annotation = math.querySelector('annotation[encoding="application/x-tex"]');
  const tex = math.getAttribute('alttext') ?? annotation?.textContent ?? '';
  return tex.trim() === '' ? oneLine(math.textContent ?? '') : readableTex(tex);
}

function isLeftOut(element: DomElement): boolean {
  const classes = element.getAttribute('class');
  if (NEVER.has(element.localName) && !classes?.includes('ltx_document')) return true;
  if (element.getAttribute('hidden') !== null) return true;
  if (/display:\s*none|visibility:\s*hidden/i.test(element.getAttribute('style') ?? '')) return true;
  return (classes ?? '').split(/\s+/).some((name) => LEFT_OUT.has(name));
}

function hasClass(element: DomElement, pattern: RegExp): boolean {
  return pattern.test(element.getAttribute('class') ?? '');
}

function isEquation(element: DomElement): boolean {
  return hasClass(element, /(?:^|\s)ltx_(?:equation|equationgroup|eqn_table)(?:\s|$)/);
}

function isFootnote(element: DomElement): boolean {
  return hasClass(element, /(?:^|\s)(?:ltx_note|footnote)(?:\s|$)/);
}

function isBlockLike(element: DomElement): boolean {
  return BLOCKS.has(element.localName) || HEADING.test(element.localName) || isEquation(element);
}

function isElement(node: DomNode): node is DomElement {
  return node.nodeType === 1;
}

function list<T>(items: ArrayLike<T>): T[] {
  return Array.from(items);
}
