import { arxivParts } from '../../contracts/ids.ts';
import type { PaperRecord } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed } from '../outcome.ts';
import { paperOf } from '../paper.ts';
import { abstractText, titleText } from '../text.ts';
import { parseXml, xmlRaw, xmlText } from '../xml.ts';

/** arXiv's OAI-PMH answers (`ListRecords`, `GetRecord`); deleted records have a header only and are left out. */
export function parseOai(xml: string, context: ParseContext): Parsed {
  // Harvesters store one answer behind the other: each has its own root.
  const documents = xml.split(/(?<=<\/OAI-PMH>)/).filter((part) => part.trim() !== '');
  const roots = documents.map((part) => objectsOf(parseXml(part)?.['OAI-PMH'])[0]);
  if (roots.some((root) => root === undefined)) {
    return failed('error', 'arXiv sent OAI-PMH that cannot be read (cut off or damaged)', {
      kind: 'transient',
      waitMs: null,
    });
  }
  const thisYear = new Date(context.now).getUTCFullYear();
  const papers: PaperRecord[] = [];
  let token: string | null = null;
  for (const root of roots) {
    const error = objectsOf(root?.error)[0] ?? root?.error;
    if (error !== undefined && !/norecordsmatch|iddoesnotexist/i.test(JSON.stringify(error))) {
      return failed('error', `arXiv refused: ${xmlText(error) ?? JSON.stringify(error)}`, {
        kind: 'never',
        waitMs: null,
      });
    }
    const body = objectsOf(root?.ListRecords)[0] ?? objectsOf(root?.GetRecord)[0];
    token = xmlText(body?.resumptionToken) ?? token;
    for (const record of objectsOf(body?.record)) {
      const paper = parseRecord(objectsOf(objectsOf(record.metadata)[0]?.arXiv)[0], thisYear);
      if (paper) papers.push(paper);
    }
  }
  return found({ papers, next: token ? { resumptionToken: token.trim() } : null });
}

function parseRecord(metadata: JsonObject | undefined, thisYear: number): PaperRecord | null {
  const id = arxivParts(xmlText(metadata?.id) ?? '')?.id;
  if (!metadata || !id) return null;
  const comment = xmlText(metadata.comments) ?? '';
  return paperOf({
    source: 'arxiv',
    ids: [],
    doi: xmlText(metadata.doi),
    arxiv: id,
    title: titleText(xmlRaw(metadata.title)),
    authors: objectsOf(objectsOf(metadata.authors)[0]?.author).map((author) =>
      [xmlText(author.forenames), xmlText(author.keyname), xmlText(author.suffix)]
        .filter((part) => part !== null)
        .join(' '),
    ),
    date: parseDate(xmlText(metadata.created)?.trim(), thisYear),
    abstract: abstractText(xmlRaw(metadata.abstract)),
    url: `https://arxiv.org/abs/${id}`,
    venue: titleText(xmlRaw(metadata['journal-ref'])),
    withdrawn: /\bwithdrawn\b/i.test(comment),
    openAccessUrl: /\bwithdrawn\b/i.test(comment) ? null : `https://arxiv.org/pdf/${id}`,
  });
}
