import * as z from 'zod';
import { squeeze } from '../../text/normalise.ts';
import { AnswerRejected } from '../errors.ts';
import type { AmbiguityInput, AmbiguityResult } from '../inputs.ts';
import type { Role } from '../role.ts';
import { findReadings } from './extract.ts';
import { AMBIGUITY_INSTRUCTION, AMBIGUITY_SYSTEM } from './prompt.ts';

export const AmbiguityWire = z.object({
  readings: z.array(z.object({ key: z.string(), label: z.string(), gloss: z.string() })),
});
export type AmbiguityWire = z.infer<typeof AmbiguityWire>;

const MOST_READINGS = 3;

export const ambiguityRole: Role<AmbiguityInput, AmbiguityWire, AmbiguityResult> = {
  name: 'ambiguity',
  tier: 'fast',
  wire: AmbiguityWire,
  prompt(input) {
    return {
      system: AMBIGUITY_SYSTEM,
      documents: [{ id: 'topic', title: 'Topic', text: input.topic, weight: 1 }],
      instruction: AMBIGUITY_INSTRUCTION,
      maxTokens: 800,
    };
  },
  accept(answer) {
    const seen = new Set<string>();
    const readings = (answer.readings ?? [])
      .map(({ key, label, gloss }) => {
        return { key: keyOf(key === '' ? label : key), label: squeeze(label), gloss: squeeze(gloss) };
      })
      .filter(({ key, label }) => key !== '' && label !== '' && !seen.has(key) && seen.add(key));
    // One reading is no choice.
    if (readings.length < 2) return { readings: [] };
    const long = readings.find((reading) => reading.label.length > 120 || reading.gloss.length > 300);
    if (long)
      throw new AnswerRejected(`The reading "${long.label.slice(0, 40)}…" is too long. Keep labels to six words.`);
    return { readings: readings.slice(0, MOST_READINGS) };
  },
  extract: findReadings,
};

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}:]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
