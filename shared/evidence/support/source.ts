import type { Embedder } from '../../collate/embed/port.ts';
import { sentences } from '../../text/sentences.ts';
import { pairsOf, wordingOf } from './wording.ts';

/** What a sentence embedder must offer here: one unit vector a text, without waiting. */
export interface SentenceEmbedder {
  embedOne(text: string): Float32Array;
}

/** The embedder itself when it can embed without waiting (the static one can), otherwise null: words alone then decide. */
export function sentenceEmbedder(embedder: Embedder | SentenceEmbedder | null): SentenceEmbedder | null {
  return embedder !== null && 'embedOne' in embedder ? embedder : null;
}

/** A sentence of a source with what comparing needs. */
export interface Passage {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  readonly pairs: ReadonlySet<string>;
  /** Length of the tf-idf vector. */
  readonly norm: number;
  readonly vector: Float32Array | null;
}

/** A source text made ready for many sentences: see {@link prepareSource}. */
export interface PreparedSource {
  readonly text: string;
  /** In lower case, to look names up in. */
  readonly lower: string;
  readonly passages: readonly Passage[];
  /** In how many passages a term occurs. */
  readonly frequency: ReadonlyMap<string, number>;
  readonly averageLength: number;
  readonly embedder: SentenceEmbedder | null;
}

/** Passages beyond this many are not compared: no paper has them. */
const MAX_PASSAGES = 6_000;

/** A numbered heading says what a section is about; nothing rests on it. */
const HEADING = /^(?:\d{1,2}(?:\.\d{1,2})*|[IVX]+)\.?\s+\p{Lu}[^.!?:;]*$/u;
const HEADING_LENGTH = 120;

/** Splits `text` into sentences, headings left out, and counts their terms; with an embedder the passages are embedded too. */
export function prepareSource(text: string, embedder: SentenceEmbedder | null = null): PreparedSource {
  const passages: Passage[] = [];
  const frequency = new Map<string, number>();
  let total = 0;
  for (const sentence of sentences(text).slice(0, MAX_PASSAGES)) {
    if (sentence.text.length <= HEADING_LENGTH && HEADING.test(sentence.text.trim())) continue;
    const { terms, weights } = wordingOf(sentence.text);
    if (terms.length === 0) continue;
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    let squares = 0;
    for (const [term, count] of counts) squares += (weights.get(term)! * (1 + Math.log(count))) ** 2;
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    total += terms.length;
    passages.push({
      ...sentence,
      terms,
      counts,
      pairs: pairsOf(terms),
      norm: Math.sqrt(squares),
      vector: embedder?.embedOne(sentence.text) ?? null,
    });
  }
  return {
    text,
    lower: text.toLowerCase(),
    passages,
    frequency,
    averageLength: total / Math.max(1, passages.length),
    embedder,
  };
}
