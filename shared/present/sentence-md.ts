import type { Mark, Sentence } from '../contracts/synthesis.ts';
import { md } from './escape.ts';

/** Reference number of each cited record. */
export type Numbers = ReadonlyMap<string, number>;

const MARK_WORDS: Readonly<Record<Mark, string>> = {
  'single-source': 'one source',
  preprint: 'preprint',
  'abstract-only': 'abstract only',
  unsupported: 'not supported by the cited text',
  'unknown-citation': 'a citation was removed',
  retracted: 'retracted',
  offline: 'offline',
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
  const marks = [...new Set(sentence.marks)].map((mark) => MARK_WORDS[mark]);
  const marked = marks.length === 0 ? '' : ` *(${marks.join(', ')})*`;
  if (sentence.voice === 'quote') return `“${md(sentence.text)}”${cites}${marked}${closer(sentence.text)}`;
  const text = md(sentence.text);
  const end = /(?<![.…])[.]$/.exec(text);
  if (end === null || (cites === '' && marked === '')) return `${text}${cites}${marked}`;
  return `${text.slice(0, -1)}${cites}${marked}.`;
}

/** A quoted clause that does not close its sentence is closed behind its citation. */
function closer(text: string): string {
  return /[.!?…]["'”’)\]]*$/.test(text.trim()) ? '' : '.';
}
