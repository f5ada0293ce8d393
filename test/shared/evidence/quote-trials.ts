import { anchorQuote, prepareText } from '../../../shared/evidence/anchor.ts';
import { dice, MUTATIONS, plainForm, TYPESETTING } from './quote-changes.ts';

const CONTEXT = 6;

export interface TrueTrials {
  readonly tried: number;
  readonly missed: readonly { quote: string; text: string; reason: string | null }[];
}
export interface FalseTrials {
  readonly tried: number;
  readonly accepted: readonly { mutation: string; quote: string; found: string }[];
  readonly perMutation: Readonly<Record<string, number>>;
}

/** Typesets a sentence in its context in one to four ways, quotes it in zero to two others, and looks it up. */
export function trueQuotes(sentences: readonly string[], count: number, seed: number): TrueTrials {
  const d = dice(seed);
  const names = Object.keys(TYPESETTING);
  const missed: { quote: string; text: string; reason: string | null }[] = [];
  for (let i = 0; i < count; i++) {
    const at = d.below(sentences.length);
    const sentence = sentences[at]!;
    const before = sentences.slice(Math.max(0, at - CONTEXT), at).join(' ');
    const after = sentences.slice(at + 1, at + 1 + CONTEXT).join(' ');
    const typeset = (text: string, ways: number) => {
      let out = text;
      for (let n = 0; n < ways; n++) out = TYPESETTING[names[(i + d.below(names.length)) % names.length]!]!(out, d);
      return out;
    };
    const inText = typeset(sentence, 1 + d.below(4));
    const quote = typeset(sentence, d.below(3));
    const text = `${before} ${inText} ${after}`;
    const found = anchorQuote(text, quote);
    const place = text.indexOf(inText);
    const right =
      found.status !== 'rejected' &&
      plainForm(text.slice(found.start!, found.end!)) !== '' &&
      (found.start === place || sentences.indexOf(sentence) !== at || isSame(text, found.start!, found.end!, inText));
    if (!right) missed.push({ quote, text: inText, reason: found.reason });
  }
  return { tried: count, missed };
}

function isSame(text: string, start: number, end: number, inText: string): boolean {
  return text.slice(start, end).trim() === inText.trim();
}

/** Mutates a sentence and looks the result up in a text that holds the sentence itself. */
export function falseQuotes(sentences: readonly string[], count: number, seed: number): FalseTrials {
  const d = dice(seed);
  const names = Object.keys(MUTATIONS);
  const accepted: { mutation: string; quote: string; found: string }[] = [];
  const perMutation: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  let tried = 0;
  for (let i = 0; tried < count && i < count * 8; i++) {
    const name = names[i % names.length]!;
    const at = d.below(sentences.length);
    const sentence = sentences[at]!;
    const quote = MUTATIONS[name]!(sentence, d);
    const text = sentences.slice(Math.max(0, at - CONTEXT), at + 1 + CONTEXT).join(' ');
    if (isWholeIn(text, quote)) continue;
    tried++;
    perMutation[name] = (perMutation[name] ?? 0) + 1;
    const typeset =
      d.next() < 0.3 ? TYPESETTING[d.pick(['spaces', 'ligatures', 'quotes', 'softHyphens'])]!(text, d) : text;
    const found = anchorQuote(prepareText(typeset), quote);
    if (found.status !== 'rejected')
      accepted.push({ mutation: name, quote, found: typeset.slice(found.start!, found.end!) });
  }
  return { tried, accepted, perMutation };
}

/** Whether the changed quote happens to stand in the text as well, between white space. */
function isWholeIn(text: string, quote: string): boolean {
  return ` ${plainForm(text)} `.includes(` ${plainForm(quote)} `);
}
