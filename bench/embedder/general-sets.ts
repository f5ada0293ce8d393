import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { starterPath } from '../../local/library/starter.ts';
import type { RankableDoc } from '../../shared/collate/rank/hybrid.ts';
import type { RankingSet } from '../ranking.ts';
import { acl, citingSentences, jsonLines, setOf, textSentences } from './development-sets.ts';

/**
 * Collections of other kinds than those the constants were chosen on: small, of titles only, of uneven length, of words
 * that the embedder has never read, of another alphabet, with queries of two words or of a whole abstract. None of their
 * papers was trained on as a pair with its query.
 */
export function generalSets(data: string): Record<string, readonly RankingSet[]> {
  const papers = acl(data);
  const cited = setOf(papers, citingSentences(papers));
  const known = new Set(papers.map((paper) => paper.id));
  const abstracts = papers.flatMap((paper): [string, string, string[]][] => {
    const relevant = (paper.references ?? []).filter((id) => known.has(id) && id !== paper.id);
    return relevant.length < 2 || !paper.abstract ? [] : [[paper.id, paper.abstract, relevant]];
  });
  const fullTexts = papers.map((paper, at) => {
    const body = (paper.sections ?? []).map(({ text }) => text).join(' ');
    return { ...paper, abstract: at % 3 === 0 ? `${paper.abstract} ${body.slice(0, 12_000)}` : paper.abstract };
  });
  return {
    'citing sentence, groups of 40': groups(cited, 40),
    'citing sentence, groups of 150': groups(cited, 150),
    'citing sentence, titles only': [withDocs(cited, (doc) => ({ ...doc, abstract: '' }))],
    'citing sentence, half without abstract': [
      withDocs(cited, (doc, at) => (at % 2 === 0 ? doc : { ...doc, abstract: '' })),
    ],
    'citing sentence, a third full texts': [setOf(fullTexts, citingSentences(papers))],
    'abstract to cited papers': [setOf(papers, abstracts)],
    'unknown words, citing sentence': [respelt(cited, unknownWords)],
    'unknown words, sentence of the text': [respelt(setOf(papers, textSentences(papers)), unknownWords)],
    'Cyrillic letters, citing sentence': [respelt(cited, cyrillic)],
    'starter library, title to its topic': [starter()],
    'recent arXiv, topic name to title': [topics(data, (paper) => ({ ...paper, abstract: '' }))],
    'recent arXiv, topic name to paper': [topics(data, (paper) => paper)],
  };
}

function withDocs(set: RankingSet, change: (doc: RankableDoc, at: number) => RankableDoc): RankingSet {
  return { ...set, docs: set.docs.map(change) };
}

/** The collection cut into small ones, each with the queries that it answers. */
function groups(set: RankingSet, size: number): RankingSet[] {
  return Array.from({ length: Math.floor(set.docs.length / size) }, (_, at) => {
    const docs = set.docs.slice(at * size, (at + 1) * size);
    const inside = new Set(docs.map((doc) => doc.id));
    const queries = set.queries.filter((query) => Object.keys(set.judgements[query.id]!).some((id) => inside.has(id)));
    return { docs, queries, judgements: set.judgements };
  });
}

function respelt(set: RankingSet, spell: (text: string) => string): RankingSet {
  const docs = set.docs.map(({ id, title, abstract }) => ({
    id,
    title: spell(title ?? ''),
    abstract: spell(abstract ?? ''),
  }));
  return { ...set, docs, queries: set.queries.map((query) => ({ ...query, text: spell(query.text) })) };
}

const KEPT = new Set(
  'a an the of for in on and or to is are was were be by with from as at that this these we our it its they which can not but have has'.split(
    ' ',
  ),
);
const ENDING = /(?:ations?|ings?|ed|ers?|ness|ments?|ies|ity|al|es|s|ly)$/;
const CONSONANTS = 'bcdfghjklmnpqrstvwxz';
const VOWELS = 'aeiouy';

/** Every content word becomes one that does not exist; its ending stays, so that it is stemmed as before. */
function unknownWords(text: string): string {
  return text.toLowerCase().replace(/[a-z]+/g, (word) => {
    if (KEPT.has(word)) return word;
    const ending = ENDING.exec(word)?.[0] ?? '';
    const base = word.length - ending.length >= 3 ? word.slice(0, word.length - ending.length) : word;
    const spelt = base.replace(/[a-z]/g, (letter) => {
      const at = CONSONANTS.indexOf(letter);
      return at >= 0 ? CONSONANTS[(at * 7 + 5) % CONSONANTS.length]! : VOWELS[(VOWELS.indexOf(letter) + 2) % 6]!;
    });
    return spelt + word.slice(base.length);
  });
}

const CYRILLIC = 'абцдефгхийклмнопярстувшхыз';

function cyrillic(text: string): string {
  return text.toLowerCase().replace(/[a-z]/g, (letter) => CYRILLIC[letter.charCodeAt(0) - 97]!);
}

/** Landmark papers: which others are filed under the same topic? */
function starter(): RankingSet {
  const files = readdirSync(starterPath()).filter((name) => name.endsWith('.jsonl'));
  const papers = files.flatMap((name) =>
    readFileSync(join(starterPath(), name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; title: string; abstract: string; topic: string }),
  );
  return setOf(
    papers,
    papers.map(({ id, title, topic }) => [
      id,
      title,
      papers.filter((other) => other.topic === topic && other.id !== id).map((other) => other.id),
    ]),
  );
}

interface Topical {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly topics?: readonly string[] | null;
}

function topics(data: string, shown: (paper: Topical) => Topical): RankingSet {
  const papers = jsonLines<Topical>(join(data, 'corpus/arxiv-cs-topical.jsonl.gz')).filter(
    (paper) => paper.topics?.length,
  );
  const names = [...new Set(papers.flatMap((paper) => paper.topics ?? []))].sort();
  return setOf(
    papers.map(shown),
    names.map((name) => [name, name, papers.filter((paper) => paper.topics?.includes(name)).map((paper) => paper.id)]),
  );
}
