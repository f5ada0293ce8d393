import type { Page } from './document.ts';
import { type ElementNode, h } from './html.ts';
import { table } from './parts.ts';
import { svgFigure } from './svg.ts';

/** Colours that stand for classes in the drawing; the page's style sheet says what they look like. */
const CITED = '#000001';
const FOUND = '#000002';
const INK = '#000003';
const LINE = '#000004';
const COLOURS = { [CITED]: 'accent', [FOUND]: 'muted', [INK]: 'ink', [LINE]: 'line' };
/** Gaps up to this many years are drawn as empty years. */
const MOST_YEARS = 40;

const CONFIG = {
  background: 'transparent',
  view: { stroke: null },
  axis: {
    labelColor: INK,
    titleColor: INK,
    domainColor: LINE,
    tickColor: LINE,
    gridColor: LINE,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal',
  },
};

/** Papers per year and records per source, each with its numbers as a table. */
export async function charts(page: Page): Promise<ElementNode> {
  const years = yearCounts(page);
  const sources = sourceCounts(page);
  return h(
    'div.charts',
    null,
    years.length === 0 ? null : await yearsFigure(years),
    sources.length === 0 ? null : await sourcesFigure(sources),
  );
}

interface YearCount {
  readonly year: number;
  readonly cited: number;
  readonly found: number;
}

/** Distinct works by year: cited ones, and others found. */
export function yearCounts({ records, numbers }: Page): YearCount[] {
  const dated = records.filter((record) => record.year !== null && record.year > 0);
  const all = [...new Set(dated.map((record) => record.year!))].sort((a, b) => a - b);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return [];
  const years = last - first < MOST_YEARS ? Array.from({ length: last - first + 1 }, (_, at) => first + at) : all;
  return years.map((year) => {
    const those = dated.filter((record) => record.year === year);
    const cited = those.filter((record) => numbers.has(record.id)).length;
    return { year, cited, found: those.length - cited };
  });
}

/** Records by provider over all queries, repeats included. */
export function sourceCounts({ facts }: Page): { source: string; records: number }[] {
  const totals = new Map<string, number>();
  for (const finding of facts.findings) {
    for (const { provider, count } of finding.sources) totals.set(provider, (totals.get(provider) ?? 0) + count);
  }
  return [...totals]
    .map(([source, records]) => ({ source, records }))
    .sort((a, b) => b.records - a.records || (a.source < b.source ? -1 : 1));
}

async function yearsFigure(years: readonly YearCount[]): Promise<ElementNode> {
  const values = years.flatMap(({ year, cited, found }) => [
    { year: String(year), kind: 'cited', n: cited, order: 0 },
    { year: String(year), kind: 'found', n: found, order: 1 },
  ]);
  const svg = await draw({
    width: 400,
    height: 170,
    data: { values },
    mark: { type: 'bar' },
    encoding: {
      x: { field: 'year', type: 'ordinal', axis: { title: null, labelAngle: 0, labelOverlap: 'greedy' } },
      y: { field: 'n', type: 'quantitative', axis: { title: null, tickMinStep: 1, tickCount: 4, format: 'd' } },
      color: {
        field: 'kind',
        type: 'nominal',
        scale: { domain: ['cited', 'found'], range: [CITED, FOUND] },
        legend: null,
      },
      order: { field: 'order', type: 'quantitative' },
    },
  });
  const most = [...years].sort((a, b) => b.cited + b.found - a.cited - a.found || b.year - a.year)[0]!;
  const desc = `${years[0]!.year} to ${years.at(-1)!.year}; most in ${most.year}: ${most.cited + most.found}, of which ${most.cited} cited.`;
  return h(
    'figure',
    null,
    svgFigure(svg, { id: 'years', title: 'Works by year of publication', desc, colours: COLOURS }),
    h(
      'figcaption',
      null,
      'Works by year: ',
      h('span.key.accent', null, 'cited'),
      ' and ',
      h('span.key.muted', null, 'found, not cited'),
      '.',
    ),
    h(
      'details.words',
      null,
      h('summary', null, 'Works by year as a table'),
      table(
        'Works by year',
        ['Year', 'Cited', 'Not cited'],
        years.map((one) => [one.year, one.cited, one.found]),
        new Set([1, 2]),
      ),
    ),
  );
}

async function sourcesFigure(sources: readonly { source: string; records: number }[]): Promise<ElementNode> {
  const encoding = {
    y: {
      field: 'source',
      type: 'nominal',
      sort: null,
      axis: { title: null, ticks: false, domain: false, labelLimit: 150 },
    },
    x: { field: 'records', type: 'quantitative', axis: null, scale: { domainMin: 0 } },
  };
  const svg = await draw({
    width: 300,
    height: { step: 26 },
    data: { values: sources },
    encoding,
    layer: [
      { mark: { type: 'bar', color: FOUND, height: 16 } },
      {
        mark: { type: 'text', align: 'left', dx: 5, color: INK, fontSize: 12 },
        encoding: { text: { field: 'records', type: 'quantitative' } },
      },
    ],
  });
  const desc = sources.map((one) => `${one.source} ${one.records}`).join(', ');
  return h(
    'figure',
    null,
    svgFigure(svg, { id: 'sources', title: 'Records by source', desc: `${desc}.`, colours: COLOURS }),
    h('figcaption', null, 'Records returned by each source, over all queries and with repeats.'),
  );
}

/** A Vega-Lite chart as SVG. Loaded only when a report is drawn: the libraries are large. */
async function draw(spec: object): Promise<string> {
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  const compiled = compile({ ...spec, config: CONFIG } as unknown as Parameters<typeof compile>[0]).spec;
  const view = new vega.View(vega.parse(compiled), { renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
