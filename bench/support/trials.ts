import { prepareSource, type SentenceEmbedder, supportSentence, verdictOf } from '../../shared/evidence/support.ts';
import { sentences } from '../../shared/text/sentences.ts';
import { rng as seeded } from '../dedup/rng.ts';
import { CORRUPTIONS, FAITHFUL } from './corrupt.ts';

export interface TrialRow {
  readonly kind: string;
  readonly tried: number;
  /** Share that is no longer called supported. */
  readonly raised: number;
  /** Share that scores below the true sentence. */
  readonly lower: number;
}

/** Corrupted and faithful sentences of abstracts against the abstracts they are from; `half` 0 is for development, 1 is held back. */
export function supportTrials(
  abstracts: readonly string[],
  half: 0 | 1,
  embedder: SentenceEmbedder | null,
  most = 400,
): TrialRow[] {
  const rng = seeded(half + 7);
  const names = [
    ...new Set(
      abstracts.flatMap(
        (text) => text.match(/(?<=\p{Ll} )\p{Lu}[\p{Ll}]+[\p{Lu}\d][\p{L}\d]*|(?<=\p{Ll} )\p{Lu}\p{Ll}{4,}/gu) ?? [],
      ),
    ),
  ];
  const counts = new Map<string, { tried: number; raised: number; lower: number }>();
  abstracts.forEach((text, at) => {
    if (at % 2 !== half) return;
    const all = sentences(text).filter((s) => s.text.length > 60 && s.text.length < 320);
    if (all.length < 3) return;
    const source = prepareSource(text, embedder);
    for (const { text: sentence } of all) {
      let truth: number | null = null;
      for (const [kind, change] of Object.entries({ ...FAITHFUL, ...CORRUPTIONS })) {
        const count = counts.get(kind) ?? { tried: 0, raised: 0, lower: 0 };
        counts.set(kind, count);
        if (count.tried >= most) continue;
        const changed = change(sentence, rng, names);
        if (changed === null || (changed === sentence && kind !== 'verbatim')) continue;
        truth ??= supportSentence(sentence, source).score;
        const { score } = supportSentence(changed, source);
        count.tried++;
        if (verdictOf(score) !== 'supported') count.raised++;
        if (score < truth - 0.05) count.lower++;
      }
    }
  });
  return [...counts].map(([kind, { tried, raised, lower }]) => ({
    kind,
    tried,
    raised: raised / Math.max(1, tried),
    lower: lower / Math.max(1, tried),
  }));
}
