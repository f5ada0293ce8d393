import type { Sentence } from '../../contracts/synthesis.ts';
import { fold } from '../../text/normalise.ts';
import type { Pen } from './pen.ts';
import { nameOf, type Source } from './sources.ts';
import { capitalise, enumerate, numeral } from './wording.ts';

/** The name under which measures are counted: `Bleu score` and `BLEU` are one. */
export function measureKey(text: string): string {
  return fold(text)
    .replace(/\b(?:scores?|points?|nist|ibleu|words?|per-?token|labell?ed|unlabell?ed)\b/g, ' ')
    .replace(/accuracies/, 'accuracy')
    .replace(/latencies/, 'latency')
    .replace(/f-?(?:1|measures?|scores?)/, 'f1')
    .replace(/[^a-z0-9@]+/g, ' ')
    .trim();
}

/**
 * Whether the figures of the papers can be set side by side: the measure most of them share, and the data each used. One
 * sentence; none when no two papers share a measure, or when one of them does not name its data.
 */
export function comparability(sources: readonly Source[], pen: Pen): Sentence | null {
  const groups = new Map<string, Source[]>();
  for (const source of sources) {
    const measure = source.note?.table.measure;
    if (!measure || source.note?.table.result == null || source.retracted) continue;
    const key = measureKey(measure.text);
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  const [best] = [...groups]
    .filter(([, group]) => group.length >= 2)
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  if (best === undefined) return null;
  const group = best[1];
  const measure = group[0]!.note!.table.measure!.text.replace(/ scores?$/i, '');
  const data = group.map((source) => source.note!.table.data);
  const names = enumerate(group.map((source) => nameOf(source, true)));
  const known = data.filter((cell) => cell !== null);
  const distinct = new Set(known.map((cell) => fold(cell.text).replace(/[^a-z0-9]/g, '')));
  if (known.length < group.length) return null;
  const verdict =
    distinct.size === 1
      ? `on the same data (${known[0]!.text}), so the figures may be compared`
      : group.length > 4
        ? 'on different data, so the figures do not rank the approaches'
        : `each on data of its own (${group.map((source, i) => `${nameOf(source, false)}: ${data[i]!.text}`).join('; ')}), so the figures do not rank the approaches`;
  const text = `${capitalise(numeral(group.length))} papers give figures in ${measure}, ${names}; ${verdict}.`;
  return pen.ours(
    text,
    group.flatMap((source) =>
      [source.note!.table.result, source.note!.table.measure, source.note!.table.data]
        .filter((c) => c !== null && c !== undefined)
        .map((c) => ({ source, anchor: c.anchor })),
    ),
  );
}
