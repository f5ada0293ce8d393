import type { PaperRecord } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { found, type ParseContext, type Parsed } from '../outcome.ts';
import { paperOf } from '../paper.ts';
import { abstractText, decoded, titleText } from '../text.ts';

/** Whether a web page is arXiv's own page of a paper. */
export function isArxivPage(html: string): boolean {
  return /<meta\b[^>]{0,80}\bname="citation_arxiv_id"/i.test(html.slice(0, 100_000));
}

/** A paper from the bibliographic tags of arXiv's abstract page; authors are written `Last, First` there. */
export function parseArxivPage(html: string, context: ParseContext): Parsed {
  const tags = [
    ...html.slice(0, 200_000).matchAll(/<meta\b[^>]{0,80}\bname="(citation_[a-z_]+)"\s+content="([^"]*)"/gi),
  ];
  const all = (name: string) => tags.filter((tag) => tag[1]!.toLowerCase() === name).map((tag) => decoded(tag[2]!));
  const paper: PaperRecord | null = paperOf({
    source: 'arxiv',
    ids: [],
    doi: all('citation_doi')[0] ?? null,
    arxiv: all('citation_arxiv_id')[0] ?? null,
    title: titleText(all('citation_title')[0] ?? null),
    authors: all('citation_author').map((name) => name.replace(/^([^,]+),\s*(.+)$/, '$2 $1')),
    date: parseDate(all('citation_date')[0], new Date(context.now).getUTCFullYear()),
    abstract: abstractText(all('citation_abstract')[0] ?? null),
    openAccessUrl: all('citation_pdf_url')[0] ?? null,
  });
  return found({ papers: paper ? [paper] : [], total: paper ? 1 : 0 });
}
