import { dateOf } from '../dates.ts';
import { type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed } from '../outcome.ts';
import { paperOf } from '../paper.ts';
import { abstractText, titleText } from '../text.ts';
import { parseXml, xmlRaw, xmlText } from '../xml.ts';

/** Crossref's UNIXSD answer for one DOI (`transform/application/vnd.crossref.unixsd+xml`). */
export function parseUnixsd(xml: string, context: ParseContext): Parsed {
  const root = parseXml(xml);
  const query =
    objectsOf(walk(root, 'crossref_result', 'query_result', 'body')?.query)[0] ??
    (root && 'doi_records' in root ? walk(root, 'doi_records') : undefined);
  if (!query)
    return failed('error', 'Crossref sent XML that cannot be read (cut off, damaged or of another kind)', {
      kind: 'never',
      waitMs: null,
    });
  const journal = walk(query, 'doi_record', 'crossref', 'journal');
  const work = objectsOf(journal?.journal_article)[0] ?? deepest(walk(query, 'doi_record', 'crossref'));
  const doi = xmlText(query.doi) ?? xmlText(objectsOf(work?.doi_data)[0]?.doi);
  const thisYear = new Date(context.now).getUTCFullYear();
  const published =
    objectsOf(work?.publication_date)[0] ?? objectsOf(walk(journal, 'journal_issue')?.publication_date)[0];
  const paper = paperOf({
    source: 'scholarly',
    ids: [],
    doi,
    title: titleText(xmlRaw(objectsOf(work?.titles)[0]?.title)),
    authors: objectsOf(objectsOf(work?.contributors)[0]?.person_name).map((name) =>
      [xmlText(name.given_name), xmlText(name.surname)].filter((part) => part !== null).join(' '),
    ),
    date: dateOf(xmlText(published?.year), xmlText(published?.month), xmlText(published?.day), thisYear),
    abstract: abstractText(xmlRaw(work?.abstract)),
    url: null,
    venue: titleText(xmlText(walk(journal, 'journal_metadata')?.full_title)),
  });
  return found({ papers: paper ? [paper] : [], total: paper ? 1 : 0 });
}

function walk(node: JsonObject | null | undefined, ...names: readonly string[]): JsonObject | undefined {
  let current: JsonObject | undefined = node ?? undefined;
  for (const name of names) current = objectsOf(current?.[name])[0];
  return current;
}

/** Books, proceedings and posted content: the innermost element with titles is the work. */
function deepest(node: JsonObject | undefined): JsonObject | undefined {
  if (!node) return undefined;
  let best = 'titles' in node ? node : undefined;
  for (const key of [
    'book',
    'conference',
    'conference_paper',
    'content_item',
    'posted_content',
    'dissertation',
    'report-paper',
    'report-paper_metadata',
    'book_metadata',
  ]) {
    for (const child of objectsOf(node[key])) best = deepest(child) ?? best;
  }
  return best;
}
