import type { Sentence } from '../../contracts/synthesis.ts';

export interface Repaired {
  readonly paragraphs: Sentence[][];
  /** Unsupported sentences that are there no more. */
  readonly dropped: number;
}

/**
 * The paragraphs with every unsupported sentence replaced by what `choose` gives for it, or left out where that is null; a
 * sentence that is there already does not come twice. Words that led to a quotation go with it.
 */
export function replaced(
  paragraphs: readonly (readonly Sentence[])[],
  choose: (sentence: Sentence) => Sentence | null,
): Repaired {
  let dropped = 0;
  const said = new Set(
    paragraphs
      .flat()
      .filter((s) => s.verdict !== 'unsupported')
      .map((s) => s.text),
  );
  const mended = paragraphs.map((sentences) => {
    const kept: Sentence[] = [];
    for (const sentence of sentences) {
      if (sentence.verdict !== 'unsupported') {
        kept.push(sentence);
        continue;
      }
      const instead = choose(sentence);
      if (instead !== sentence) dropped++;
      if (instead !== null && !said.has(instead.text)) {
        said.add(instead.text);
        kept.push(instead);
      } else if (sentence.voice === 'quote' && isLeadIn(kept.at(-1))) kept.pop();
    }
    return kept;
  });
  return { paragraphs: mended.filter((p) => p.length > 0), dropped };
}

/**
 * Mends without a model: a sentence of ours that its sources do not back gives way to the passage it was meant to rest on,
 * or goes; a quotation that is in no source goes with the words that led to it.
 */
export const mend = (paragraphs: readonly (readonly Sentence[])[]): Repaired => replaced(paragraphs, insteadOf);

/** The passage that a sentence of ours was meant to rest on, as a quotation; null where there is none. */
export function insteadOf(sentence: Sentence): Sentence | null {
  const [best] = [...sentence.support].sort((a, b) => b.score - a.score);
  if (sentence.voice === 'quote' || best === undefined) return null;
  return {
    ...sentence,
    text: best.anchor.quote,
    voice: 'quote',
    cites: [best.paper],
    support: [{ ...best, score: 1 }],
    verdict: 'supported',
    marks: sentence.marks.filter((m) => m !== 'unsupported' && m !== 'unknown-citation'),
  };
}

/** Our words in front of a quotation: without it they say nothing. */
function isLeadIn(sentence: Sentence | undefined): boolean {
  return (
    sentence !== undefined && sentence.voice === 'ours' && sentence.cites.length === 0 && !/[.!?]$/.test(sentence.text)
  );
}
