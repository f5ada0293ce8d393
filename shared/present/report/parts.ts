import { type Child, type ElementNode, h } from './html.ts';

/** A region that scrolls sideways by itself, reachable by keyboard, so that the page never has to. */
export function scroller(label: string, ...children: readonly Child[]): ElementNode {
  return h('div.scroll', { role: 'region', 'aria-label': label, tabindex: 0 }, children);
}

/** A plain table; columns from `numbers` on hold numbers. */
export function table(
  label: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
  numbers: ReadonlySet<number> = new Set(),
): ElementNode {
  const cell = (column: number, content: Child) => h(numbers.has(column) ? 'td.n' : 'td', null, content);
  return scroller(
    label,
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          head.map((name, at) => h(numbers.has(at) ? 'th.n' : 'th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map((row) =>
          h(
            'tr',
            null,
            row.map((content, at) => cell(at, content)),
          ),
        ),
      ),
    ),
  );
}

/** `1 paper`, `2 papers`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
