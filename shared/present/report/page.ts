import { createHash } from 'node:crypto';
import { clip, type Page } from './document.ts';
import { type ElementNode, type HtmlNode, h } from './html.ts';
import { toHtml } from './sanitise.ts';
import { STYLE } from './style.ts';

/** Nothing may be loaded, sent or run; the one style sheet is known by its hash. */
export const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** The whole file: a head that is ours alone around a body that was reduced to what is allowed. */
export function document(page: Page, body: readonly ElementNode[]): string {
  const { goal } = page.facts;
  const title = escaped([h('span', null, `${clip(goal.topic, 150)} · Plumbline`)]);
  const skip = h('a.skip', { href: '#main' }, 'Skip to the text');
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="generator" content="Plumbline">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    toHtml([skip, h('div.sheet', null, body)]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Text for the title: written like all other text, without its element. */
function escaped(nodes: readonly HtmlNode[]): string {
  return toHtml(nodes).replace(/^<span>|<\/span>$/g, '');
}
