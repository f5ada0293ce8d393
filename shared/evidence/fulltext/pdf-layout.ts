import type { Item, Page } from './pdf-items.ts';

/** A line of a column, read from left to right. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly size: number;
  readonly font: string;
  /** The whole line is set in that font. */
  readonly uniform: boolean;
  readonly page: number;
  /** Left edge of the block of lines it belongs to: a greater `x` is an indent. */
  readonly column: number;
}

/** Items on one baseline without a wide gap. */
interface Segment {
  items: Item[];
  x: number;
  right: number;
  y: number;
  size: number;
}

/** Lines of a page in reading order: full-width parts as they come, two columns one after the other. */
export function linesOfPage(page: Page, number: number): Line[] {
  const segments = segmentsOf(page.items);
  const aside = number === 0 ? asideOf(segments, page.width) : null;
  if (aside !== null) {
    const main = segments.filter((s) => s.x >= aside);
    return [
      ...linesOf(
        segments.filter((s) => s.x < aside),
        number,
      ),
      ...linesInColumns(main, page.width + aside, number),
    ];
  }
  return linesInColumns(segments, page.width, number);
}

/** A narrow column of notes beside the first page's text (dates, licence, editors): where the text begins, or null. */
function asideOf(segments: readonly Segment[], width: number): number | null {
  for (let x = width * 0.36; x >= width * 0.2; x -= 2) {
    const left = segments.filter((s) => s.x < x);
    if (left.length < 6 || left.some((s) => s.right > x)) continue;
    const right = segments.filter((s) => s.x >= x && s.right - s.x > width * 0.3);
    const aligned = left.filter((s) => right.some((r) => Math.abs(r.y - s.y) < 0.7)).length;
    if (right.length >= 15 && aligned <= left.length / 2) return x;
  }
  return null;
}

function linesInColumns(segments: readonly Segment[], width: number, number: number): Line[] {
  const gutter = gutterOf(segments, width);
  if (gutter === null) return linesOf(segments, number);
  const lines: Line[] = [];
  let band: Segment[] = [];
  const flush = () => {
    lines.push(
      ...linesOf(
        band.filter((s) => s.right <= gutter + 3),
        number,
      ),
    );
    lines.push(
      ...linesOf(
        band.filter((s) => s.right > gutter + 3),
        number,
      ),
    );
    band = [];
  };
  let wide: Segment[] = [];
  const flushWide = () => {
    lines.push(...linesOf(wide, number));
    wide = [];
  };
  for (const segment of segments) {
    const crosses = segment.x < gutter - 3 && segment.right > gutter + 3;
    if (crosses) {
      flush();
      wide.push(segment);
    } else if (wide.length > 0 && segment.y - wide.at(-1)!.y < 1) {
      wide.push(segment);
    } else {
      flushWide();
      band.push(segment);
    }
  }
  flushWide();
  flush();
  return lines;
}

/** Segments from top to bottom, left to right. */
function segmentsOf(items: readonly Item[]): Segment[] {
  const sorted = [...items].sort((a, b) => a.y - b.y || a.x - b.x);
  const rows: Item[][] = [];
  for (const item of sorted) {
    const row = rows.findLast((r) => Math.abs(baselineOf(r) - item.y) <= Math.max(2, item.size * 0.45));
    if (row && sorted.length > 0 && rows.indexOf(row) >= rows.length - 4) row.push(item);
    else rows.push([item]);
  }
  const segments: Segment[] = [];
  for (const row of rows) {
    row.sort((a, b) => a.x - b.x);
    let current: Segment | null = null;
    for (const item of row) {
      const gap = current === null ? 0 : item.x - current.right;
      if (current === null || gap > Math.max(9, item.size * 1.25)) {
        current = { items: [], x: item.x, right: item.x + item.width, y: item.y, size: item.size };
        segments.push(current);
      }
      current.items.push(item);
      current.right = Math.max(current.right, item.x + item.width);
      current.size = Math.max(current.size, item.size);
    }
  }
  return segments.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The baseline of a row: that of its largest text, so that exponents and indices join it. */
function baselineOf(row: readonly Item[]): number {
  return row.reduce((best, item) => (item.size > best.size ? item : best), row[0]!).y;
}

/** The x of the space between two columns, or null on a page with one. */
function gutterOf(segments: readonly Segment[], width: number): number | null {
  if (segments.length < 12) return null;
  let best: { x: number; crossing: number } | null = null;
  for (let x = width * 0.38; x <= width * 0.62; x += 2) {
    let crossing = 0;
    let left = 0;
    let right = 0;
    for (const s of segments) {
      if (s.x < x - 3 && s.right > x + 3) crossing += s.right - s.x;
      else if (s.right <= x + 3) left += s.right - s.x;
      else right += s.right - s.x;
    }
    const total = crossing + left + right;
    if (crossing > total * 0.4 || left < total * 0.18 || right < total * 0.18) continue;
    if (!best || crossing < best.crossing - 1) best = { x, crossing };
  }
  if (!best) return null;
  const gutter = best.x;
  const facing = segments.filter((s) => s.right <= gutter + 3 && s.right - s.x > width * 0.2).length;
  const opposite = segments.filter((s) => s.x >= gutter - 3 && s.right - s.x > width * 0.2).length;
  return facing >= 5 && opposite >= 5 ? gutter : null;
}

function linesOf(segments: readonly Segment[], page: number): Line[] {
  const column = commonLeft(segments);
  const rows: Segment[][] = [];
  for (const segment of segments) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.y - segment.y) <= Math.max(2, segment.size * 0.45)) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const items = row.sort((a, b) => a.x - b.x).flatMap((segment) => segment.items);
    const main = items.reduce((best, item) => (item.text.length > best.text.length ? item : best), items[0]!);
    return {
      text: textOf(items),
      x: items[0]!.x,
      y: row[0]!.y,
      right: Math.max(...row.map((segment) => segment.right)),
      size: main.size,
      font: main.font,
      uniform: items.every((item) => item.font === main.font || item.text.trim().length < 2),
      page,
      column,
    };
  });
}

/** The left edge most lines share. */
function commonLeft(segments: readonly Segment[]): number {
  const counts = new Map<number, number>();
  for (const { x } of segments) counts.set(Math.round(x), (counts.get(Math.round(x)) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/** Joins items; a space where the gap is wider than letters stand apart. */
function textOf(items: readonly Item[]): string {
  let text = '';
  let right = 0;
  for (const item of items) {
    const gap = item.x - right;
    if (text !== '' && gap > item.size * 0.12 && !text.endsWith(' ') && !item.text.startsWith(' ')) text += ' ';
    text += item.text;
    right = item.x + item.width;
  }
  return text.replace(/\s+/g, ' ').trim();
}
