import type { DocumentBlock } from '../agents/role.ts';
import { BRIEF_WEIGHT } from '../agents/task-block.ts';
import type { RequestDocument } from './port.ts';
import { denseTokens } from './tokens.ts';

/** What fits into a window, in the order it was given, and how much did not. */
export interface Packed {
  readonly documents: readonly RequestDocument[];
  /** Documents left out whole, and passages left out of a document that was too long by itself. */
  readonly leftOut: number;
}

/**
 * Packs documents into `limit` tokens: the lowest weight goes first, of equal weights the later one. A document that is too
 * long by itself loses passages from its middle, where introductions and conclusions are not; its end is never cut off.
 */
export function pack(blocks: readonly DocumentBlock[], limit: number): Packed {
  // A record without an abstract still has its title to judge by; the API takes no empty text.
  const filled = blocks
    .map((block) => (block.text.trim() === '' ? { ...block, text: block.title.trim() } : block))
    .filter((block) => block.text !== '');
  const order = filled
    .map((block, at) => ({ block, at }))
    .sort((a, b) => b.block.weight - a.block.weight || a.at - b.at);
  const kept = new Map<number, RequestDocument>();
  let room = limit;
  let leftOut = 0;
  let evidence = 0;
  for (const { block, at } of order) {
    const document = { id: block.id, title: block.title, text: block.text };
    const size = denseTokens(block.text);
    if (size <= room) {
      kept.set(at, document);
      room -= size;
      if (block.weight < BRIEF_WEIGHT) evidence++;
    } else if (evidence === 0 && block.weight < BRIEF_WEIGHT) {
      const { text, dropped } = withoutMiddle(block.text, room);
      leftOut += dropped;
      if (text !== '') kept.set(at, { ...document, text });
      room = 0;
      evidence++;
    } else leftOut++;
  }
  return { documents: filled.flatMap((_, at) => kept.get(at) ?? []), leftOut };
}

/** Paragraphs (or, in one long paragraph, pieces) from both ends until the room is used up. */
function withoutMiddle(text: string, limit: number): { text: string; dropped: number } {
  const parts = piecesOf(text);
  let room = limit;
  let [head, tail] = [0, parts.length];
  for (let turn = 0; head < tail; turn++) {
    const next = turn % 3 === 2 ? parts[tail - 1]! : parts[head]!;
    const size = denseTokens(next) + 1;
    if (size > room) break;
    room -= size;
    if (turn % 3 === 2) tail--;
    else head++;
  }
  const dropped = tail - head;
  const gap = dropped > 0 ? ['[…]'] : [];
  return { text: [...parts.slice(0, head), ...gap, ...parts.slice(tail)].join('\n'), dropped };
}

const PIECE = 2000;

function piecesOf(text: string): string[] {
  return text.split(/\n\s*\n|\n/).flatMap((paragraph) => {
    if (paragraph.length <= PIECE) return paragraph.trim() === '' ? [] : [paragraph];
    return paragraph.match(new RegExp(`.{1,${PIECE}}(?:\\s|$)|.{1,${PIECE}}`, 'gsu')) ?? [];
  });
}
