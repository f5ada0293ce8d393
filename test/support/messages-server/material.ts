/** The parts of a Messages request that the server reads. */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream?: boolean;
  readonly system?: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly thinking?: { readonly type?: string };
  readonly tool_choice?: unknown;
  readonly tools?: readonly { readonly type: string; readonly max_uses?: number }[];
  readonly output_config?: { readonly effort?: string; readonly format?: { readonly schema?: JsonSchema } };
}

export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** A document of the request, with what may be copied from it. */
export interface Material {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Passages to copy character by character: what stands in quotation marks, else sentences. */
  readonly passages: readonly string[];
}

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly title?: string | null;
  readonly context?: string | null;
  readonly source?: { readonly data?: string };
}

const blocksOf = (request: MessagesRequest): Block[] =>
  request.messages.flatMap(({ content }) => (Array.isArray(content) ? (content as Block[]) : []));

/** The documents of a request. */
export function materialOf(request: MessagesRequest): Material[] {
  return blocksOf(request)
    .filter((block) => block.type === 'document')
    .map((block) => {
      const text = block.source?.data ?? '';
      const id = /^id: (.*)$/s.exec(block.context ?? '')?.[1] ?? '';
      return { id, title: block.title ?? '', text, passages: passagesOf(text) };
    });
}

/** What the user's turn says outside documents. */
export function instructionOf(request: MessagesRequest): string {
  const texts = blocksOf(request).filter((block) => block.type === 'text');
  const plain = request.messages.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
  return [...plain, ...texts.map((block) => block.text ?? '')].join('\n');
}

function passagesOf(text: string): string[] {
  const quoted = [...text.matchAll(/"([^"\n]{40,600})"/g)].map((hit) => hit[1]!);
  if (quoted.length > 0) return quoted;
  return text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length >= 40 && sentence.length <= 500);
}
