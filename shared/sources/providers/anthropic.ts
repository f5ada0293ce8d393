import type { Outcome } from '../../contracts/enums.ts';
import type { Post } from '../../contracts/record.ts';
import { parseDate } from '../dates.ts';
import { asCount, asObject, asText, at, type JsonObject, objectsOf } from '../json.ts';
import { failed, found, type ParseContext, type Parsed, type SourceResponse } from '../outcome.ts';
import { kindOf, readJson } from '../read.ts';
import { textOf } from '../sniff.ts';
import { webPost } from '../web-post.ts';

const NAME = 'the model’s web search';

/** Errors of the server tools, which come inside an answer with HTTP 200. */
const TOOL_ERRORS: Readonly<Record<string, Outcome>> = {
  too_many_requests: 'throttled',
  max_uses_exceeded: 'throttled',
  unavailable: 'error',
  invalid_tool_input: 'error',
  query_too_long: 'error',
  request_too_large: 'error',
  url_not_allowed: 'blocked',
};

/**
 * What a model's web search and web fetch brought back, from a Messages answer or its event stream: the pages, never the
 * model's own words about them. `next` says that the turn was paused and goes on.
 */
export function parseAnthropicSearch(response: SourceResponse, context: ParseContext): Parsed {
  if (kindOf(response) === 'sse')
    return fromBlocks(blocksOfStream(textOf(response.body, response.contentType)), {}, context);
  const errorOf = (json: unknown) => {
    if (at(json, 'type') !== 'error') return null;
    const kind = asText(at(json, 'error', 'type')) ?? '';
    const message = `${kind} ${asText(at(json, 'error', 'message')) ?? ''}`.trim();
    return kind === 'overloaded_error' ? { message, status: 529 } : { message };
  };
  return readJson(response, { provider: NAME, errorOf }, context, (json) => {
    const message = asObject(json) ?? {};
    return fromBlocks(objectsOf(message.content), message, context);
  });
}

/** Whole results come in `content_block_start`; a damaged event is left out and counted as one. */
function blocksOfStream(text: string): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue;
    let event: unknown;
    try {
      event = JSON.parse(line.slice(5));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      event = { type: 'error', error: { type: 'damaged_event' } }; // a stream that was cut ends in half a line
    }
    const block = asObject(at(event, 'content_block'));
    if (at(event, 'type') === 'content_block_start' && block) blocks.push(block);
    if (at(event, 'type') === 'error')
      blocks.push({ type: 'stream_error', code: asText(at(event, 'error', 'type')) ?? 'error' });
    const citation = asObject(at(event, 'delta', 'citation'));
    if (at(event, 'delta', 'type') === 'citations_delta' && citation)
      blocks.push({ type: 'text', citations: [citation] });
  }
  return blocks;
}

/** Passages of the pages, by address: all of a search's text that can be read. The model's own words are left alone. */
function citedTexts(blocks: readonly JsonObject[]): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  for (const citation of blocks.flatMap((block) => (block.type === 'text' ? objectsOf(block.citations) : []))) {
    const [url, text] = [asText(citation.url), asText(citation.cited_text)];
    if (url === null || text === null) continue;
    const before = texts.get(url) ?? [];
    if (!before.includes(text)) texts.set(url, [...before, text]);
  }
  return texts;
}

function fromBlocks(blocks: readonly JsonObject[], message: JsonObject, context: ParseContext): Parsed {
  const thisYear = new Date(context.now).getUTCFullYear();
  const posts: Post[] = [];
  const cited = citedTexts(blocks);
  const errors: string[] = [];
  let answered = 0;
  for (const block of blocks) {
    const type = asText(block.type) ?? '';
    if (type === 'stream_error') errors.push(asText(block.code) ?? 'error');
    if (type !== 'web_search_tool_result' && type !== 'web_fetch_tool_result') continue;
    answered++;
    // The content is a list of results, or one object that is an error or a fetched page.
    const single = asObject(block.content);
    const code = asText(single?.error_code);
    if (code !== null) errors.push(code);
    const rows = single ? (code === null ? [single] : []) : objectsOf(block.content);
    for (const row of rows) {
      const url = asText(row.url);
      const post = webPost({
        url,
        title: asText(row.title) ?? asText(at(row, 'content', 'title')),
        text:
          at(row, 'content', 'source', 'type') === 'text'
            ? asText(at(row, 'content', 'source', 'data'))
            : (cited.get(url ?? '')?.join('\n\n') ?? null),
        date: parseDate(asText(row.page_age), thisYear),
      });
      if (post) posts.push(post);
    }
  }
  const notes = [...new Set(errors)].map((code) => `${NAME} failed: ${code}`);
  const asked = blocks.filter((block) => block.type === 'server_tool_use').length;
  if (asked > answered) notes.push(`${asked - answered} of ${asked} tool calls have no result yet`);
  const uses = asCount(at(message, 'usage', 'server_tool_use', 'web_search_requests'));
  if (uses !== null) notes.push(`${uses} searches charged`);
  if (posts.length === 0 && errors.length > 0) {
    const outcome = TOOL_ERRORS[errors[0]!] ?? 'error';
    return {
      ...failed(outcome, notes.join('; ')),
      retry: { kind: outcome === 'error' ? 'transient' : 'burst', waitMs: null },
    };
  }
  if (posts.length === 0 && message.stop_reason === 'refusal') return failed('blocked', `${NAME}: the model declined`);
  if (blocks.length > 0 && asked + answered + errors.length === 0)
    return failed('error', `${NAME} was not used: the model answered without it`);
  const paused = message.stop_reason === 'pause_turn';
  return found({
    posts,
    next: paused ? { pause_turn: true } : null,
    notes,
    partial: errors.length > 0 || paused,
  });
}
