import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sentences } from '../../shared/text/sentences.ts';
import { terms } from '../../shared/text/tokenise.ts';
import type { RankingSet } from '../ranking.ts';

interface Section {
  readonly title: string;
  readonly text: string;
}

export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly abstract: string;
  readonly authors?: readonly string[];
  readonly references?: readonly string[];
  readonly citances?: readonly { readonly text: string }[];
  readonly sections?: readonly Section[];
}

export type Question = readonly [id: string, text: string, relevant: readonly string[]];

/** The papers held out of the training of the models the settings were chosen with: the last of the file. */
const HELD_OUT = 5000;

/** The sets on which weights and constants were chosen, by name. None of them is one the benchmark reports on. */
export function developmentSets(data: string): Record<string, RankingSet> {
  const papers = acl(data);
  const arxiv = jsonLines<Paper>(join(data, 'train/arxiv-abstracts.jsonl.gz')).slice(-HELD_OUT);
  return {
    'citing sentence to cited paper': setOf(papers, citingSentences(papers)),
    'title to references': setOf(papers, titlesWithReferences(papers)),
    'sentence of the text to abstract': setOf(papers, textSentences(papers)),
    'last sentence to the rest': lastSentences(arxiv),
    'title to abstract': setOf(
      arxiv.map((paper) => ({ ...paper, title: '' })),
      arxiv.filter((_, i) => i % 8 === 1).map((paper) => [paper.id, paper.title, [paper.id]]),
    ),
  };
}

/** The ACL papers with their full texts. */
export const acl = (data: string): Paper[] => jsonLines<Paper>(join(data, 'corpus/acl-978-full.jsonl.gz'));

/** Up to three sentences that cite a paper, without what names it. */
export function citingSentences(papers: readonly Paper[]): Question[] {
  return papers.flatMap((paper) => {
    const names = (paper.authors ?? []).map((author) => author.split(' ').at(-1) ?? '').filter((name) => name !== '');
    const questions: Question[] = [];
    for (const { text } of paper.citances ?? []) {
      let bare = text
        .replace(/\([^()]*\d{4}[^()]*\)/g, ' ')
        .replace(/\[[^\]]*\]/g, ' ')
        .replace(/et al\.?/g, ' ');
      for (const name of names) bare = bare.split(name).join(' ');
      if (questions.length < 3 && terms(bare).length >= 6) {
        questions.push([`${paper.id}|${questions.length}`, bare, [paper.id]]);
      }
    }
    return questions;
  });
}

function titlesWithReferences(papers: readonly Paper[]): Question[] {
  const known = new Set(papers.map((paper) => paper.id));
  return papers
    .map(
      (paper): Question => [
        paper.id,
        paper.title,
        (paper.references ?? []).filter((id) => known.has(id) && id !== paper.id),
      ],
    )
    .filter(([, , relevant]) => relevant.length >= 2);
}

/** Two sentences of introduction or conclusion in which the authors speak of their paper. */
export function textSentences(papers: readonly Paper[]): Question[] {
  return papers.flatMap((paper) => {
    const own = (paper.sections ?? [])
      .filter((section) => /conclu|introd|discuss/i.test(section.title))
      .flatMap((section) => sentences(section.text).map((sentence) => sentence.text))
      .filter((text) => /\b(?:we|our|paper)\b/i.test(text) && terms(text).length >= 7 && terms(text).length <= 18);
    const chosen = own.length === 0 ? [] : [own[Math.floor(own.length / 4)]!, own[Math.floor((own.length * 3) / 4)]!];
    return [...new Set(chosen)].map((text, i): Question => [`${paper.id}|${i}`, text, [paper.id]]);
  });
}

/** Of every eighth paper the last sentence asks, and is taken out of the abstract. */
function lastSentences(papers: readonly Paper[]): RankingSet {
  const questions: Question[] = [];
  const docs = papers.map((paper, i) => {
    const parts = sentences(paper.abstract).map((sentence) => sentence.text);
    if (i % 8 !== 0 || parts.length < 4) return paper;
    questions.push([`${paper.id}|last`, parts.at(-1)!, [paper.id]]);
    return { ...paper, abstract: parts.slice(0, -1).join(' ') };
  });
  return setOf(docs, questions);
}

/** Papers and questions as a set; a paper that asks with its own text is taken out of its ranking. */
export function setOf(
  papers: readonly Pick<Paper, 'id' | 'title' | 'abstract'>[],
  questions: readonly Question[],
): RankingSet {
  return {
    docs: papers.map(({ id, title, abstract }) => ({ id, title, abstract })),
    queries: questions.map(([id, text, relevant]) => (relevant.includes(id) ? { id, text } : { id, text, except: id })),
    judgements: Object.fromEntries(
      questions.map(([id, , relevant]) => [id, Object.fromEntries(relevant.map((found) => [found, 1]))]),
    ),
  };
}

/** The values of a compressed file, one a line. */
export function jsonLines<T>(path: string): T[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
