import { parseHTML } from 'linkedom';
import { type DomElement, inlineText, sectionsOfDom } from './dom-text.ts';
import type { ParsedDocument, Unreadable } from './parsed.ts';
import { oneLine } from './sanitise.ts';
import { arrange } from './sections.ts';

/** Larger pages are not parsed. */
export const MAX_HTML = 8 * 1024 * 1024;

/** Pages of unknown make are searched for their main content, which takes longer. */
const MAX_PAGE = 1.5 * 1024 * 1024;
const MAX_PAGE_TAGS = 20_000;
const MAX_NESTING = 1_000;

const FATAL = /Conversion to HTML had a Fatal error and exited abruptly/i;
const MISSING =
  /No HTML for '|HTML (?:is )?not available for|HTML is not yet available|conversion to HTML (?:has )?failed|The requested URL was not found|Access Denied|Just a moment\.\.\.|Enable JavaScript and cookies|captcha/i;
const WITHDRAWN =
  /\b(?:this|the) (?:paper|article|submission|manuscript|work|preprint|version)\b[^.]{0,60}\b(?:has been|was|is) (?:withdrawn|retracted)\b|\bpaper withdrawn\b|\bwithdrawn by (?:the )?(?:authors?|arxiv)/i;

/** Whether a text announces its own withdrawal. */
export function isWithdrawnNotice(text: string): boolean {
  return WITHDRAWN.test(text.slice(0, 3000));
}

/**
 * Reads a page as LaTeXML makes it (arXiv HTML, ar5iv): maths from its TeX, tables and footnotes as lines, sections, no
 * references. Pages of another kind give `no_full_text` or `error_page`.
 */
export function readLatexml(html: string): ParsedDocument | Unreadable {
  const document = documentOf(html);
  if ('problem' in document) return document;
  const root = document.querySelector('.ltx_document');
  if (!root)
    return {
      problem: MISSING.test(html.slice(0, 200_000)) ? 'error_page' : 'no_full_text',
      reason: 'the page holds no converted paper',
    };
  const arranged = arrange(sectionsOfDom(root).map(plainTitle));
  const abstract = textOf(root.querySelector('.ltx_abstract')) ?? arranged.abstract;
  const fatal = FATAL.test(html);
  const cut =
    fatal || !/<\/(?:html|body|article)>\s*(?:<!--[\s\S]*?-->\s*)*(?:<\/(?:html|body)>\s*)*$/i.test(html.slice(-2000));
  return {
    title: titleOf(document, root),
    authors: Array.from(root.querySelectorAll('.ltx_personname'))
      .map(inlineText)
      .filter((name) => name !== '' && name.length < 200)
      .slice(0, 100),
    year: null,
    abstract: abstract?.replace(/^abstract[\s.:—-]*/i, '') || null,
    sections: arranged.sections.filter((section) => section.text !== abstract),
    truncated: cut,
    notes: [
      ...(fatal ? ['the conversion to HTML stopped early'] : []),
      ...(cut && !fatal ? ['the page ends early'] : []),
    ],
  };
}

/** Reads any other page: its main content as Defuddle finds it. */
export async function readPage(html: string, url?: string): Promise<ParsedDocument | Unreadable> {
  const document = documentOf(html);
  if ('problem' in document) return document;
  if (document.querySelector('.ltx_document')) return readLatexml(html);
  if (html.length > MAX_PAGE || html.split('<').length > MAX_PAGE_TAGS * 2) {
    return { problem: 'too_large', reason: `the page has ${html.length} characters` };
  }
  const meta = (name: string) =>
    oneLine(document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '') || null;
  const metas = (name: string) =>
    Array.from(document.querySelectorAll(`meta[name="${name}"]`)).map((m) => oneLine(m.getAttribute('content') ?? ''));
  const { Defuddle } = await import('defuddle/node');
  const main = await Defuddle(html, url ?? 'https://localhost/', { markdown: false, useAsync: false }).catch(unparsed);
  if ('problem' in main) return main;
  const content = documentOf(`<!doctype html><html><body><main>${main.content}</main></body></html>`);
  if ('problem' in content) return content;
  const root = content.querySelector('main');
  const arranged = arrange(root ? sectionsOfDom(root).map(plainTitle) : []);
  const year = /\b(?:19|20)\d{2}\b/.exec(
    meta('citation_publication_date') ?? meta('citation_date') ?? main.published ?? '',
  );
  return {
    title: meta('citation_title') ?? (oneLine(main.title ?? '') || null),
    authors: metas('citation_author').slice(0, 100),
    year: year ? Number(year[0]) : null,
    abstract: arranged.abstract ?? meta('citation_abstract'),
    sections: arranged.sections,
    truncated: FATAL.test(html),
    notes: [],
  };
}

type PageDocument = { querySelector(s: string): DomElement | null; querySelectorAll(s: string): ArrayLike<DomElement> };

function documentOf(html: string): PageDocument | Unreadable {
  if (html.length > MAX_HTML) return { problem: 'too_large', reason: `the page has ${html.length} characters` };
  if (isTooDeep(html)) return { problem: 'damaged', reason: `elements are nested more than ${MAX_NESTING} deep` };
  try {
    const { document } = parseHTML(html.replace(MATHML, '$1</math>'));
    if (!document.documentElement) return { problem: 'too_short', reason: 'the page holds no element' };
    return document as unknown as PageDocument;
  } catch (error) {
    return unparsed(error);
  }
}

function unparsed(error: unknown): Unreadable {
  return { problem: 'damaged', reason: `the page cannot be parsed (${String(error).slice(0, 100)})` };
}

/** What is drawn of a formula is not read when its TeX is given: it is most of the elements of a mathematical paper. */
const MATHML = /(<math\b[^>]*\balttext="[^"]*"[^>]*>)[\s\S]*?<\/math>/gi;
const NESTING =
  /<(\/?)(?:div|span|section|article|main|table|tbody|tr|td|ul|ol|dl|blockquote|figure|center|font|form|b|i|u|em|strong|small|big|a|sup|sub|math|mrow)\b[^>]*>/gi;

/** Deep nesting makes parsers and tree walks take time without end; no page needs it. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const tag of html.matchAll(NESTING)) {
    if (tag[1] === '/') depth = Math.max(0, depth - 1);
    else if (++depth > MAX_NESTING) return true;
  }
  return false;
}

function titleOf(document: PageDocument, root: DomElement): string | null {
  const own = textOf(root.querySelector('.ltx_title_document'));
  if (own !== null) return own;
  const page = document.querySelector('title')?.textContent ?? '';
  return oneLine(page.replace(/^\s*\[[\w./-]+\]\s*/, '')) || null;
}

function textOf(element: DomElement | null): string | null {
  if (!element) return null;
  const sections = sectionsOfDom(element);
  const text = sections
    .map((section) => section.text)
    .filter((part) => part !== '')
    .join('\n\n');
  return text || inlineText(element) || null;
}

/** `1Introduction` and `1. Introduction` become `1 Introduction`. */
function plainTitle(section: { title: string; text: string }): { title: string; text: string } {
  return { ...section, title: section.title.replace(/^(\d+(?:\.\d+)*)\.?\s*(?=\p{L})/u, '$1 ') };
}
