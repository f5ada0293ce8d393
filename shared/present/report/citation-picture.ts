import { people } from '../names.ts';
import { layoutCitations, type Placed } from './citation-layout.ts';
import type { Page } from './document.ts';
import { workLink } from './evidence.ts';
import { type ElementNode, h } from './html.ts';
import { count, scroller, table } from './parts.ts';
import { svgImage } from './svg.ts';

const DRAWN = 48;
const LISTED = 10;
/** Width of a letter of a label, in units of the drawing. */
const LETTER = 6.3;

/** Who cites whom among the works of the run, drawn by time, and the most central of them in words. */
export function citationPicture(page: Page): ElementNode | null {
  const { graph } = page;
  if (graph === null || !graph.nodes.some((node) => node.inRun)) return null;
  const layout = layoutCitations(graph, DRAWN);
  const outside = graph.nodes.filter((node) => !node.inRun).length;
  const central = layout.nodes.slice(0, LISTED);
  const desc = `Columns are years, from left to right. ${count(layout.nodes.length, 'work')} and ${count(layout.edges.length, 'citation')} between them. Most central: ${central
    .slice(0, 5)
    .map((node) => nameOf(page, node.id))
    .join('; ')}.`;
  const step = layout.width / Math.max(1, layout.columns.length);
  const svg = svgImage(`0 0 ${layout.width} ${layout.height}`, { id: 'citations', title: 'Who cites whom', desc }, [
    h(
      'g',
      null,
      layout.columns.map(({ label, x }) => h('text.year', { x, y: 14, 'font-size': 12 }, label)),
    ),
    h('line.rule', { x1: 0, y1: 22, x2: layout.width, y2: 22 }),
    h(
      'g.edges',
      null,
      layout.edges.map(([from, to]) => h('path', { d: curve(from, to) })),
    ),
    h(
      'g',
      null,
      layout.nodes.map((node) =>
        h(
          'g',
          null,
          h('title', null, titleOf(page, node.id)),
          h(`circle.node.${kindOf(page, node.id)}`, { cx: round(node.x), cy: round(node.y), r: round(node.r) }),
          h(
            'text.label',
            { x: round(node.x - node.r), y: round(node.y - node.r - 4), 'font-size': 12 },
            cut(nameOf(page, node.id), Math.floor((step - 14) / LETTER)),
          ),
        ),
      ),
    ),
  ]);
  const left = graph.nodes.length - outside - layout.nodes.length;
  return h(
    'figure.citations',
    null,
    scroller('Picture of the citations', svg),
    h(
      'figcaption',
      null,
      'A line joins a work to one it cites; the larger a circle, the more central the work. ',
      h('span.key.accent', null, 'cited here'),
      ', ',
      h('span.key.ring', null, 'read'),
      ', ',
      h('span.key.muted', null, 'found'),
      `. ${left > 0 ? `${count(left, 'less central work')} of the run and ` : ''}${count(outside, 'work')} outside the run ${outside === 1 && left === 0 ? 'is' : 'are'} counted but not drawn.`,
    ),
    h(
      'details.words',
      null,
      h('summary', null, 'The most central works as a table'),
      table(
        'Most central works',
        ['Work', 'Title', 'Cited by', 'Centrality'],
        central.map((node) => [
          workLink(page, node.id),
          page.works.get(node.id)?.title ?? node.id,
          graph.edges.filter(([, cited]) => cited === node.id).length,
          node.pagerank.toFixed(3),
        ]),
        new Set([2, 3]),
      ),
    ),
  );
}

function kindOf(page: Page, id: string): 'cited' | 'read' | 'found' {
  if (page.numbers.has(id)) return 'cited';
  return page.works.get(id)?.access == null ? 'found' : 'read';
}

function nameOf(page: Page, id: string): string {
  const work = page.works.get(id);
  return work === undefined ? id : people(work.authors, work.title);
}

function titleOf(page: Page, id: string): string {
  const work = page.works.get(id);
  return work === undefined
    ? id
    : `${people(work.authors, work.title)}${work.year === null ? '' : ` ${work.year}`}: ${work.title}`;
}

/** A curve between two nodes; inside a column it bows to the left. */
function curve(from: Placed, to: Placed): string {
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(round) as [number, number, number, number];
  if (from.column === to.column) {
    const bow = round(x1 - 14 - Math.min(30, Math.abs(y1 - y2) / 6));
    return `M${x1},${y1}C${bow},${y1} ${bow},${y2} ${x2},${y2}`;
  }
  const middle = round((x1 + x2) / 2);
  return `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
}

function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most
    ? text
    : `${letters
        .slice(0, Math.max(1, most - 1))
        .join('')
        .trimEnd()}…`;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
