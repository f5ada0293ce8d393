import { oneLine } from '../escape.ts';

export interface TextNode {
  readonly type: 'text';
  readonly value: string;
}

export interface ElementNode {
  readonly type: 'element';
  readonly tagName: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
}

/** A node of an HTML tree (hast); text is escaped when it is written, so no string ever becomes markup. */
export type HtmlNode = TextNode | ElementNode;
/** What a builder takes for content: nothing, text, a node, or a list of these. */
export type Child = HtmlNode | string | number | null | readonly Child[];

/**
 * An element. `h('p.byline', …)` sets classes; attributes by their HTML names, null leaves one out.
 * Strings among the children become text without control, invisible and bidirectional characters.
 */
export function h(
  selector: string,
  attributes: Readonly<Record<string, string | number | null>> | null,
  ...children: readonly Child[]
): ElementNode {
  const [tagName, ...classes] = selector.split('.') as [string, ...string[]];
  const properties: Record<string, string> = classes.length > 0 ? { class: classes.join(' ') } : {};
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== null) properties[name] = inert(`${value}`);
  return { type: 'element', tagName, properties, children: children.flatMap(nodesOf) };
}

/** Flattens what builders return. */
export function nodesOf(child: Child): HtmlNode[] {
  if (child === null) return [];
  if (typeof child === 'string' || typeof child === 'number') return [{ type: 'text', value: inert(`${child}`) }];
  if (isNode(child)) return [child];
  return child.flatMap(nodesOf);
}

function isNode(child: HtmlNode | readonly Child[]): child is HtmlNode {
  return !Array.isArray(child);
}

/** The words of a tree, for titles and tests. */
export function textOfNodes(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.value : textOfNodes(node.children))).join('');
}

function inert(text: string): string {
  const core = oneLine(text);
  if (core === '') return /\s/.test(text) ? ' ' : '';
  return `${/^\s/.test(text) ? ' ' : ''}${core}${/\s$/.test(text) ? ' ' : ''}`;
}
