import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import type { SynthesizeInput } from '../inputs.ts';
import type { Pen } from './pen.ts';
import type { Source } from './sources.ts';
import { closed } from './wording.ts';

/** Every contradiction with both sides in their own words, what it comes from, and under which conditions each holds. */
export function writeTensions(input: SynthesizeInput, sources: readonly Source[], pen: Pen): Synthesis['tensions'] {
  const byId = new Map(sources.flatMap((s) => [...s.ids, s.id].map((id) => [id, s] as const)));
  return input.contradictions.items.map((item) => {
    pen.startPart();
    const a = byId.get(item.a.paper);
    const b = byId.get(item.b.paper);
    const sentences: Sentence[] = [pen.ours(closed(item.explanation))];
    if (a !== undefined) sentences.push(pen.ours(`${pen.again(a)}:`), pen.side(a, item.a.anchor));
    if (b !== undefined) sentences.push(pen.ours(`${pen.again(b)}:`), pen.side(b, item.b.anchor));
    if (item.conditions !== null) sentences.push(pen.ours(closed(`The conditions differ: ${item.conditions}`)));
    if (item.under_evidenced) {
      const isFirst = input.contradictions.items.find((one) => one.under_evidenced) === item;
      sentences.push(
        pen.ours(
          isFirst
            ? 'One side rests on a single abstract without a figure, so this stays open.'
            : 'Here too one side gives no figure.',
        ),
      );
    }
    return { id: item.id, sentences };
  });
}
