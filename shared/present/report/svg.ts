import { DOMParser } from 'linkedom';
import { type Child, type ElementNode, type HtmlNode, h, nodesOf } from './html.ts';

/** Attributes that a drawing keeps; colours become classes, so that dark mode and print can set them. */
const KEPT = new Set(
  'viewBox id refX refY markerWidth markerHeight orient d cx cy r rx ry x y x1 y1 x2 y2 dx dy width height points transform text-anchor dominant-baseline font-size font-weight opacity stroke-width stroke-dasharray'.split(
    ' ',
  ),
);
const SHAPES = new Set('g defs marker title path circle ellipse line polygon polyline rect text tspan'.split(' '));

/** Widest drawing that may be shrunk to the page and stays readable; wider ones scroll. */
const FITS = 1050;

export interface Drawing {
  /** Prefix of the ids of its title and description; unique in the page. */
  readonly id: string;
  readonly title: string;
  readonly desc: string;
  /** Colour → class stem: a fill becomes `f-<stem>`, a line `s-<stem>`. Colours that are not listed go. */
  readonly colours: Readonly<Record<string, string>>;
}

interface DomElement {
  readonly nodeType: number;
  readonly localName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<DomElement>;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
}

/** A drawing made by a library, read again and rebuilt from shapes and words alone; one image to a screen reader. */
export function svgFigure(svg: string, drawing: Drawing): ElementNode {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement as unknown as DomElement;
  const viewBox = root.getAttribute('viewBox') ?? '0 0 100 100';
  return svgImage(
    viewBox,
    drawing,
    [...root.childNodes].filter((node) => node.localName !== 'title').flatMap((node) => shapes(node, drawing.colours)),
  );
}

/** An `<svg>` with its title and description. */
export function svgImage(
  viewBox: string,
  { id, title, desc }: Omit<Drawing, 'colours'>,
  children: readonly Child[],
): ElementNode {
  const [, , width] = viewBox.split(/[\s,]+/);
  return h(
    Number(width) <= FITS ? 'svg.fit' : 'svg',
    {
      viewBox,
      width: Math.round(Number(width)),
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
      focusable: 'false',
    },
    h('title', { id: `${id}-title` }, title),
    h('desc', { id: `${id}-desc` }, desc),
    children,
  );
}

function shapes(node: DomElement, colours: Readonly<Record<string, string>>): HtmlNode[] {
  if (node.nodeType === 3) return nodesOf(node.textContent ?? '');
  if (node.nodeType !== 1) return [];
  const children = [...node.childNodes].flatMap((child) => shapes(child, colours));
  if (node.localName === 'a') return children.filter((child) => child.type === 'element');
  if (!SHAPES.has(node.localName) || node.getAttribute('display') === 'none') return [];
  if (node.localName === 'path' && (node.getAttribute('d') ?? '') === '') return [];
  const attributes: Record<string, string> = {};
  for (const { name, value } of node.attributes) if (KEPT.has(name)) attributes[name] = value;
  if (node.localName !== 'marker') delete attributes.id;
  const arrow = node.getAttribute('marker-end') ?? '';
  if (/^url\(#[\w-]+\)$/.test(arrow)) attributes['marker-end'] = arrow;
  const classes = [
    classOf('f', node.getAttribute('fill'), colours),
    classOf('s', node.getAttribute('stroke'), colours),
  ];
  const named = classes.filter((one) => one !== null).join(' ');
  const words = ['text', 'tspan', 'title'].includes(node.localName);
  const kept = words ? children : children.filter((child) => child.type === 'element');
  return [h(node.localName, { ...attributes, class: named === '' ? null : named }, kept)];
}

function classOf(kind: 'f' | 's', colour: string | null, colours: Readonly<Record<string, string>>): string | null {
  if (colour === null) return null;
  if (colour === 'none' || colour === 'transparent') return `${kind}-none`;
  const stem = colours[colour.toLowerCase()];
  return stem === undefined ? null : `${kind}-${stem}`;
}
