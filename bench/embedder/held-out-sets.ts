import { join } from 'node:path';
import { sentences } from '../../shared/text/sentences.ts';
import { terms, tokens } from '../../shared/text/tokenise.ts';
import { typos } from '../dedup/corrupt.ts';
import { type Rng, rng } from '../dedup/rng.ts';
import type { RankingSet } from '../ranking.ts';
import { jsonLines, type Paper, type Question, setOf } from './development-sets.ts';

/** The last papers of the file: a model that says something here was trained without them (`train.py --limit 54728`). */
const PAPERS = 2500;

/**
 * Collections of the kinds that users bring, made of held-out arXiv papers: documents without titles or of titles only,
 * pools of 20, documents of five abstracts, lengths mixed; queries that are sentences, titles, single words, phrases, word
 * lists, questions, with typing errors or words that no document has.
 */
export function heldOutSets(data: string): Record<string, readonly RankingSet[]> {
  const papers = jsonLines<Paper>(join(data, 'train/arxiv-abstracts.jsonl.gz')).slice(-PAPERS);
  const random = rng(42);
  const first = sentenceToRest(papers, () => 0);
  const middle = sentenceToRest(papers, (count) => count >> 1);
  const asked = (change: (text: string) => string) => [
    setOf(
      first.docs,
      first.questions.map(([id, text, relevant]): Question => [id, change(text), relevant]),
    ),
  ];
  const everyWord = (text: string, change: (word: string) => string) => text.split(' ').map(change).join(' ');
  const sets: Record<string, readonly RankingSet[]> = {
    'first sentence to the rest': asked((text) => text),
    'the same, no titles': [setOf(bare(first.docs), first.questions)],
    'middle sentence to the rest': [setOf(middle.docs, middle.questions)],
    'title to abstract': [
      setOf(
        bare(papers),
        own(papers, (paper) => paper.title),
      ),
    ],
    'title with two typing errors': [
      setOf(
        bare(papers),
        own(papers, ({ title }) => typos(typos(title, random), random)),
      ),
    ],
    'half the words nonsense': asked((text) =>
      everyWord(text, (word) => (random.chance(0.5) ? nonsense(word, random) : word)),
    ),
    'a long question': asked((text) => `What do we know about the following, and how does it work: ${text}?`),
    'first sentence to bare titles': [setOf(titlesOnly(papers), first.questions)],
    'abstract to bare titles': [
      setOf(
        titlesOnly(papers),
        own(papers, (paper) => paper.abstract),
      ),
    ],
    'pools of 20, first sentence': pools(papers).map((pool) => {
      const { docs, questions } = sentenceToRest(pool, () => 0, 1);
      return setOf(docs, questions);
    }),
    'documents of five abstracts, title': [
      setOf(
        joined(papers),
        intoJoined(papers, (paper) => paper.title),
      ),
    ],
  };
  for (const count of [1, 2, 3]) {
    const phrases = phrasesOf(papers, count, random);
    sets[`${count} words of a title to abstracts`] = [
      setOf(
        bare(papers),
        own(papers, ({ title }) => drawn(title, count, random)),
      ),
    ];
    sets[`phrase of ${count} to the papers titled with it`] = [setOf(bare(papers), phrases)];
    sets[`phrase of ${count}, lengths mixed`] = [setOf(mixed(papers), phrases)];
  }
  return sets;
}

const bare = (papers: readonly Paper[]) => papers.map((paper) => ({ ...paper, title: '' }));
const titlesOnly = (papers: readonly Paper[]) => papers.map((paper) => ({ ...paper, abstract: '' }));

/** Every tenth paper asks for itself. */
function own(papers: readonly Paper[], ask: (paper: Paper) => string): Question[] {
  return papers
    .filter((_, at) => at % 10 === 1)
    .map((paper): Question => [`${paper.id}|q`, ask(paper), [paper.id]])
    .filter(([, text]) => terms(text).length > 0);
}

/** A sentence of every `step`th abstract asks, and is taken out of it. */
function sentenceToRest(papers: readonly Paper[], choose: (count: number) => number, step = 10) {
  const questions: Question[] = [];
  const docs = papers.map((paper, at) => {
    const parts = sentences(paper.abstract).map(({ text }) => text);
    if (at % step !== 0 || parts.length < 4) return paper;
    const chosen = choose(parts.length);
    questions.push([`${paper.id}|q`, parts[chosen]!, [paper.id]]);
    return { ...paper, abstract: parts.filter((_, part) => part !== chosen).join(' ') };
  });
  return { docs, questions };
}

const nonsense = (word: string, random: Rng) => [...word].map(() => String.fromCharCode(97 + random.int(26))).join('');

const contentWords = (text: string) => tokens(text).filter((word) => word.length > 2 && terms(word).length > 0);

const drawn = (text: string, count: number, random: Rng) =>
  random
    .shuffle([...new Set(contentWords(text))])
    .slice(0, count)
    .join(' ');

const pools = (papers: readonly Paper[]) => Array.from({ length: 30 }, (_, at) => papers.slice(20 * at, 20 * at + 20));

const joined = (papers: readonly Paper[]) =>
  Array.from({ length: Math.floor(papers.length / 5) }, (_, at) => ({
    id: `five ${at}`,
    title: '',
    abstract: papers
      .slice(5 * at, 5 * at + 5)
      .map(({ abstract }) => abstract)
      .join(' '),
  }));

const intoJoined = (papers: readonly Paper[], ask: (paper: Paper) => string): Question[] =>
  papers.flatMap((paper, at): Question[] =>
    at % 10 === 3 ? [[`${paper.id}|q`, ask(paper), [`five ${Math.floor(at / 5)}`]]] : [],
  );

/** A quarter titles only, a quarter three abstracts long. */
const mixed = (papers: readonly Paper[]) =>
  papers.map((paper, at) => {
    if (at % 4 === 0) return { ...paper, abstract: '' };
    const more = [7, 11].map((step) => papers[(at + step) % papers.length]!.abstract).join(' ');
    return at % 4 === 1 ? { ...paper, abstract: `${paper.abstract} ${more}` } : paper;
  });

/** Up to 200 runs of words that three to forty titles have. */
function phrasesOf(papers: readonly Paper[], count: number, random: Rng): Question[] {
  const titled = new Map<string, Set<string>>();
  for (const { id, title } of papers) {
    const words = tokens(title).filter((word) => terms(word).length > 0);
    for (let at = 0; at + count <= words.length; at++) {
      const phrase = words.slice(at, at + count).join(' ');
      titled.set(phrase, (titled.get(phrase) ?? new Set()).add(id));
    }
  }
  const known = [...titled].filter(([, ids]) => ids.size >= 3 && ids.size <= 40);
  return random
    .shuffle(known.sort(([a], [b]) => (a < b ? -1 : 1)))
    .slice(0, 200)
    .map(([phrase, ids]): Question => [`phrase|${phrase}`, phrase, [...ids]]);
}
