import { parseHTML } from 'linkedom';

/** What the tests read of a parsed page. */
export interface Dom {
  readonly localName: string;
  readonly textContent: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): Dom | null;
  querySelectorAll(selector: string): Iterable<Dom>;
}

export function readHtml(html: string): Dom {
  return parseHTML(html).document as unknown as Dom;
}

/** Elements that match, in document order. */
export function all(dom: Dom, selector: string): Dom[] {
  return [...dom.querySelectorAll(selector)];
}
