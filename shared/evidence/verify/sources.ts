import type { Anchor } from '../../contracts/note.ts';
import type { StoredText } from '../../contracts/text.ts';
import { type Anchoring, anchorQuote, type PreparedText, prepareText } from '../anchor.ts';
import { type PreparedSource, prepareSource, type SentenceEmbedder } from '../support.ts';

/** The run's stored texts, each indexed once, when it is first needed. */
export class Sources {
  readonly #texts: ReadonlyMap<string, StoredText>;
  readonly #embedder: SentenceEmbedder | null;
  readonly #quotes = new Map<string, PreparedText>();
  readonly #support = new Map<string, PreparedSource>();

  constructor(texts: ReadonlyMap<string, StoredText>, embedder: SentenceEmbedder | null) {
    this.#texts = texts;
    this.#embedder = embedder;
  }

  text(id: string): StoredText | undefined {
    return this.#texts.get(id);
  }

  prepared(id: string): PreparedSource | undefined {
    const text = this.#texts.get(id);
    if (!text) return undefined;
    const known = this.#support.get(id) ?? prepareSource(text.text, this.#embedder);
    this.#support.set(id, known);
    return known;
  }

  find(id: string, quote: string): Anchoring | null {
    const text = this.#texts.get(id);
    if (!text) return null;
    const known = this.#quotes.get(id) ?? prepareText(text.text);
    this.#quotes.set(id, known);
    return anchorQuote(known, quote);
  }

  /** The anchor as it should be: unchanged when right, moved when only its offsets are wrong, null when the quote is not there. */
  repaired(id: string, anchor: Anchor): Anchor | null {
    const text = this.#texts.get(id);
    if (!text) return null;
    if (text.text.slice(anchor.start, anchor.end) === anchor.quote) return anchor;
    const found = this.find(id, anchor.quote);
    return found?.start == null || found.end == null ? null : this.anchorAt(id, found.start, found.end);
  }

  anchorAt(id: string, start: number, end: number): Anchor | null {
    const text = this.#texts.get(id);
    if (!text || start >= end) return null;
    const section = text.sections.find((part) => part.start <= start && start < part.end);
    return { quote: text.text.slice(start, end), start, end, section: section?.title ?? null };
  }
}
