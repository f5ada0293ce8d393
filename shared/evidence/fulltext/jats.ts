import { DOMParser } from 'linkedom';
import { type DomElement, inlineText } from './dom-text.ts';
import type { ParsedDocument, Unreadable } from './parsed.ts';
import { oneLine } from './sanitise.ts';
import { arrange } from './sections.ts';

/** Whether the beginning of a document is a JATS article, as PubMed Central and many publishers give them. */
export function isJats(head: string): boolean {
  return /<article[\s>]/.test(head) && /JATS|journal-meta|article-meta|dtd-version/i.test(head);
}

/** Reads a JATS article: title, authors, year, abstract, and the body's sections with captions, without references. */
export function readJats(xml: string): ParsedDocument | Unreadable {
  const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as DomElement;
  const article = document.querySelector('article');
  const body = article?.querySelector('body');
  if (!article || !body) return { problem: 'no_full_text', reason: 'the article has no body' };
  const first = (selector: string) => {
    const hit = article.querySelector(selector);
    return hit ? inlineText(hit) || null : null;
  };
  const sections: { title: string; blocks: string[] }[] = [{ title: '', blocks: [] }];
  walk(body, sections, 0);
  const arranged = arrange(sections.map(({ title, blocks }) => ({ title, text: blocks.join('\n\n') })));
  const year = Number(article.querySelector('article-meta pub-date year')?.textContent ?? '');
  const abstract = Array.from(article.querySelectorAll('article-meta abstract')).find(
    (a) => !a.getAttribute('abstract-type'),
  );
  return {
    title: first('article-title'),
    authors: Array.from(article.querySelectorAll('contrib[contrib-type="author"] name')).map((name) =>
      oneLine(
        `${name.querySelector('given-names')?.textContent ?? ''} ${name.querySelector('surname')?.textContent ?? ''}`,
      ),
    ),
    year: Number.isInteger(year) && year > 1500 ? year : null,
    abstract: abstract
      ? Array.from(abstract.querySelectorAll('p')).map(inlineText).join('\n\n') || inlineText(abstract)
      : null,
    sections: arranged.sections,
    truncated: false,
    notes: [],
  };
}

function walk(element: DomElement, sections: { title: string; blocks: string[] }[], depth: number): void {
  if (depth > 60) return;
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType !== 1) continue;
    const child = node as DomElement;
    const name = child.localName;
    if (name === 'title') sections.push({ title: inlineText(child), blocks: [] });
    else if (name === 'p' || name === 'tr') {
      const text =
        name === 'p' ? inlineText(child) : Array.from(child.querySelectorAll('td, th')).map(inlineText).join(' | ');
      if (text !== '') sections.at(-1)!.blocks.push(text);
    } else if (!/^(?:ref-list|ack|label|object-id|graphic|media|supplementary-material|permissions)$/.test(name)) {
      if (name === 'caption') addCaption(child, sections);
      else walk(child, sections, depth + 1);
    }
  }
}

/** A caption's title is no section heading. */
function addCaption(caption: DomElement, sections: { title: string; blocks: string[] }[]): void {
  const text = inlineText(caption);
  if (text !== '') sections.at(-1)!.blocks.push(text);
}
