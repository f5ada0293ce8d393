import type Anthropic from '@anthropic-ai/sdk';
import { zodOutputFormat } from '@anthropic-ai/sdk/helpers/zod';
import type * as z from 'zod';
import type { ModelRequest } from './port.ts';

type Params = Anthropic.MessageCreateParamsNonStreaming;

/**
 * A zod schema as the JSON schema of structured outputs. The SDK drops what the grammar does not know (bounds, patterns):
 * answers are checked by zod afterwards.
 */
export function wireSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return zodOutputFormat(schema).schema;
}

/** The request in the Messages API's words. What came from outside stands only in document blocks of the user's turn. */
export function messageParams(request: ModelRequest): Params {
  const documents = request.documents.map(documentBlock);
  const last = documents.at(-1);
  if (request.cachePrefix && last) last.cache_control = { type: 'ephemeral' };
  return {
    model: request.model,
    max_tokens: request.maxTokens,
    system: request.system,
    messages: [{ role: 'user', content: [...documents, { type: 'text', text: request.instruction }] }],
    output_config: { effort: request.effort, format: { type: 'json_schema', schema: { ...request.schema } } },
    // Adaptive thinking is every model's own default, and must not be asked for where it is always on.
    ...(request.thinking === 'off' ? { thinking: { type: 'disabled' as const } } : {}),
  };
}

function documentBlock({ id, title, text }: ModelRequest['documents'][number]): Anthropic.DocumentBlockParam {
  return {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: text },
    title: title.slice(0, 400),
    context: `id: ${id}`,
  };
}
