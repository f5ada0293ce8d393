import { describe, expect, it } from 'vitest';
import { sentences } from '../../../shared/text/sentences.ts';
import { falseQuotes, trueQuotes } from '../../shared/evidence/quote-trials.ts';
import { gunzipText, sharedFile } from './shared-data.ts';

const file = sharedFile('data/corpus/acl-978-full.jsonl.gz');

describe.skipIf(file === null)('anchorQuote over sentences of published papers', () => {
  const found = file === null ? [] : paperSentences(gunzipText(file), 6000);

  it('accepts at least 99.5 % of 10,000 true quotes', () => {
    const { tried, missed } = trueQuotes(found, 10_000, 1);
    console.log(`true quotes: ${tried - missed.length} of ${tried}`);
    for (const miss of missed.slice(0, 3)) console.log(miss);
    expect(missed.length / tried).toBeLessThanOrEqual(0.005);
  });

  it('accepts none of 10,000 changed quotes', () => {
    const { tried, accepted } = falseQuotes(found, 10_000, 2);
    console.log(`changed quotes: ${accepted.length} accepted of ${tried}`);
    expect(tried).toBeGreaterThanOrEqual(10_000);
    expect(accepted.slice(0, 5)).toEqual([]);
  });
});

/** Sentences of 60 to 300 characters, spread over all papers. */
function paperSentences(jsonl: string, count: number): string[] {
  const all: string[] = [];
  for (const line of jsonl.split('\n')) {
    if (line === '') continue;
    const paper = JSON.parse(line) as { sections?: { text: string }[] };
    for (const section of paper.sections ?? []) {
      for (const { text } of sentences(section.text).slice(0, 4))
        if (text.length >= 60 && text.length <= 300) all.push(text);
    }
  }
  const step = Math.max(1, Math.floor(all.length / count));
  return [...new Set(all.filter((_, i) => i % step === 0))];
}
