import type { Sentence } from '../../contracts/synthesis.ts';
import type { SynthesizeInput } from '../inputs.ts';
import { midSentence } from '../reader/phrases.ts';
import { comparability } from './compare.ts';
import type { Pen } from './pen.ts';
import { inBrackets, nameOf, type Source } from './sources.ts';
import { type Theme, type ThemeQuery, themes } from './themes.ts';
import { overlap, type Unit } from './units.ts';
import { capitalise, count, enumerate, numeral } from './wording.ts';

/** Threads named and sentences quoted in the answer: six sentences with the tension and the caveat. */
const THREADS = 2;
export const HEADLINES = 3;

export interface AnswerParts {
  readonly input: SynthesizeInput;
  readonly sources: readonly Source[];
  readonly units: readonly Unit[];
  readonly pen: Pen;
  readonly query: Omit<ThemeQuery, 'units' | 'most'>;
  readonly usedThemes: Set<string>;
  /** The sentences kept for the answer. */
  readonly headlines: readonly Unit[];
}

/** The answer in three to six sentences: what was left undone, the lines of work, the findings, the tension, how far to trust it. */
export function writeAnswer(parts: AnswerParts): Sentence[] {
  const { input, sources, pen } = parts;
  pen.startPart();
  const sentences: Sentence[] = [];
  if (input.partial !== null) sentences.push(pen.ours(leftUndone(input.partial)));
  if (sources.length === 0) {
    sentences.push(pen.ours(`No paper could be read, so nothing can be said about ${topicOf(input)} from evidence.`));
    return sentences;
  }
  if (sources.length < 3) {
    const names = enumerate(sources.map((s) => nameOf(s, true)));
    sentences.push(
      pen.ours(
        `Only ${count(sources.length, 'paper')} on ${topicOf(input)} could be read, ${names}: what follows is what ${sources.length === 1 ? 'it says' : 'they say'}, not the state of the field.`,
      ),
    );
  } else {
    sentences.push(...openingFor(parts));
  }
  const room = HEADLINES - Math.max(0, sentences.length - (input.partial === null ? 1 : 2));
  for (const unit of parts.headlines.slice(0, room)) sentences.push(...pen.quoted(unit));
  const tension = input.contradictions.items[0];
  const a = sources.find((s) => s.id === tension?.a.paper);
  const b = sources.find((s) => s.id === tension?.b.paper);
  if (tension !== undefined && a !== undefined && b !== undefined) {
    const more = input.contradictions.items.length - 1;
    const others = more === 0 ? '' : `; ${count(more, 'further tension')} ${more === 1 ? 'follows' : 'follow'} below`;
    sentences.push(pen.ours(`Not settled is whether ${tension.claim} (${tension.id})${others}.`));
  }
  if (sources.length >= 3) sentences.push(comparability(sources, pen) ?? trust(parts));
  return sentences;
}

/** The sentences that answer the topic best: on topic, self-contained, preferably with a number, each of another source. */
export function headlines(parts: Pick<AnswerParts, 'input' | 'units'>, most: number): Unit[] {
  const { input, units } = parts;
  const shape = input.goal.question_shape;
  const years = units.map((u) => u.source.year ?? 0);
  const [oldest, newest] = [Math.min(...years.filter((y) => y > 0)), Math.max(...years)];
  const recency = (u: Unit) =>
    u.source.year === null || newest === oldest ? 0 : (u.source.year - oldest) / (newest - oldest);
  const subjects = input.goal.subjects.map((s) => s.toLowerCase());
  const score = (u: Unit) => {
    const named = subjects.filter((s) => s !== '' && u.text.toLowerCase().includes(s)).length;
    const byShape =
      shape === 'sota'
        ? 0.5 * recency(u)
        : shape === 'mechanism'
          ? u.kinds.has('method')
            ? 0.4
            : 0
          : shape === 'comparative'
            ? 0.4 * Math.min(2, named)
            : 0;
    return (
      3 * u.onTopic +
      0.5 * u.source.rank +
      u.quality +
      byShape +
      (u.kinds.has('limitation') && !u.hasNumber ? -0.3 : 0) +
      (u.hasNumber ? 0.15 : 0) +
      (u.outcome ? 0.25 : 0) +
      (u.source.note === null ? -1 : 0)
    );
  };
  const ranked = [...units]
    .filter((u) => u.quality > -0.1)
    .sort((a, b) => score(b) - score(a) || (a.source.id < b.source.id ? -1 : 1) || a.anchor.start - b.anchor.start);
  const chosen: Unit[] = [];
  for (const unit of ranked) {
    if (chosen.length === most) break;
    if (chosen.some((c) => c.source === unit.source || overlap(c, unit) >= 0.5)) continue;
    chosen.push(unit);
  }
  const byYear = shape === 'historical' || shape === 'sota';
  return byYear
    ? chosen.sort((a, b) => (a.source.year ?? 0) - (b.source.year ?? 0) || (a.source.id < b.source.id ? -1 : 1))
    : chosen;
}

function openingFor(parts: AnswerParts): Sentence[] {
  const { input, sources, units, pen } = parts;
  const own = units.filter((u) => u.source.note !== null);
  if (input.goal.question_shape === 'comparative' && input.goal.subjects.length >= 2) return [direct(parts)];
  if (input.goal.question_shape === 'historical') return one(chronology(parts));
  const all = themes({ ...parts.query, units: own, used: parts.usedThemes, most: THREADS });
  // A thread opens the answer only when works name it where they say what they are about.
  const found = all.filter((theme) => theme.named * 2 >= theme.members.length);
  const covered = new Set(found.flatMap((theme) => theme.members.map((m) => m.source.id))).size;
  if (covered * 2 < sources.length) return one(proposals(parts));
  for (const theme of found) parts.usedThemes.add(theme.key);
  return found.map((theme, at) => pen.ours(thread(theme, at, pen, topicOf(input)), theme.members));
}

/** Who a thread joins. No counts: the sentence rests on passages, which hold none. */
function thread(theme: Theme, at: number, pen: Pen, topic: string): string {
  const names = enumerate(theme.members.map((m) => pen.name(m.source)));
  const all = theme.members.length === 2 ? 'both' : 'all';
  return at === 0
    ? `On ${topic}, ${names} ${all} deal with ${theme.phrase}.`
    : `${names} ${all} take up ${theme.phrase}.`;
}

function one(sentence: Sentence | null): Sentence[] {
  return sentence === null ? [] : [sentence];
}

/** What the papers propose, each in its own words; null when fewer than three say it in a phrase. */
function proposals({ input, sources, pen }: AnswerParts): Sentence | null {
  const shown = sources
    .filter((s) => s.note?.table.method != null && !s.retracted && !/["“”]/.test(s.note.table.method.text))
    .filter((s) => /^(?:an?|two|three|several|new|novel)\b.{18,}/i.test(s.note!.table.method!.text))
    .slice(0, 4)
    .sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999) || (a.id < b.id ? -1 : 1));
  if (shown.length < 3) return null;
  const items = shown.map((s) => `“${s.note!.table.method!.text.replace(/\s+/g, ' ')}” (${inBrackets(s)})`);
  const text = `On ${topicOf(input)} the papers read propose, in order of time, ${enumerate(items)}.`;
  return pen.ours(
    text,
    shown.map((source) => ({ source, anchor: source.note!.table.method!.anchor })),
  );
}

/** Whether any paper compares the subjects head to head. */
function direct({ input, sources, units, pen }: AnswerParts): Sentence {
  const subjects = input.goal.subjects;
  const names = enumerate(subjects);
  const both = units.filter(
    (u) => u.source.note !== null && subjects.filter((s) => u.text.toLowerCase().includes(s.toLowerCase())).length >= 2,
  );
  const bySource = new Map(both.map((u) => [u.source.id, u]));
  if (bySource.size === 0) {
    return pen.ours(
      `None of the ${numeral(sources.length)} papers read sets ${names} side by side in a sentence that can be quoted, so the comparison below is put together from papers on each.`,
    );
  }
  const found = [...bySource.values()];
  const text = `${names} are set side by side in ${numeral(found.length)} of the ${numeral(sources.length)} papers read: ${enumerate(found.map((u) => nameOf(u.source, true)))}.`;
  return pen.ours(
    text,
    found.map((u) => ({ source: u.source, anchor: u.anchor })),
  );
}

function chronology({ input, sources, units, pen }: AnswerParts): Sentence | null {
  const dated = sources
    .filter((s) => s.year !== null && units.some((u) => u.source === s))
    .sort((a, b) => a.year! - b.year! || (a.id < b.id ? -1 : 1));
  const [first, last] = [dated[0], dated.at(-1)];
  if (first === undefined || last === undefined || first.year === last.year) return null;
  const rest = [first, last].map((source) => ({ source, anchor: units.find((u) => u.source === source)!.anchor }));
  return pen.ours(
    `In the papers read, ${topicOf(input)} runs from ${nameOf(first, true)} to ${nameOf(last, true)}, with ${count(dated.length - 2, 'work')} between them.`,
    rest,
  );
}

/** How far the answer can be trusted: what was read, what has numbers. */
function trust({ sources, pen }: AnswerParts): Sentence {
  const full = sources.filter((s) => s.access === 'full').length;
  const measured = sources.filter((s) => s.note?.table.result != null).length;
  const n = numeral(sources.length);
  const read =
    full === sources.length
      ? `All ${n} papers were read in full`
      : full === 0
        ? `All ${n} papers were read as abstracts only`
        : `${capitalise(numeral(full))} of the ${n} papers were read in full, the others as abstracts`;
  const figures =
    measured === 0
      ? 'no measured value with its unit was found in what was read'
      : measured === 1
        ? 'one of them gives a measured value'
        : `${numeral(measured)} give measured values, on different measures or data`;
  return pen.ours(`${read}; ${figures}.`);
}

function leftUndone(partial: { readonly reason: string; readonly undone: readonly string[] }): string {
  const reason = midSentence(partial.reason.trim().replace(/[.\s]+$/, ''));
  const undone =
    partial.undone.length === 0
      ? ''
      : ` Left undone: ${partial.undone.map((u) => u.trim().replace(/\.$/, '')).join('; ')}.`;
  return `This answer is partial: ${reason}.${undone}`;
}

function topicOf(input: SynthesizeInput): string {
  return midSentence(input.goal.topic.trim().replace(/[?.!\s]+$/, ''));
}
