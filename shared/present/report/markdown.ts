import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { type ElementNode, type HtmlNode, nodesOf, textOfNodes } from './html.ts';

/**
 * Markdown of ours as a tree of HTML; raw HTML inside it stays text that is dropped. What the tree may hold is decided
 * when it is written.
 */
export function markdownTree(markdown: string): HtmlNode[] {
  const pipeline = unified().use(remarkParse).use(remarkGfm).use(remarkRehype);
  const tree = pipeline.runSync(pipeline.parse(markdown)) as unknown as { children: readonly RawNode[] };
  return tree.children.flatMap(plainNode);
}

interface RawNode {
  readonly type: string;
  readonly value?: string;
  readonly tagName?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly children?: readonly RawNode[];
}

function plainNode(node: RawNode): HtmlNode[] {
  if (node.type === 'text') return nodesOf(node.value ?? '');
  if (node.type !== 'element' || node.tagName === undefined) return [];
  const { href } = node.properties ?? {};
  const properties: Record<string, string> = typeof href === 'string' ? { href, rel: 'noopener noreferrer' } : {};
  return [{ type: 'element', tagName: node.tagName, properties, children: (node.children ?? []).flatMap(plainNode) }];
}

/** The nodes between the document's title and the heading named; all behind the title when there is no such heading. */
export function bodyBefore(nodes: readonly HtmlNode[], heading: string): HtmlNode[] {
  const is = (node: HtmlNode, tag: string): node is ElementNode => node.type === 'element' && node.tagName === tag;
  const start = nodes.findIndex((node) => is(node, 'h1')) + 1;
  const end = nodes.findIndex((node) => is(node, 'h2') && textOfNodes(node.children).trim() === heading);
  return nodes.slice(start, end < 0 ? undefined : end);
}
