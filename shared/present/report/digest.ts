import type { Page } from './document.ts';
import { type ElementNode, h } from './html.ts';
import { bodyBefore, markdownTree } from './markdown.ts';

/** Quick mode: the digest as it was written, without the parts that the report tells itself. */
export function digest(page: Page): ElementNode | null {
  if (page.digest === null) return null;
  return h(
    'section.digest',
    { id: 'digest', 'aria-labelledby': 'digest-h' },
    h('h2', { id: 'digest-h' }, 'What was found'),
    bodyBefore(markdownTree(page.digest), 'Methodology').map((node) =>
      node.type === 'element' && /^h[23]$/.test(node.tagName)
        ? { ...node, tagName: node.tagName === 'h2' ? 'h3' : 'h4' }
        : node,
    ),
  );
}
