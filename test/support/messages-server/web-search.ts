import type { Fault } from './faults.ts';
import { instructionOf, type MessagesRequest } from './material.ts';
import { CHARACTERS_PER_TOKEN, type Content, FIRST_TURN, type Message, stopOf } from './message.ts';

/** A page as the tool finds it; `says` is what an answer cites of it. */
export interface WebPage {
  readonly url: string;
  readonly title: string;
  readonly age: string | null;
  readonly says: string | null;
}

/** What the tool comes to. */
export interface WebSearchAnswer {
  readonly pages?: readonly WebPage[];
  /** `max_uses_exceeded`, `unavailable` and their like, inside an answer that worked. */
  readonly error?: string;
  /** The model calls the tool once more, which `max_uses` does not allow. */
  readonly again?: boolean;
  /** The model answers from what it knows. */
  readonly unused?: boolean;
  /** Input tokens that the pages bring into the second turn. */
  readonly brings?: number;
}

const BRINGS = 9000;

/** Whether a request has the tool. */
export const searches = (request: MessagesRequest): boolean =>
  (request.tools ?? []).some((tool) => tool.type.startsWith('web_search_'));

/** Two pages about a query, one of them cited. */
function pagesAbout(query: string): WebPage[] {
  const site = `https://pages.example.org/${encodeURIComponent(query)}`;
  return [
    {
      url: `${site}/guide`,
      title: `A guide to ${query}`,
      age: 'March 4, 2024',
      says: `This guide measures ${query} on eight machines and finds that it scales.`,
    },
    { url: `${site}/notes`, title: `Notes on ${query}`, age: '6 days ago', says: null },
  ];
}

/** The message of a call with the tool: one search, its pages, and a sentence about each that is cited. */
export function searchMessage(
  request: MessagesRequest,
  nth: number,
  fault: Fault | null,
  web: (query: string, nth: number) => WebSearchAnswer = () => ({}),
): Message {
  const query = instructionOf(request);
  const answer = web(query, nth);
  const pages = answer.pages ?? pagesAbout(query);
  const refused = fault === 'refusal' || answer.unused === true;
  const content: Content[] = refused
    ? [{ type: 'text', text: 'I know this already.' }]
    : [
        { type: 'text', text: 'I will look.' },
        call('srvtoolu_1', query),
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: resultOf(pages, answer) },
        ...(answer.again
          ? [call('srvtoolu_2', `${query} again`), failedResult('srvtoolu_2', 'max_uses_exceeded')]
          : []),
        ...(answer.error === undefined ? pages.flatMap(cited) : []),
      ];
  const searched = refused || answer.error !== undefined ? 0 : 1;
  const turns = refused ? 0 : answer.again ? 2 : 1;
  const output = Math.ceil(JSON.stringify(content.filter(({ type }) => type === 'text')).length / CHARACTERS_PER_TOKEN);
  return {
    id: `msg_${nth}`,
    type: 'message',
    role: 'assistant',
    model: request.model,
    content,
    stop_reason: stopOf(fault),
    stop_sequence: null,
    usage: {
      input_tokens: FIRST_TURN + turns * (FIRST_TURN + (answer.brings ?? BRINGS)),
      output_tokens: Math.min(request.max_tokens, output),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      server_tool_use: { web_search_requests: searched },
    },
  };
}

const call = (id: string, query: string): Content => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query },
});

const failedResult = (tool_use_id: string, error_code: string): Content => ({
  type: 'web_search_tool_result',
  tool_use_id,
  content: { type: 'web_search_tool_result_error', error_code },
});

function resultOf(pages: readonly WebPage[], { error, brings = BRINGS }: WebSearchAnswer): unknown {
  if (error !== undefined) return { type: 'web_search_tool_result_error', error_code: error };
  return pages.map(({ url, title, age }) => ({
    type: 'web_search_result',
    url,
    title,
    page_age: age,
    // Recorded ones have two to three bytes a token, in base64.
    encrypted_content: 'E'.repeat(Math.ceil((3 * brings) / pages.length)),
  }));
}

function cited({ url, title, says }: WebPage): Content[] {
  if (says === null) return [];
  const citation = { type: 'web_search_result_location', url, title, encrypted_index: 'EpABCioI', cited_text: says };
  return [{ type: 'text', text: `The page says so: ${says.toLowerCase()}`, citations: [citation] }];
}
