import rehypeSanitize, { type Options } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import type { HtmlNode } from './html.ts';

const SVG_SHAPE = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'fill-opacity',
  'stroke-opacity',
  'transform',
];

/** Everything a report may consist of. What is not listed here does not reach the file, wherever it came from. */
export const ALLOWED = {
  tagNames: [
    'a', 'abbr', 'article', 'aside', 'b', 'blockquote', 'br', 'caption', 'cite', 'code', 'dd', 'del', 'details', 'div', 'dl', 'dt', 'em',
    'figcaption', 'figure', 'footer', 'h1', 'h2', 'h3', 'h4', 'header', 'hr', 'li', 'main', 'mark', 'nav', 'ol', 'p', 'pre',
    'section', 'small', 'span', 'strong', 'sub', 'summary', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul',
    'svg', 'g', 'path', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'rect', 'text', 'tspan', 'title', 'desc', 'defs', 'marker',
  ], // biome-ignore format: a list
  attributes: {
    '*': [
      'class',
      'id',
      'role',
      'title',
      'dir',
      'lang',
      'aria-label',
      'aria-labelledby',
      'aria-describedby',
      'aria-hidden',
      'tabindex',
    ],
    a: ['href', 'rel'],
    blockquote: ['cite'],
    time: ['datetime'],
    th: ['scope', 'colspan'],
    td: ['colspan'],
    ol: ['start'],
    svg: ['viewBox', 'width', 'height', 'focusable'],
    g: ['text-anchor', 'font-size', ...SVG_SHAPE],
    marker: ['viewBox', 'refX', 'refY', 'markerWidth', 'markerHeight', 'orient'],
    path: ['d', 'marker-end', ...SVG_SHAPE],
    circle: ['cx', 'cy', 'r', ...SVG_SHAPE],
    ellipse: ['cx', 'cy', 'rx', 'ry', ...SVG_SHAPE],
    line: ['x1', 'y1', 'x2', 'y2', ...SVG_SHAPE],
    polygon: ['points', ...SVG_SHAPE],
    polyline: ['points', ...SVG_SHAPE],
    rect: ['x', 'y', 'width', 'height', 'rx', 'ry', ...SVG_SHAPE],
    text: [
      'x',
      'y',
      'dx',
      'dy',
      'text-anchor',
      'dominant-baseline',
      'font-size',
      'font-weight',
      'font-style',
      ...SVG_SHAPE,
    ],
    tspan: ['x', 'y', 'dx', 'dy', ...SVG_SHAPE],
  },
  protocols: { href: ['http', 'https'], cite: ['http', 'https'] },
  strip: ['script', 'style'],
  clobber: [],
  clobberPrefix: '',
} satisfies Options;

/** The tree as HTML, reduced to what {@link ALLOWED} lists. */
export function toHtml(nodes: readonly HtmlNode[]): string {
  const pipeline = unified()
    .use(rehypeSanitize, ALLOWED)
    .use(rehypeStringify, { characterReferences: { useNamedReferences: true } });
  const tree = { type: 'root', children: nodes } as unknown as Parameters<typeof pipeline.runSync>[0];
  return pipeline.stringify(pipeline.runSync(tree) as unknown as Parameters<typeof pipeline.stringify>[0]);
}
