import {
  backedByTitle,
  type PreparedSource,
  prepareSource,
  type SentenceEmbedder,
  sentenceEmbedder,
  supportSentence,
  verdictOf,
} from '../../evidence/support.ts';
import type { RoleContext } from '../role.ts';
import type { Resting } from './pen.ts';
import type { Source } from './sources.ts';

/** Finds the passages that a statement of ours rests on, by the rules the verifier will judge it by. */
export class Backing {
  private readonly embedder: SentenceEmbedder | null;
  private readonly prepared = new Map<string, PreparedSource>();

  constructor({ embedder }: RoleContext) {
    this.embedder = sentenceEmbedder(embedder);
  }

  /** The best passage of each work; null when a work has none, or when no work backs the statement. */
  of(text: string, works: readonly Source[]): Resting[] | null {
    let isBacked = false;
    const passages = works.flatMap((source): Resting[] => {
      const { score, best } = supportSentence(text, this.prepare(source));
      if (best[0] === undefined) return [];
      if (verdictOf(score) !== 'unsupported' || backedByTitle(text, source.title)) isBacked = true;
      const { start, end } = best[0];
      return [{ source, anchor: { quote: source.text.text.slice(start, end), start, end, section: null } }];
    });
    return isBacked && passages.length === works.length ? passages : null;
  }

  private prepare(source: Source): PreparedSource {
    const known = this.prepared.get(source.id) ?? prepareSource(source.text.text, this.embedder);
    this.prepared.set(source.id, known);
    return known;
  }
}
