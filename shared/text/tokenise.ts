import { fold } from './normalise.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stopwords.ts';

/**
 * One alternative a kind, tried in this order: names with signs (`c++`, `c#`, `.net`), dotted names (`node.js`, `3.5`),
 * numbers with separators, and words, whose inner apostrophes and hyphens are looked at afterwards.
 */
const TOKEN =
  /(?<![\p{L}\p{N}])(?:[a-z]\+\+|[acfj]#(?![\p{L}\p{N}])|\.net(?![\p{L}\p{N}]))|[\p{L}\p{N}]+\.(?:js|net|io|ai|py|jl|rs)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+|[.,](?=\p{N})(?<=\p{N}[.,])\p{N}+|[-\u2010\u2011](?=[\p{L}\p{N}])[\p{L}\p{N}\p{M}]+)*/gu;

const HYPHENS = /[-\u2010\u2011]/;
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NO_SPACES_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const NUMBER = /^\p{N}+(?:[.,]\p{N}+)*$/u;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const SHORT_OR_MIXED = /^(?:.|.*\p{N}.*)$/u;

/**
 * Lower-cased, folded words of `text` in their order.
 *
 * Hyphenated compounds are split (`graph-based` → `graph`, `based`) unless a part is one character or holds a digit, where
 * the compound is the name (`k-means`, `gpt-4`, `t-sne`). Possessive endings go, contractions stay (`don't`). Numbers keep
 * their decimals and lose their thousands separators. Han and Kana runs, written without spaces, give overlapping pairs.
 *
 * @example
 * tokens("Gödel's k-means in C++, 1,000 graph-based runs"); // ['godel', 'k-means', 'in', 'c++', '1000', 'graph', 'based', 'runs']
 */
export function tokens(text: string): string[] {
  const found: string[] = [];
  for (const match of fold(text).matchAll(TOKEN)) addParts(match[0], found);
  return found;
}

/**
 * Index terms of `text`: its tokens without function words, Porter-stemmed; the hyphen of a kept compound is dropped, so
 * that `k-means` and `kmeans` are one term.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const token of tokens(text)) {
    const term = termOf(token);
    if (term !== '') found.push(term);
  }
  return found;
}

/** A text's words repeat: what became of each is remembered, up to a bound that hostile text cannot pass. */
const MAX_REMEMBERED = 200_000;
const remembered = new Map<string, string>();

/** The index term of a token, '' for a function word. */
function termOf(token: string): string {
  const known = remembered.get(token);
  if (known !== undefined) return known;
  const term = isStopWord(token) ? '' : stem(token.replace(/[-']/g, ''));
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(token, term);
  return term;
}

function addParts(raw: string, found: string[]): void {
  const word = raw.replace(/['’]s$/, '').replace(/’/g, "'");
  if (NO_SPACES.test(word)) {
    for (const [run] of word.matchAll(NO_SPACES_RUN)) addUnspacedRun(run, found);
  } else if (!HYPHENS.test(word)) {
    found.push(THOUSANDS.test(word) ? word.replace(/,/g, '') : word);
  } else {
    addCompound(word.split(HYPHENS), found);
  }
}

function addUnspacedRun(run: string, found: string[]): void {
  const letters = [...run];
  if (!NO_SPACES.test(run) || letters.length === 1) {
    found.push(run.replace(/^[-\u2010\u2011'.,]+|[-\u2010\u2011'.,]+$/g, '') || run);
    return;
  }
  for (let i = 0; i + 1 < letters.length; i++) found.push(`${letters[i]}${letters[i + 1]}`);
}

function addCompound(parts: readonly string[], found: string[]): void {
  const allNumbers = parts.every((part) => NUMBER.test(part));
  const isName = !allNumbers && parts.length <= 3 && parts.some((part) => SHORT_OR_MIXED.test(part));
  if (isName && parts.join('').length <= 24) found.push(parts.join('-'));
  else found.push(...parts);
}
