import { HARD_BREAK, SOFT_BREAK } from './canonical.ts';
import type { QuoteForm } from './match.ts';
import type { PreparedText } from './prepared.ts';
import { nearest } from './window-index.ts';

const NEGATIONS = new Set(
  "no not never none nor neither cannot can't don't doesn't didn't isn't aren't wasn't weren't won't without hardly barely".split(
    ' ',
  ),
);
const COMPARATORS = /^[<>≤≥=≠≈~±]+$/;
const MAX_WORDS = 400;

/**
 * Says what keeps a quote from being found: the first difference to the most similar passage, or that there is none.
 * Only explains; it never decides.
 */
export function explainMiss(text: PreparedText, quote: QuoteForm): string {
  const near = nearest(text.windows, quote.skeleton.text);
  if (near === null) return 'not found in the text';
  const { at } = text.skeleton;
  const from = at[Math.max(0, near - 24)] ?? 0;
  const to = (at[Math.min(at.length - 1, near + quote.skeleton.text.length + 24)] ?? 0) + 1;
  const there = words(text.canonical.text.slice(from, to));
  const here = words(quote.form.text);
  const first = firstDifference(here, there);
  if (first === null) return 'not found in the text: punctuation or spacing differs from the nearest passage';
  return describe(first.quote, first.text);
}

function describe(quote: string, text: string): string {
  const pair = `the quote has ${shown(quote)}, the text ${shown(text)}`;
  if (quote.toLowerCase() === text.toLowerCase()) return `case differs: ${pair}`;
  if (/[…]|\[\.+\]/.test(quote)) return `elision: ${pair}; quote an unbroken span`;
  if (/\d/.test(quote) || /\d/.test(text)) return `number differs: ${pair}`;
  if (NEGATIONS.has(quote.toLowerCase()) || NEGATIONS.has(text.toLowerCase())) return `negation differs: ${pair}`;
  if (COMPARATORS.test(quote) || COMPARATORS.test(text)) return `comparator differs: ${pair}`;
  return `wording differs: ${pair}`;
}

function shown(word: string): string {
  return word === '' ? 'nothing' : `"${word.slice(0, 60)}"`;
}

function words(form: string): string[] {
  const text = form.replaceAll(SOFT_BREAK, '').replaceAll(HARD_BREAK, '-');
  return (text.match(/[\p{L}\p{N}\p{M}]+(?:['.,-][\p{L}\p{N}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}]+/gu) ?? []).slice(
    0,
    MAX_WORDS,
  );
}

/** First unmatched words of the quote's best alignment with a stretch of the text: a longest common subsequence. */
function firstDifference(here: readonly string[], there: readonly string[]): { quote: string; text: string } | null {
  const width = there.length + 1;
  const best = new Uint16Array((here.length + 1) * width);
  for (let i = here.length - 1; i >= 0; i--) {
    for (let j = there.length - 1; j >= 0; j--) {
      best[i * width + j] =
        here[i] === there[j]
          ? best[(i + 1) * width + j + 1]! + 1
          : Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  let i = 0;
  let j = here.length === 0 ? 0 : there.indexOf(here[0]!);
  if (j < 0) j = 0;
  while (i < here.length) {
    if (j < there.length && here[i] === there[j]) {
      i++;
      j++;
      continue;
    }
    const skipText = j < there.length ? best[i * width + j + 1]! : -1;
    const skipQuote = best[(i + 1) * width + j]!;
    const skipBoth = j < there.length ? best[(i + 1) * width + j + 1]! : -1;
    if (skipBoth >= skipText && skipBoth >= skipQuote) return { quote: here[i]!, text: there[j]! };
    return skipQuote > skipText ? { quote: here[i]!, text: '' } : { quote: '', text: there[j]! };
  }
  return null;
}
