import type { PaperRecord } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { asList, asObject, asText, type JsonObject, objectsOf } from '../json.ts';
import { found, type ParseContext, type Parsed, type SourceResponse, unknownShape } from '../outcome.ts';
import { paperOf, withoutRepeats } from '../paper.ts';
import { type Access, endpoint, type Provider, type ProviderRequest, type SearchQuery } from '../provider.ts';
import { readJson } from '../read.ts';
import { plainQuery, termsOf } from '../terms.ts';
import { abstractText, titleText } from '../text.ts';

/** Hugging Face papers, where Papers with Code went: arXiv papers that practitioners picked. */
export const huggingface: Provider = {
  name: 'huggingface',
  title: 'Hugging Face papers',
  channel: 'scholarly',
  base: 'https://huggingface.co',
  urlVar: 'PLUMBLINE_HUGGINGFACE_URL',
  keyVar: 'HF_TOKEN',
  keyRequired: false,
  about: 'no key needed',
  buildRequest(query: SearchQuery, access: Access): ProviderRequest {
    const url = endpoint(access.base, '/api/papers/search', {
      q: plainQuery(termsOf(query.text), { quotes: false, limit: 250 }),
      limit: Math.min(query.max, 100),
    });
    return {
      method: 'GET',
      url,
      headers: { accept: 'application/json', ...(access.key ? { authorization: `Bearer ${access.key}` } : {}) },
    };
  },
  parse(response: SourceResponse, context: ParseContext): Parsed {
    return readJson(response, { provider: 'Hugging Face' }, context, (json) => {
      const object = asObject(json);
      if (!Array.isArray(json) && !(object && ('papers' in object || 'id' in object || 'paper' in object)))
        return unknownShape('Hugging Face');
      const thisYear = new Date(context.now).getUTCFullYear();
      const rows = Array.isArray(json) ? objectsOf(json) : objectsOf(asObject(json)?.papers ?? json);
      const papers = withoutRepeats(rows.flatMap((row) => parseRow(row, thisYear) ?? []));
      return found({ papers, total: papers.length });
    });
  },
};

function parseRow(row: JsonObject, thisYear: number): PaperRecord | null {
  const paper = asObject(row.paper) ?? row;
  const id = asText(paper.id);
  if (id === null) return null;
  return paperOf({
    source: 'scholarly',
    ids: [],
    arxiv: id,
    title: titleText(asText(paper.title) ?? asText(row.title)),
    authors: asList(paper.authors).map((author) => asText(asObject(author)?.name ?? author)),
    date: parseDate(asText(paper.publishedAt) ?? asText(row.publishedAt), thisYear),
    abstract: abstractText(asText(paper.summary) ?? asText(row.summary)),
    url: `https://huggingface.co/papers/${encodeURIComponent(id)}`,
  });
}
