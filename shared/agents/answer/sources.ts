import { squeeze } from '../../text/normalise.ts';
import type { AnswerInput } from '../inputs.ts';

/** A paper or post an answer may rest on. */
export interface AnswerSource {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** The text quotes are taken from. */
  readonly text: string;
  readonly byline: string;
  readonly relevance: number;
  readonly isPaper: boolean;
}

/**
 * What can be evidence: papers with an abstract that are neither retracted nor withdrawn, and posts with a text; each with a
 * title and an address.
 */
export function sourcesOf(input: AnswerInput): AnswerSource[] {
  const papers = input.papers
    .filter((paper) => !paper.retracted && !paper.withdrawn)
    .map((paper): AnswerSource => {
      return {
        id: paper.id,
        title: squeeze(paper.title ?? ''),
        url: squeeze(paper.url ?? '') || addressOf(paper),
        text: paper.abstract_missing ? '' : (paper.abstract ?? ''),
        byline: byline(paper.authors, paper.year),
        relevance: paper.relevance_self_score,
        isPaper: true,
      };
    });
  const posts = input.posts.map((post): AnswerSource => {
    return {
      id: post.id,
      title: squeeze(post.title),
      url: squeeze(post.url),
      text: post.text,
      byline: post.author === null ? `a post on ${post.site}` : `${post.author} on ${post.site}`,
      relevance: post.relevance_self_score ?? 0,
      isPaper: false,
    };
  });
  const seen = new Set<string>();
  return [...papers, ...posts].filter((source) => {
    return source.title !== '' && source.url !== '' && !seen.has(source.id) && seen.add(source.id);
  });
}

/** Where a record without an address can be found by its id; a name for what has no public page. */
function addressOf(paper: {
  readonly id: string;
  readonly doi: string | null;
  readonly arxivId: string | null;
}): string {
  if (paper.doi !== null) return `https://doi.org/${paper.doi}`;
  if (paper.arxivId !== null) return `https://arxiv.org/abs/${paper.arxivId}`;
  if (paper.id.startsWith('url:')) return paper.id.slice('url:'.length);
  return `urn:plumbline:${paper.id}`;
}

/** `Vaswani et al. (2017)`. */
function byline(authors: readonly string[], year: number | null): string {
  const [first, second] = authors.map(surname);
  const when = year === null ? '' : ` (${year})`;
  if (first === undefined) return `the authors${when}`;
  if (second === undefined) return `${first}${when}`;
  return authors.length === 2 ? `${first} and ${second}${when}` : `${first} et al.${when}`;
}

function surname(author: string): string {
  const name = squeeze(author);
  if (name.includes(',')) return name.slice(0, name.indexOf(',')).trim();
  const words = name.split(' ');
  const particle = words.findIndex(
    (word, at) => at > 0 && /^(?:van|von|der|den|de|da|di|del|la|le|bin|ibn|ter|ten)$/i.test(word),
  );
  return particle > 0 ? words.slice(particle).join(' ') : (words.at(-1) ?? name);
}
