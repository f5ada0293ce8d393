import type { PaperNote } from '../../contracts/note.ts';
import type { Synthesis } from '../../contracts/synthesis.ts';
import { measureKey } from './compare.ts';
import type { Source } from './sources.ts';

/** What a result is counted in: only results on one axis can stand side by side. */
const AXES: readonly (readonly [string, RegExp])[] = [
  [
    'speed',
    /\b(?:faster|slower|speed-?ups?|latenc(?:y|ies)|throughput|per second|(?:milli|micro)?seconds?|minutes?|hours?|days|wall-clock|running time|(?:two|three|four|five|ten|\d+(?:\.\d+)?) times (?:as fast|higher throughput)|operations)\b/i,
  ],
  ['memory', /\b(?:memory|storage|[KMGT]i?B|gigabytes?|megabytes?|space|footprint|amplification|bandwidth)\b/i],
  [
    'quality',
    /\b(?:bleu|rouge|meteor|accuracy|precision|recall|f-?(?:1|score|measure)|auc|perplexity|error rates?|word error|correlation|agreement|percentage points?|solv(?:es?|ed)|score[sd]?|quality)\b/i,
  ],
];

/** A figure of the work's own, with something to hold it against. */
const FIGURE = /\d/;

interface Row {
  readonly source: Source;
  readonly cells: PaperNote['table'];
  readonly axes: ReadonlySet<string>;
}

/**
 * The rows of the comparison: results with a figure that lie on one axis, or on one measure that two works name. The axis most
 * works share is taken; fewer than two comparable rows are no comparison.
 *
 * @param fits whether a work is about the topic
 */
export function comparisonTable(sources: readonly Source[], fits: (source: Source) => boolean): Synthesis['table'] {
  const rows = sources.flatMap((source): Row[] => {
    const cells = source.note?.table;
    if (cells?.result == null || source.retracted || !fits(source) || !FIGURE.test(cells.result.text)) return [];
    return [{ source, cells, axes: axesOf(cells) }];
  });
  const counts = new Map<string, number>();
  for (const { axes } of rows) for (const axis of axes) counts.set(axis, (counts.get(axis) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (best === undefined || best[1] < 2) return [];
  return rows.filter(({ axes }) => axes.has(best[0])).map(({ source, cells }) => ({ paper: source.id, ...cells }));
}

/** By the measure where one is named; else by what the cell itself says. */
function axesOf({ measure, result }: PaperNote['table']): Set<string> {
  const said = measure?.text ?? result?.text ?? '';
  const axes = AXES.filter(([, pattern]) => pattern.test(said)).map(([name]) => name);
  // Two measures of quality are two scales.
  const own = measure !== null && (axes.length === 0 || axes.includes('quality'));
  return new Set(own ? [`in ${measureKey(measure.text)}`] : axes);
}
