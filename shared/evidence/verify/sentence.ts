import type { PaperRecord } from '../../contracts/record.ts';
import type { Sentence, Support } from '../../contracts/synthesis.ts';
import type { StoredText } from '../../contracts/text.ts';
import { repairCitations } from '../cite.ts';
import { THRESHOLDS } from '../support/weights.ts';
import { backedByTitle, supportSentence, verdictOf } from '../support.ts';
import { marksFor } from './marks.ts';
import { named, type Problems, type VerifyCounts } from './report.ts';
import type { Sources } from './sources.ts';

/** What every check of a verification shares. */
export interface Bench {
  readonly sources: Sources;
  readonly texts: ReadonlyMap<string, StoredText>;
  readonly known: ReadonlyMap<string, PaperRecord>;
  readonly ids: readonly string[];
  readonly problems: Problems;
  readonly counts: VerifyCounts;
}

const EMBEDDED_QUOTE = /[“"]([^“”"]{20,})[”"]/g;
const OUTER_QUOTES = /^[\s“"„«]+|[\s”"“»]+$/g;

/** A sentence with its citations closed, its quotes anchored, its support scored, its verdict and marks set. */
export function verifySentence(sentence: Sentence, bench: Bench): Sentence {
  const { counts, problems } = bench;
  counts.sentences++;
  const { text, cites, lost } = closeCitations(sentence, bench);
  const support = sentence.support.flatMap((part) => anchored(part, sentence, bench));
  if (cites.length === 0) {
    const bare: Sentence = { ...sentence, text, cites, support: [], verdict: 'not-needed', marks: [] };
    if (sentence.voice === 'quote')
      problems.add(`The quote ${named(text)} names no source: cite the record it is from.`);
    const quotes = sentence.voice === 'ours' && brokenQuotes(text, [], bench);
    if (lost || quotes || sentence.voice === 'quote') bare.verdict = 'unsupported';
    count(bare, counts);
    return { ...bare, marks: marksFor(bare, bench.known, bench.texts, lost) };
  }
  counts.cited++;
  const judged = sentence.voice === 'quote' ? judgeQuote(text, cites, bench) : judgeOurs(text, cites, bench);
  const merged = mergeSupport(
    support.filter((part) => cites.includes(part.paper)),
    judged.support,
  );
  const result: Sentence = { ...sentence, text, cites, support: merged, verdict: judged.verdict, marks: [] };
  count(result, counts);
  return { ...result, marks: marksFor({ ...result, marks: sentence.marks }, bench.known, bench.texts, lost) };
}

function count(sentence: Sentence, counts: VerifyCounts): void {
  if (sentence.verdict !== 'not-needed') counts[sentence.verdict]++;
}

/** Drops ids the run does not know, from the list and from the wording. */
function closeCitations(sentence: Sentence, bench: Bench): { text: string; cites: string[]; lost: boolean } {
  const cites = [...new Set(sentence.cites)].filter((id) => bench.known.has(id));
  const unknown = sentence.cites.filter((id) => !bench.known.has(id));
  const texts = cites.flatMap((id) => bench.texts.get(id)?.text ?? []);
  const wording = sentence.voice === 'ours' ? closeWording(sentence.text, bench, texts) : null;
  for (const id of [...unknown, ...(wording?.removed ?? [])]) {
    bench.counts.unknown_citations++;
    bench.problems.add(
      `${named(sentence.text)} cites ${id}, which is not a record of this run: cite only ids you were given.`,
    );
  }
  const text = wording?.text ?? sentence.text;
  // What was closed before has lost its unknown ids already, and says so.
  const before = sentence.marks.includes('unknown-citation');
  if (before && unknown.length === 0 && text === sentence.text) {
    bench.problems.add(`${named(text)} cited an id that is not a record of this run: cite only ids you were given.`);
  }
  return { text, cites, lost: before || unknown.length > 0 || text !== sentence.text };
}

/** A text of ours without the works that are none of the run's, whether they are cited or only named. */
export function closeWording(
  text: string,
  { ids, known }: Pick<Bench, 'ids' | 'known'>,
  texts: readonly string[] = [],
): { readonly text: string; readonly removed: readonly string[] } {
  const { text: closed, removed } = repairCitations(text, ids, { works: [...known.values()], texts, strict: true });
  return { text: removed.length > 0 ? closed : text, removed };
}

function anchored(part: Support, sentence: Sentence, bench: Bench): Support[] {
  bench.counts.quotes++;
  const anchor = bench.sources.repaired(part.paper, part.anchor);
  if (anchor) return [{ ...part, anchor }];
  bench.counts.dropped_quotes++;
  const reason = bench.sources.find(part.paper, part.anchor.quote)?.reason ?? 'no text of that record is stored';
  bench.problems.add(
    `The quote ${named(part.anchor.quote)} given for ${named(sentence.text)} is not in ${part.paper} (${reason}): copy a span of its text.`,
  );
  return [];
}

interface Judged {
  readonly verdict: Sentence['verdict'];
  readonly support: readonly Support[];
}

/** A quote must stand in one of its sources word for word. */
function judgeQuote(text: string, cites: readonly string[], bench: Bench): Judged {
  bench.counts.quotes++;
  for (const paper of cites) {
    const found = bench.sources.find(paper, text.replace(OUTER_QUOTES, ''));
    if (found?.start == null || found.end == null) continue;
    const anchor = bench.sources.anchorAt(paper, found.start, found.end);
    if (anchor) return { verdict: 'supported', support: [{ paper, anchor, score: 1 }] };
  }
  bench.counts.dropped_quotes++;
  const reason = bench.sources.find(cites[0]!, text.replace(OUTER_QUOTES, ''))?.reason ?? 'no text is stored';
  bench.problems.add(`The quote ${named(text)} is not in ${cites.join(', ')} (${reason}): quote a span word for word.`);
  return { verdict: 'unsupported', support: [] };
}

/** Our own wording must be backed by a passage of a cited text, and quotes inside it must be verbatim. */
function judgeOurs(text: string, cites: readonly string[], bench: Bench): Judged {
  const found: Support[] = [];
  let score = 0;
  for (const paper of cites) {
    const source = bench.sources.prepared(paper);
    if (!source) continue;
    const result = supportSentence(text, source);
    score = Math.max(score, result.score);
    const span = result.best[0];
    const anchor = span ? bench.sources.anchorAt(paper, span.start, span.end) : null;
    if (anchor && verdictOf(result.score) !== 'unsupported') found.push({ paper, anchor, score: result.score });
    else if (anchor && backedByTitle(text, bench.sources.text(paper)?.title ?? '')) {
      // What a work is about its title says, whether or not a sentence repeats it; the nearest passage is shown.
      score = Math.max(score, THRESHOLDS.weak);
      found.push({ paper, anchor, score: result.score });
    }
  }
  const broken = brokenQuotes(text, cites, bench);
  const verdict = broken ? 'unsupported' : verdictOf(score);
  if (verdict === 'unsupported' && !broken) {
    bench.problems.add(
      `${named(text)} is not backed by the text of ${cites.join(', ')}: say what a passage says, cite another record, or leave it out.`,
    );
  }
  found.sort((a, b) => b.score - a.score || cites.indexOf(a.paper) - cites.indexOf(b.paper));
  return { verdict, support: found };
}

function brokenQuotes(text: string, cites: readonly string[], bench: Bench): boolean {
  let broken = false;
  for (const [, quote] of text.matchAll(EMBEDDED_QUOTE)) {
    if (quote!.trim().split(/\s+/).length < 4) continue;
    bench.counts.quotes++;
    const inner = quote!.trim().replace(/[.,;:]$/, '');
    if (cites.some((paper) => bench.sources.find(paper, inner)?.start != null)) continue;
    bench.counts.dropped_quotes++;
    bench.problems.add(
      `${named(text)} puts ${named(quote!)} in quotation marks, but no cited text has it: quote word for word.`,
    );
    broken = true;
  }
  return broken;
}

/** The writer's anchors first, then what was found; one span is named once. */
function mergeSupport(given: readonly Support[], found: readonly Support[]): Support[] {
  const merged = new Map<string, Support>();
  for (const part of [...given, ...found]) {
    const key = `${part.paper} ${part.anchor.start} ${part.anchor.end}`;
    const known = merged.get(key);
    if (!known || part.score > known.score) merged.set(key, part);
  }
  return [...merged.values()];
}
