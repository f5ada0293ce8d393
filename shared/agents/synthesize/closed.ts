import type { Mark, Sentence, Support } from '../../contracts/synthesis.ts';
import { anchorQuote, type PreparedText, prepareText } from '../../evidence/anchor.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { likeness } from './pen.ts';
import type { SentenceWire } from './wire.ts';

/** Closes a model's sentences: only ids of the run stay cited, only passages that are in the texts stay as support. */
export class Closer {
  unknown = 0;
  unanchored = 0;
  private readonly ids: ReadonlyMap<string, string>;
  private readonly texts: ReadonlyMap<string, string>;
  private readonly prepared = new Map<string, PreparedText>();
  private readonly marksFor: (cites: readonly string[]) => Mark[];

  constructor(input: SynthesizeInput) {
    const read = new Map(input.papers.map((paper) => [paper.note.id, paper]));
    this.ids = new Map([
      ...input.records.flatMap((r) => [...r.ids, r.id].map((id) => [id, r.id] as const)),
      ...input.papers.flatMap(({ note }) => [...note.ids, note.id].map((id) => [id, note.id] as const)),
    ]);
    this.texts = new Map([
      ...input.records.flatMap((r) => (r.abstract === null ? [] : [[r.id, r.abstract] as const])),
      ...input.papers.map(({ note, text }) => [note.id, text.text] as const),
    ]);
    this.marksFor = (cites) => {
      const notes = cites.map((id) => read.get(id)?.note);
      return [
        ...(cites.length === 1 ? ['single-source' as const] : []),
        ...(notes.length > 0 && notes.every((n) => n?.preprint) ? ['preprint' as const] : []),
        ...(notes.length > 0 && notes.every((n) => n?.access !== 'full') ? ['abstract-only' as const] : []),
        ...(notes.some((n) => n?.retracted) ? ['retracted' as const] : []),
      ];
    };
  }

  /** The record a model's spelling of an id stands for; null when the run has none. */
  idOf(spelling: string): string | null {
    return this.ids.get(spelling.trim()) ?? null;
  }

  sentences(wire: readonly SentenceWire[] | undefined): Sentence[] {
    return (wire ?? []).flatMap((sentence) => this.sentence(sentence) ?? []);
  }

  /** null when nothing is left of it: an empty text, or a quotation that is in none of its sources. */
  sentence(wire: SentenceWire): Sentence | null {
    const text = wire.text.trim();
    if (text === '') return null;
    const cites = [...new Set(wire.cites.map((id) => this.idOf(id)).filter((id) => id !== null))];
    const lost = wire.cites.some((id) => this.idOf(id) === null);
    if (lost) this.unknown++;
    const support = wire.passages.flatMap((p) => this.support(p.paper, p.quote, text, cites) ?? []);
    const marks: Mark[] = [...this.marksFor(cites), ...(lost ? ['unknown-citation' as const] : [])];
    if (wire.voice === 'quote') {
      const own = cites
        .map((id) => this.support(id, text.replace(/^["“]|["”]$/g, ''), text, cites))
        .find((s) => s !== null);
      if (own === undefined || own === null) return null;
      return {
        text: own.anchor.quote,
        voice: 'quote',
        cites: [own.paper],
        support: [own],
        verdict: 'supported',
        marks,
      };
    }
    const verdict =
      cites.length === 0 ? (lost ? 'unsupported' : 'not-needed') : support.length > 0 ? 'supported' : 'weak';
    return { text, voice: 'ours', cites, support, verdict, marks };
  }

  private support(spelling: string, quote: string, text: string, cites: readonly string[]): Support | null {
    const id = this.idOf(spelling);
    const source = id === null ? undefined : this.texts.get(id);
    if (id === null || source === undefined || !cites.includes(id)) return null;
    const prepared = this.prepared.get(id) ?? prepareText(source);
    this.prepared.set(id, prepared);
    const { start, end } = anchorQuote(prepared, quote);
    if (start === null || end === null) {
      this.unanchored++;
      return null;
    }
    const exact = source.slice(start, end);
    return { paper: id, anchor: { quote: exact, start, end, section: null }, score: likeness(text, exact) };
  }
}
