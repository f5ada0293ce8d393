import type { ModelRequest } from './port.ts';

/** Tokens that a provider adds around a request: the format's own instructions, the frame of each block. */
const FRAME = 1500;
const BLOCK_FRAME = 60;
/**
 * Characters per token of English prose and JSON. 4.5-era tokenizers gave about 3.9; the newer one counts the same text
 * about 30 % higher.
 */
const CHARACTERS_PER_TOKEN = 3;
/** The densest mixed text that papers hold (tables of numbers, formulas) stays above this. */
const DENSE_CHARACTERS_PER_TOKEN = 2.4;

/** Expected tokens of a text. Beyond ASCII a character counts as a token. */
export function expectedTokens(text: string): number {
  return weigh(text, CHARACTERS_PER_TOKEN);
}

/** Tokens of a text on the high side, for packing into a window. */
export function denseTokens(text: string): number {
  return weigh(text, DENSE_CHARACTERS_PER_TOKEN);
}

function weigh(text: string, perToken: number): number {
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) ascii++;
  return Math.ceil(ascii / perToken) + (text.length - ascii);
}

/** Every text of a request that a provider counts. */
function partsOf(request: ModelRequest): string[] {
  return [
    request.system,
    request.instruction,
    JSON.stringify(request.schema),
    ...request.documents.flatMap((document) => [document.id, document.title, document.text]),
  ];
}

/** Expected input tokens of a request. */
export function expectedInput(request: ModelRequest): number {
  const blocks = BLOCK_FRAME * request.documents.length;
  return partsOf(request).reduce((sum, part) => sum + expectedTokens(part), blocks + FRAME / 3);
}

/**
 * Input tokens that no request can pass: a byte-level tokenizer makes at most one token of each UTF-8 byte. Several times
 * the usual figure: where a budget is short the provider's own counter is asked instead.
 */
export function mostInput(request: ModelRequest): number {
  const blocks = BLOCK_FRAME * request.documents.length;
  return partsOf(request).reduce((sum, part) => sum + Buffer.byteLength(part), blocks + FRAME);
}
