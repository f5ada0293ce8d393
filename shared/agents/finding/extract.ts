import type { PaperRecord } from '../../contracts/record.ts';
import { fold, squeeze } from '../../text/normalise.ts';
import { stem } from '../../text/stem.ts';
import { terms } from '../../text/tokenise.ts';
import { isGeneric } from '../ambiguity/generic.ts';
import { isFraming } from '../formulate/framing.ts';
import type { FindingInput, FindingSummary } from '../inputs.ts';
import type { RoleContext } from '../role.ts';
import { contentWords, listed } from '../understand/words.ts';
import { relevanceOf } from './relevance.ts';
import { informativeness, kindFit, quotable, termShare } from './salience.ts';

interface Item {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly year: number | null;
  readonly score: number;
}

const MOST_RESULTS = 5;
/** At this score a record is close enough to be named. */
const CLOSE = 0.35;

/** The relevance of every record and post, three to five sentences on what was found, and the sentences that say most. */
export async function summariseFinding(input: FindingInput, context: RoleContext): Promise<FindingSummary> {
  const items = await scored(input, context);
  const ranked = [...items].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return {
    relevance: items.map(({ id, score }) => ({ id, score })),
    summary: summaryOf(input, ranked),
    key_results: ranked.slice(0, MOST_RESULTS).map((item) => ({ text: keyResult(item, input), ids: [item.id] })),
  };
}

async function scored(input: FindingInput, context: RoleContext): Promise<Item[]> {
  const plain = [
    ...input.papers.map((paper) => ({
      id: paper.id,
      title: titleOf(paper),
      body: paper.abstract ?? '',
      year: paper.year,
    })),
    ...input.posts.map((post) => ({
      id: post.id,
      title: squeeze(post.title),
      body: post.text,
      year: yearOf(post.date),
    })),
  ];
  const scores = await relevanceOf(`${input.query}. ${input.node.question}`, plain, context.embedder);
  return plain.map((item, at) => ({ ...item, score: scores[at]! }));
}

function titleOf(paper: PaperRecord): string {
  return squeeze(paper.title ?? '') || paper.id;
}

function yearOf(date: string | null): number | null {
  const year = /^(\d{4})/.exec(date ?? '')?.[1];
  return year === undefined ? null : Number(year);
}

function summaryOf(input: FindingInput, ranked: readonly Item[]): string {
  const asked = `the query "${input.query}"`;
  if (ranked.length === 0) {
    return `The ${input.source} channel returned nothing for ${asked}. Nothing can be said from it on this sub-question. That is no sign that nothing has been written: other words or another channel may find it.`;
  }
  const close = ranked.filter((item) => item.score >= CLOSE);
  const sentences = [
    `The ${input.source} channel returned ${counted(input)} for ${asked}; ${close.length === 0 ? 'none of them is' : `${close.length} ${close.length === 1 ? 'is' : 'are'}`} close to the sub-question.`,
    `The closest ${ranked.length === 1 ? 'is' : 'are'} ${listed(ranked.slice(0, 2).map(named))}.`,
    yearsOf(ranked),
    themesOf(input, ranked),
    missingOf(input, ranked),
  ].filter((sentence) => sentence !== '');
  if (sentences.length < 3) sentences.push('No date and no recurring theme can be told from the records.');
  return sentences.slice(0, 5).join(' ');
}

function counted(input: FindingInput): string {
  const some = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
  const parts = [
    ...(input.papers.length > 0 ? [some(input.papers.length, 'paper')] : []),
    ...(input.posts.length > 0 ? [some(input.posts.length, 'post')] : []),
  ];
  return listed(parts);
}

function named(item: Item): string {
  return `"${item.title}"${item.year === null ? '' : ` (${item.year})`}`;
}

function yearsOf(items: readonly Item[]): string {
  const years = items.flatMap((item) => (item.year === null ? [] : [item.year])).sort((a, b) => a - b);
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return '';
  return first === last ? `All that is dated is from ${first}.` : `They date from ${first} to ${last}.`;
}

/** Words that several titles share and nobody asked for. */
function themesOf(input: FindingInput, items: readonly Item[]): string {
  const asked = new Set(terms(`${input.query} ${input.node.question}`));
  const counts = new Map<string, { readonly word: string; titles: number }>();
  for (const { title } of items) {
    for (const word of contentWords(title)) {
      const key = stem(fold(word));
      if (asked.has(key) || isGeneric(fold(word)) || isFraming(fold(word)) || word.length < 3 || /^\d/.test(word))
        continue;
      const entry = counts.get(key) ?? { word: /^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word, titles: 0 };
      entry.titles += 1;
      counts.set(key, entry);
    }
  }
  const top = [...counts.values()]
    .filter((entry) => entry.titles > 1)
    .sort((a, b) => b.titles - a.titles || (a.word < b.word ? -1 : 1));
  return top.length === 0 ? '' : `Their titles also speak of ${listed(top.slice(0, 3).map((entry) => entry.word))}.`;
}

/** What was asked and no record mentions. */
function missingOf(input: FindingInput, items: readonly Item[]): string {
  const held = new Set(items.flatMap((item) => terms(`${item.title} ${item.body}`)));
  const missing = contentWords(input.query).filter(
    (word) => terms(word).length > 0 && terms(word).every((term) => !held.has(term)),
  );
  return missing.length === 0 ? '' : `None of them mentions ${listed(missing.slice(0, 3), 'or')}.`;
}

/** The sentence of an item that says most for the question, in quotation marks; its title when there is none. */
function keyResult(item: Item, input: FindingInput): string {
  const wanted = new Set(terms(input.query));
  const best = quotable(item.body)
    .map(({ text }) => ({
      text,
      score: informativeness(text) + termShare(text, wanted) + 0.3 * kindFit(text, input.node.kind),
    }))
    .reduce<{ text: string; score: number } | null>((a, b) => (a === null || b.score > a.score ? b : a), null);
  return best === null
    ? `${item.title} (no sentence of its text can be quoted)`
    : `${item.title}: "${squeeze(best.text)}"`;
}
