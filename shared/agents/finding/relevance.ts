import { cosine } from '../../collate/embed/cosine.ts';
import type { Embedder } from '../../collate/embed/port.ts';
import { terms } from '../../text/tokenise.ts';

/** What is scored: a paper or a post. */
export interface Scored {
  readonly title: string | null;
  readonly body: string | null;
}

/** Share of meaning against words: words decide names and acronyms that no embedding knows, meaning the rest. */
const DENSE_SHARE = 0.5;
/** A word of the title says more of what a text is about than one of its body. */
const IN_BODY = 0.7;

/**
 * How close each text is to what is asked, 0–1 with two decimals: half the calibrated cosine of question and text, half the
 * share of the asked words that the text holds.
 */
export async function relevanceOf(asked: string, texts: readonly Scored[], embedder: Embedder): Promise<number[]> {
  const bodies = texts.map((text) => [text.title ?? '', text.body ?? ''].join('. '));
  const [query, ...vectors] = await embedder.embed([asked, ...bodies]);
  const wanted = [...new Set(terms(asked))];
  return texts.map((text, at) => {
    const dense = clamp(embedder.calibration.calibrate(cosine(query!, vectors[at]!)));
    return Math.round((DENSE_SHARE * dense + (1 - DENSE_SHARE) * overlap(wanted, text)) * 100) / 100;
  });
}

function overlap(wanted: readonly string[], text: Scored): number {
  if (wanted.length === 0) return 0;
  const title = new Set(terms(text.title ?? ''));
  const body = new Set(terms(text.body ?? ''));
  const found = wanted.map((term): number => (title.has(term) ? 1 : body.has(term) ? IN_BODY : 0));
  return found.reduce((sum, value) => sum + value, 0) / wanted.length;
}

/** Into 0…1; what is no number is no relevance. */
export function clamp(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
