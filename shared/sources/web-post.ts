import type { Post } from '../contracts/record.ts';
import type { PartialDate } from './dates.ts';
import { postOf, siteOf, webUrl } from './paper.ts';
import { markupText, titleText } from './text.ts';

/** What a web search says about one page. */
interface WebFacts {
  readonly url: string | null;
  readonly title: string | null;
  readonly text: string | null;
  readonly date?: PartialDate | null;
  readonly author?: string | null;
  readonly score?: number | null;
}

/** One page of a web search as a post; null without a usable address. */
export function webPost(facts: WebFacts): Post | null {
  const url = webUrl(facts.url);
  if (url === null) return null;
  return postOf({
    id: `url:${url}`,
    title: titleText(facts.title),
    url,
    author: titleText(facts.author ?? null),
    date: facts.date ?? null,
    site: siteOf(url),
    score: facts.score ?? null,
    text: markupText(facts.text),
  });
}
