import { instance, type Viz } from '@viz-js/viz';
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

let engine: Promise<Viz> | undefined;

/**
 * The plan as an SVG document: the root on top, every node above what it depends on. `<title>` and `<desc>` say in words
 * what the picture shows. Questions are text from outside and never reach the drawing as markup.
 */
export async function drawSvg(graph: PlanGraph): Promise<string> {
  engine ??= instance();
  const viz = await engine;
  const svg = viz.renderString(
    {
      directed: true,
      graphAttributes: { rankdir: 'BT', bgcolor: 'transparent', nodesep: 0.3, ranksep: 0.45, pad: 0.1 },
      nodeAttributes: { shape: 'box', style: 'rounded,filled', fontname: 'Helvetica,Arial,sans-serif', fontsize: 11 },
      edgeAttributes: { color: '#71717a', arrowsize: 0.7 },
      nodes: graph.nodes.map((node) => ({ name: node.id, attributes: attributesOf(node) })),
      edges: edgesOf(graph.nodes).map(([tail, head]) => ({ tail, head })),
    },
    { format: 'svg' },
  );
  return accessible(svg, graph);
}

function attributesOf(node: PlanNode): Record<string, string> {
  const [fillcolor, color] = COLOURS[node.status];
  const head = node.id === ROOT ? [] : [`${node.id} · ${node.status}${node.partial ? ' (partial)' : ''}`];
  const label = [...head, ...wrap(squeeze(node.question))].map(literal).join('\\n');
  return {
    label,
    fillcolor,
    color,
    tooltip: literal(squeeze(node.question)),
    ...(node.id === ROOT ? { penwidth: '2' } : {}),
  };
}

/** Graphviz reads backslashes and HTML entities inside a label; both are written so that they come out as typed. */
function literal(line: string): string {
  return line
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/\\/g, '\\\\')
    .replace(/&/g, '&amp;');
}

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

function accessible(svg: string, graph: PlanGraph): string {
  const inner = graph.nodes.filter((node) => node.id !== ROOT);
  const root = graph.nodes.find((node) => node.id === ROOT);
  const says = inner.map((node) => {
    const needs = node.depends_on.length > 0 ? `, needs ${node.depends_on.join(', ')}` : '';
    return `${node.id} (${node.status}${needs}): ${squeeze(node.question)}`;
  });
  const words =
    `<title id="plan-title">${escaped(`Research plan: ${squeeze(root?.question ?? '')}`)}</title>` +
    `<desc id="plan-desc">${escaped(says.join(' '))}</desc>`;
  return svg
    .slice(svg.indexOf('<svg'))
    .replace(/^<svg\b([^>]*)>/, (_, rest: string) => {
      return `<svg role="img" aria-labelledby="plan-title plan-desc"${rest}>${words}`;
    })
    .replace(/<!--[\s\S]*?-->\n?/g, '');
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[&<>"]/g, (sign) => names[sign]!);
}
