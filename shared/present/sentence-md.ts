import type { Mark, Sentence } from '../contracts/synthesis.ts';
import { md } from './escape.ts';

/** Reference number of each cited record. */
export type Numbers = ReadonlyMap<string, number>;

/** Marks that say how a citation was read are letters behind it, explained once at the top; marks of trouble are words. */
export const MARK_LETTERS = { 'single-source': 'ˢ', 'abstract-only': 'ᵃ', preprint: 'ᵖ' } as const;
const MARK_WORDS: Partial<Readonly<Record<Mark, string>>> = {
  unsupported: 'not supported by the cited text',
  'unknown-citation': 'a citation was removed',
  retracted: 'retracted',
};

/** Sentences one behind the other; a quote is in quotation marks, citations stand before the full stop. */
export function paragraphMd(sentences: readonly Sentence[], numbers: Numbers): string {
  return sentences.map((sentence) => sentenceMd(sentence, numbers)).join(' ');
}

/** One sentence: our words bare, a source's words in quotation marks, then `[n]` and the marks. */
export function sentenceMd(sentence: Sentence, numbers: Numbers): string {
  const refs = [...new Set(sentence.cites.map((id) => numbers.get(id)).filter((n) => n !== undefined))].sort(
    (a, b) => a - b,
  );
  const cites = refs.length === 0 ? '' : ` [${refs.join(', ')}]`;
  const marks = shownMarks(sentence);
  const letters = marks.map((mark) => (MARK_LETTERS as Partial<Record<Mark, string>>)[mark] ?? '').join('');
  const words = marks.map((mark) => MARK_WORDS[mark]).filter((word) => word !== undefined);
  const marked = `${cites === '' ? '' : letters}${words.length === 0 ? '' : ` *(${words.join(', ')})*`}`;
  // The mark in front keeps `42.5 percent` from being taken for the number of a list.
  if (sentence.voice === 'quote') return `${md(`“${sentence.text}”`)}${cites}${marked}${closer(sentence.text)}`;
  const text = md(sentence.text);
  const end = /(?<![.…])[.,;]$/.exec(text);
  if (end === null || (cites === '' && marked === '')) return `${text}${cites}${marked}`;
  return `${text.slice(0, -1)}${cites}${marked}${end[0]}`;
}

/** A quotation shows by itself that one source says it; everything else that is marked is shown. */
export function shownMarks(sentence: Sentence): Mark[] {
  const shown = new Set(sentence.marks);
  if (sentence.voice === 'quote') shown.delete('single-source');
  return [...shown];
}

/** A quoted clause that does not close its sentence is closed behind its citation. */
function closer(text: string): string {
  return /[.!?…]["'”’)\]]*$/.test(text.trim()) ? '' : '.';
}
