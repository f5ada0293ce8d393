/** A number in a sentence with what it counts. */
export interface Quantity {
  readonly value: number;
  /** `%`, `ms`, …; '' when it has none. */
  readonly unit: string;
  readonly start: number;
  readonly end: number;
}

const UNITS =
  '%|percent(?:age points?)?|pp|points?|ms|milliseconds?|µs|us|ns|s|sec(?:onds)?|seconds?|minutes?|min|hours?|h|days?|[kKMGT]i?B|[kMG]b(?:ps)?|[kMGT]?FLOPS?|[kMG]?Hz|dB|[kmc]?m|[kM]?W|J|x|×|fold|times';
const QUANTITY = new RegExp(
  `(?<![\\p{L}\\p{N}.,_/-])([-−+]?)(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)(?:[  ]?[-–]?(${UNITS}|million|billion|thousand)(?![\\p{L}\\p{N}]))?(?![\\p{N}]|[.,]\\p{N}|[-/]\\p{L})`,
  'gu',
);
const SAME_UNIT: Readonly<Record<string, string>> = {
  percent: '%',
  milliseconds: 'ms',
  millisecond: 'ms',
  us: 'µs',
  sec: 's',
  second: 's',
  seconds: 's',
  minute: 'min',
  minutes: 'min',
  hour: 'h',
  hours: 'h',
  day: 'days',
  point: 'points',
  '×': 'x',
  times: 'x',
  fold: 'x',
};
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** The numbers of a sentence; years, reference numbers and numbers of sections, figures and tables are left out. */
export function quantitiesOf(sentence: string): Quantity[] {
  const found: Quantity[] = [];
  for (const hit of sentence.matchAll(QUANTITY)) {
    const raw = Number(hit[2]!.replace(/,/g, ''));
    const word = (hit[3] ?? '').replace('μ', 'µ');
    const unit = SCALES[word] === undefined ? (SAME_UNIT[word] ?? word) : '';
    const before = sentence.slice(Math.max(0, hit.index - 14), hit.index);
    if (unit === '' && !hit[2]!.includes('.') && raw >= 1900 && raw <= 2100) continue;
    if (
      /(?:section|sec\.|figure|fig\.|table|eq\.|equation|chapter|step|algorithm|appendix|\[|no\.|version|v|phase|theorem|lemma)\s*$/i.test(
        before,
      )
    )
      continue;
    const value = raw * (SCALES[word] ?? 1) * (hit[1] === '-' || hit[1] === '−' ? -1 : 1);
    found.push({ value, unit, start: hit.index, end: hit.index + hit[0].length });
  }
  return found;
}

/** Whether a number is a measured value: a bare small integer counts things, it is hardly ever a result. */
export function isResult(quantity: Quantity): boolean {
  return quantity.unit !== '' || !Number.isInteger(quantity.value) || Math.abs(quantity.value) >= 10;
}

/** Equal values, whatever the spelling: `0.85` and `85 %` are one. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const [x, y] = [plainValue(a), plainValue(b)];
  if (isClose(a.value, b.value)) return a.unit === b.unit || a.unit === '' || b.unit === '';
  return (a.unit === '%') !== (b.unit === '%') && isClose(x, y);
}

function plainValue(q: Quantity): number {
  return q.unit === '%' ? q.value / 100 : q.value;
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}
