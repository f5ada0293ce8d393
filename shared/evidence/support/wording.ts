import { wordWeight } from '../../collate/match/words.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stopwords.ts';
import { tokens } from '../../text/tokenise.ts';

/** The index terms of a sentence in order, each with how much it tells. */
export interface Wording {
  readonly terms: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
}

const WITH_YEAR = /\((?:[^()]|\([^()]*\))*\b(?:19|20)\d{2}[a-z]?\b(?:[^()]|\([^()]*\))*\)/g;
const IN_BRACKETS = /\[[^\]]*\d[^\]]*\]|\[@[^\]]*\]/g;
const NAMES_AND_YEAR =
  /\b\p{Lu}[\p{L}'’-]+(?:(?:,? (?:and|&) |, )\p{Lu}[\p{L}'’-]+)*(?:,? et al\.?)?(?:['’]s)?,? \(?(?:19|20)\d{2}[a-z]?\)?/gu;
const ET_AL = /\b\p{Lu}[\p{L}'’-]+ et al\.?/gu;

/** A sentence without its references: what it says, not whom it cites. A sentence of references only stays as it is. */
export function withoutReferences(sentence: string): string {
  const bare = sentence
    .slice(0, 4000)
    .replace(WITH_YEAR, ' ')
    .replace(IN_BRACKETS, ' ')
    .replace(NAMES_AND_YEAR, ' ')
    .replace(ET_AL, ' ');
  return wordingOf(bare).terms.length >= 3 ? bare : sentence;
}

/** Stemmed content words with their weights (`-ln` of the share of abstracts that have the word). */
export function wordingOf(sentence: string): Wording {
  const terms: string[] = [];
  const weights = new Map<string, number>();
  for (const token of tokens(sentence)) {
    if (isStopWord(token)) continue;
    const bare = token.replace(/[-']/g, '');
    if (bare === '') continue;
    const term = stem(bare);
    terms.push(term);
    weights.set(term, Math.max(weights.get(term) ?? 0, wordWeight(token)));
  }
  return { terms, weights };
}

/** Neighbouring pairs of terms. */
export function pairsOf(terms: readonly string[]): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < terms.length; i++) pairs.add(`${terms[i]} ${terms[i + 1]}`);
  return pairs;
}
