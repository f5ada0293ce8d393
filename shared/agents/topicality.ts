import { DUPLICATE_AT, OFF_TOPIC_BELOW } from '../collate/embed/port.ts';
import { wordWeight } from '../collate/match/words.ts';
import type { PaperRecord } from '../contracts/record.ts';
import type { Goal } from '../contracts/run.ts';
import { fold } from '../text/normalise.ts';
import { terms } from '../text/tokenise.ts';
import { tellingWords } from './formulate/extract.ts';
import type { ReadPaper } from './inputs.ts';
import { dot } from './reader/vectors.ts';
import type { RoleContext } from './role.ts';

/** A work by what says what it is about. */
export interface Described {
  readonly id: string;
  readonly title: string | null;
  readonly abstract: string | null;
}

/** Whether what was found is about the topic. */
export interface Topicality {
  /** `none`: nothing found is about it. `thin`: some of it comes near. */
  readonly verdict: 'covered' | 'thin' | 'none';
  /** About 0 to 1.6. */
  readonly score: number;
  /** The works that come nearest, best first, each with the words of the topic that it has. */
  readonly nearest: readonly { readonly work: Described; readonly words: readonly string[] }[];
  /** Whether a work has enough of the topic not to be there by chance, on its own. */
  isNear(id: string): boolean;
  /** Words of the topic that none of the nearest has. */
  readonly missing: readonly string[];
}

/** Characters of a text that say what it is about. */
const HEAD = 1500;

/** The records by title and abstract; one whose abstract is not known by the head of its text, when it was read. */
export function described(records: readonly PaperRecord[], papers: readonly ReadPaper[]): Described[] {
  const texts = new Map(
    papers.flatMap(({ note, text }) => [note.id, ...note.ids].map((id) => [id, text.text] as const)),
  );
  return records.map(({ id, title, abstract }) => ({
    id,
    title,
    abstract: abstract ?? texts.get(id)?.slice(0, HEAD) ?? null,
  }));
}

/** Works that have to be about a topic before it counts as covered. */
const NEAREST = 3;
/**
 * Measured over five libraries of different kinds (`bench/topicality.ts`): every topic of the development half that its library
 * covers lies above the first, and well above the second, which is also what makes a single work near.
 */
const THIN_BELOW = 0.82;
const NONE_BELOW = 0.74;
/** From so few works no chance match is told from a work that uses other words: they are quoted, with the warning. */
const ENOUGH_TO_JUDGE = 10;
/** What a word counts in the body of a work against its title, as in the ranking of findings. */
const IN_BODY = 0.7;
/** Share of words against meaning. */
const WORDS_SHARE = 0.5;
/** How much it counts that few of the works found have a word: that word is what the library lacks. */
const RARITY = 2;
/** The more words a topic has, the fewer of them any work repeats; fitted with the weights on the development half. */
const PER_LOG_WORD = 0.23;

/**
 * Whether the works found are about a topic or share words with it by chance: the mean over the nearest of their share of its
 * words and of their nearness in meaning, by title or whole. A word tells more the fewer texts use it, in general and among the
 * works found, so that `error correction` does not stand in for `quantum error correction`.
 */
export async function topicalityOf(
  goal: Pick<Goal, 'topic' | 'reading' | 'subjects'>,
  works: readonly Described[],
  { embedder }: Pick<RoleContext, 'embedder'>,
): Promise<Topicality> {
  const { search, words } = tellingWords(goal);
  const asked = new Map(
    words
      .flatMap((word) => word.split(HYPHEN))
      .map((word) => [word, stems(word)] as const)
      .filter(([, of]) => of.length > 0),
  );
  if (asked.size === 0 || works.length === 0)
    return {
      verdict: works.length === 0 ? 'none' : 'covered',
      score: 0,
      nearest: [],
      missing: [],
      isNear: () => works.length > 0,
    };
  const full = new Map([...asked.keys()].flatMap((word) => writtenOut(word, works)));
  const titles = works.map(({ title }) => title ?? '');
  const [topic, ...vectors] = await embedder.embed([
    [...full].reduce((text, [word, form]) => text.replace(word, `${form} ${word}`), search),
    ...titles,
    ...works.map(({ title, abstract }) => `${title ?? ''}. ${abstract ?? ''}`),
  ]);
  const bags = works.map(({ title, abstract }) => {
    const inTitle = new Set(stems(title ?? ''));
    return { inTitle, anywhere: new Set([...inTitle, ...stems(abstract ?? '')]) };
  });
  const holds = (bag: ReadonlySet<string>, of: readonly string[]) => of.every((stem) => bag.has(stem));
  const has = (bag: ReadonlySet<string>, word: string) =>
    holds(bag, asked.get(word)!) || (full.has(word) && holds(bag, stems(full.get(word)!)));
  const weights = new Map(
    [...asked.keys()].map((word) => {
      const having = bags.filter(({ anywhere }) => has(anywhere, word)).length;
      return [word, wordWeight(fold(word)) + RARITY * Math.log(1 + works.length / Math.max(0.5, having))] as const;
    }),
  );
  const total = [...weights.values()].reduce((a, b) => a + b, 0);
  const meaning = (at: number) => {
    const close = embedder.calibration.calibrate(dot(topic!, vectors[at]!));
    return Math.max(0, (close - OFF_TOPIC_BELOW) / (DUPLICATE_AT - OFF_TOPIC_BELOW));
  };
  const scored = works.map((work, at) => {
    const { inTitle, anywhere } = bags[at]!;
    const held = [...weights].filter(([word]) => has(anywhere, word));
    const share = held.reduce((sum, [word, weight]) => sum + (has(inTitle, word) ? 1 : IN_BODY) * weight, 0) / total;
    const near = Math.max(meaning(at), meaning(works.length + at));
    const score = WORDS_SHARE * share + near + PER_LOG_WORD * Math.log(Math.max(2, asked.size));
    return { work, words: held.map(([word]) => word), score };
  });
  const isSmall = works.length < ENOUGH_TO_JUDGE;
  const near = new Set(scored.filter(({ score }) => score >= NONE_BELOW).map(({ work }) => work.id));
  const nearest = scored.sort((a, b) => b.score - a.score || (a.work.id < b.work.id ? -1 : 1)).slice(0, NEAREST);
  const score = nearest.reduce((sum, one) => sum + one.score, 0) / nearest.length;
  return {
    verdict: score >= THIN_BELOW ? 'covered' : isSmall || score >= NONE_BELOW ? 'thin' : 'none',
    score,
    nearest: nearest.map(({ work, words: held }) => ({ work, words: held })),
    isNear: (id) => isSmall || near.has(id),
    missing: [...asked.keys()].filter((word) => nearest.every((one) => !one.words.includes(word))),
  };
}

const HYPHEN = /(?<=\p{L})-(?=\p{L})/u;

/** British spellings as American ones: a library has both. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\p{L}{2})is(?=(?:e[drs]?|ers?|ing|ations?)$)/u, 'iz'],
  [/(?<=\p{L}{2})our(?=(?:s|ed|ing)?$)/u, 'or'],
  [/(?<=\p{L})ence(?=s?$)/u, 'ense'],
  [/ll(?=(?:ed|ing)$)/u, 'l'],
  [/yse/u, 'yze'],
  [/centre/u, 'center'],
];

/** Index terms, each part of a hyphenated word for itself, in one spelling. */
function stems(text: string): string[] {
  const parts = text.toLowerCase().split(HYPHEN).join(' ');
  return terms(parts.replace(/\p{L}+/gu, (word) => SPELLINGS.reduce((now, [from, to]) => now.replace(from, to), word)));
}

const ABBREVIATION = /^(\p{Lu}{2,6})s?$/u;

/** `LSM` with `log-structured merge`, when a work writes it so: the form that most works use. */
function writtenOut(word: string, works: readonly Described[]): [string, string][] {
  const letters = ABBREVIATION.exec(word)?.[1];
  if (letters === undefined) return [];
  // `conflict-free` stands for one letter, `log-structured` for two.
  const form = new RegExp([...letters].map((letter) => `\\b${letter}\\w+`).join('(?:-\\w+)?[\\s-]+'), 'gi');
  const counts = new Map<string, number>();
  for (const { title, abstract } of works) {
    const found = `${title ?? ''}. ${abstract ?? ''}`.toLowerCase().match(form) ?? [];
    for (const one of new Set(found)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return best === undefined ? [] : [[word, best[0]]];
}
