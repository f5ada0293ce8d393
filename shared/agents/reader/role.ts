import * as z from 'zod';
import type { Anchor, Cell, PaperNote } from '../../contracts/note.ts';
import { anchorQuote, prepareText } from '../../evidence/anchor.ts';
import { hasOddCharacter } from '../../present/escape.ts';
import { AnswerRejected } from '../errors.ts';
import type { ReaderInput } from '../inputs.ts';
import { ownWords } from '../own-words.ts';
import type { Role } from '../role.ts';
import { taskBlock } from '../task-block.ts';
import { header, readPaper } from './extract.ts';
import { READER_INSTRUCTION, READER_SYSTEM } from './prompt.ts';

const CellWire = z.object({ text: z.string(), quote: z.string() }).nullable();

export const ReaderWire = z.object({
  tldr: z.string(),
  claims: z.array(z.object({ statement: z.string(), quote: z.string(), sub_questions: z.array(z.string()) })),
  method_quotes: z.array(z.string()),
  evaluation_quotes: z.array(z.string()),
  limitation_quotes: z.array(z.string()),
  related_work_quotes: z.array(z.string()),
  concerns: z.array(z.string()),
  table: z.object({ method: CellWire, data: CellWire, measure: CellWire, result: CellWire }),
});
export type ReaderWire = z.infer<typeof ReaderWire>;

const SimplerWire = ReaderWire.pick({ tldr: true, claims: true, method_quotes: true, limitation_quotes: true });

/** Longest text handed to a model, in characters; what is longer loses its least telling sections, not its end. */
const LONGEST_TEXT = 60_000;

export const readerRole: Role<ReaderInput, ReaderWire, PaperNote> = {
  name: 'reader',
  tier: 'reader',
  wire: ReaderWire,
  simpler: SimplerWire,
  prompt(input) {
    const questions = input.nodes.map((node) => `${node.id}: ${node.question}`);
    return {
      system: READER_SYSTEM,
      documents: [taskBlock(input.goal, ['Sub-questions:', ...questions]), ...documents(input)],
      instruction: READER_INSTRUCTION,
      maxTokens: 6000,
    };
  },
  accept(answer, input) {
    const anchors = new Anchors(input);
    const own = ownWords([input.paper], [input.text.text]);
    const known = new Set(input.nodes.map((node) => node.id));
    const claims = (answer.claims ?? []).flatMap((claim) => {
      const anchor = anchors.find(claim.quote);
      if (anchor === null) return [];
      const sq = claim.sub_questions.filter((id) => known.has(id));
      return [{ statement: own(claim.statement) || null, anchor, sq }];
    });
    const list = (quotes: readonly string[] | undefined) =>
      (quotes ?? []).map((q) => anchors.find(q)).filter((a) => a !== null);
    const cell = (wire: z.infer<typeof CellWire> | undefined): Cell => {
      if (!wire) return null;
      const anchor = anchors.find(wire.quote);
      return anchor === null ? null : { text: own(wire.text) || anchor.quote, anchor };
    };
    const note: PaperNote = {
      ...header(input),
      reader: 'model',
      tldr: own(answer.tldr ?? ''),
      claims: claims.map((claim, at) => ({ id: `c${at + 1}`, ...claim })),
      method: list(answer.method_quotes),
      evaluation: list(answer.evaluation_quotes),
      limitations: list(answer.limitation_quotes),
      related_work: list(answer.related_work_quotes),
      concerns: (answer.concerns ?? []).map(own).filter((c) => c !== ''),
      table: {
        method: cell(answer.table?.method),
        data: cell(answer.table?.data),
        measure: cell(answer.table?.measure),
        result: cell(answer.table?.result),
      },
      dropped_quotes: anchors.dropped,
    };
    if (claims.length === 0 && anchors.dropped > 0) {
      throw new AnswerRejected(
        `None of the ${anchors.dropped} quotes is in the document (first: ${anchors.firstReason}). Copy quotes character by character from the document.`,
      );
    }
    return note;
  },
  extract: readPaper,
};

/** Looks quotes up in one text and counts those that are not there. */
class Anchors {
  dropped = 0;
  firstReason = '';
  private readonly input: ReaderInput;
  private readonly prepared;

  constructor(input: ReaderInput) {
    this.input = input;
    this.prepared = prepareText(input.text.text);
  }

  find(quote: string): Anchor | null {
    const found = anchorQuote(this.prepared, quote);
    if (found.start === null || found.end === null) return this.drop(found.reason ?? 'not found');
    const { start, end } = found;
    const exact = this.input.text.text.slice(start, end);
    if (hasOddCharacter(exact.replace(/\s+/g, ' '))) return this.drop('the passage holds invisible characters');
    const section = this.input.text.sections.find((s) => s.start <= start && end <= s.end);
    return { quote: exact, start, end, section: section?.title ?? null };
  }

  private drop(reason: string): null {
    this.dropped++;
    if (this.firstReason === '') this.firstReason = reason;
    return null;
  }
}

/** The text in one block per section, those that carry evidence weighing most, so that packing never cuts an end off. */
function documents(input: ReaderInput) {
  const { text } = input;
  const whole = { id: text.id, title: text.title, text: text.text, weight: 1 };
  if (text.text.length <= LONGEST_TEXT || text.sections.length === 0) return [whole];
  const weight = (title: string) =>
    /abstract|conclu|result|experiment|evaluat|limitation|discussion/i.test(title)
      ? 1
      : /acknowledg|references|appendix/i.test(title)
        ? 0.1
        : 0.5;
  return text.sections.map((section) => ({
    id: text.id,
    title: `${text.title}: ${section.title}`,
    text: text.text.slice(section.start, section.end),
    weight: weight(section.title),
  }));
}
