import dagre, { type Edge } from '@dagrejs/dagre';
import type { NodeStatus } from '../contracts/enums.ts';
import type { PlanGraph, PlanNode } from '../contracts/plan.ts';
import { squeeze } from '../text/normalise.ts';
import { edgesOf, ROOT } from './graph.ts';

/** Fill and line by status; the status stands in the label too, so that nothing rests on colour alone. */
const COLOURS: Readonly<Record<NodeStatus, readonly [fill: string, line: string]>> = {
  pending: ['#f4f4f5', '#71717a'],
  running: ['#fef9c3', '#a16207'],
  done: ['#dcfce7', '#15803d'],
  failed: ['#fee2e2', '#b91c1c'],
  skipped: ['#f5f5f4', '#a8a29e'],
};

const LINE_LENGTH = 30;
const MAX_LINES = 5;

/** Pixels: a line of text, the widest letter of it (so that any script fits), the room around it. */
const LINE_HEIGHT = 15;
const LETTER = 6.3;
const WIDE_LETTER = 11.5;
const PADDING = 10;
const MARGIN = 8;

/**
 * The plan as an SVG document: the root on top, every node above what it depends on. `<title>` and `<desc>` say in words
 * what the picture shows. Questions are text from outside and never reach the drawing as markup.
 */
export async function drawSvg(graph: PlanGraph): Promise<string> {
  const layout = new dagre.graphlib.Graph()
    .setGraph({ rankdir: 'BT', nodesep: 24, ranksep: 36, marginx: MARGIN, marginy: MARGIN })
    .setDefaultEdgeLabel(() => ({}));
  const labels = new Map(graph.nodes.map((node) => [node.id as string, labelOf(node)]));
  for (const [id, lines] of labels) layout.setNode(id, sizeOf(lines));
  for (const [from, to] of edgesOf(graph.nodes)) layout.setEdge(from, to);
  dagre.layout(layout);
  const { width = 0, height = 0 } = layout.graph();
  const edges = layout.edges().map((edge: Edge) => edgeSvg(layout.edge(edge).points ?? []));
  const nodes = graph.nodes.map((node) => nodeSvg(node, labels.get(node.id)!, layout.node(node.id)));
  const size = `width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}"`;
  return [
    `<svg role="img" aria-labelledby="plan-title plan-desc" xmlns="http://www.w3.org/2000/svg" ${size}>`,
    words(graph),
    `<defs><marker id="plan-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#71717a"/></marker></defs>`,
    ...edges,
    ...nodes,
    '</svg>\n',
  ].join('\n');
}

function labelOf(node: PlanNode): string[] {
  const head = node.id === ROOT ? [] : [`${node.id} · ${node.status}${node.partial ? ' (partial)' : ''}`];
  return [...head, ...wrap(squeeze(node.question))];
}

function sizeOf(lines: readonly string[]): { width: number; height: number } {
  const longest = Math.max(...lines.map(lengthOf));
  return { width: Math.ceil(longest) + 2 * PADDING, height: lines.length * LINE_HEIGHT + 2 * PADDING };
}

/** An estimate: nothing here knows the reader's font. */
function lengthOf(line: string): number {
  return [...line].reduce((sum, letter) => sum + (letter > '\u2e7f' ? WIDE_LETTER : LETTER), 0);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function nodeSvg(node: PlanNode, lines: readonly string[], { x, y, width, height }: Box): string {
  const [fill, line] = COLOURS[node.status];
  const first = y - ((lines.length - 1) * LINE_HEIGHT) / 2 + 4;
  const texts = lines.map(
    (text, at) => `<text x="${round(x)}" y="${round(first + at * LINE_HEIGHT)}">${escaped(text)}</text>`,
  );
  const corner = `x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${round(height)}"`;
  return (
    `<g class="node" font-family="Helvetica,Arial,sans-serif" font-size="11" text-anchor="middle" fill="#18181b">` +
    `<title>${escaped(squeeze(node.question))}</title>` +
    `<rect ${corner} rx="6" fill="${fill}" stroke="${line}" stroke-width="${node.id === ROOT ? 2 : 1}"/>` +
    `${texts.join('')}</g>`
  );
}

function edgeSvg(points: readonly { readonly x: number; readonly y: number }[]): string {
  const path = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
  return `<path class="edge" d="${path}" fill="none" stroke="#71717a" marker-end="url(#plan-arrow)"/>`;
}

const round = (value: number): string => String(Math.round(value * 10) / 10);

function wrap(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap(pieces)) {
    if (line !== '' && line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(line);
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `${lines[MAX_LINES - 1]} …`];
}

/** A word longer than a line (a path, a language without spaces) in pieces that fit. */
function pieces(word: string): string[] {
  const letters = [...word];
  const found: string[] = [];
  for (let at = 0; at < letters.length; at += LINE_LENGTH) found.push(letters.slice(at, at + LINE_LENGTH).join(''));
  return found;
}

function words(graph: PlanGraph): string {
  const inner = graph.nodes.filter((node) => node.id !== ROOT);
  const root = graph.nodes.find((node) => node.id === ROOT);
  const says = inner.map((node) => {
    const needs = node.depends_on.length > 0 ? `, needs ${node.depends_on.join(', ')}` : '';
    return `${node.id} (${node.status}${needs}): ${squeeze(node.question)}`;
  });
  return (
    `<title id="plan-title">${escaped(`Research plan: ${squeeze(root?.question ?? '')}`)}</title>` +
    `<desc id="plan-desc">${escaped(says.join(' '))}</desc>`
  );
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[&<>"]/g, (sign) => names[sign]!);
}
