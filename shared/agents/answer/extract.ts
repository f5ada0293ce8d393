import { cosine } from '../../collate/embed/cosine.ts';
import type { Evidence } from '../../contracts/plan.ts';
import { squeeze } from '../../text/normalise.ts';
import { terms } from '../../text/tokenise.ts';
import { applyReading } from '../ambiguity/extract.ts';
import { clamp } from '../finding/relevance.ts';
import { informativeness, kindFit, quotable, termShare } from '../finding/salience.ts';
import { isFraming } from '../formulate/framing.ts';
import type { AnswerInput, AnswerResult } from '../inputs.ts';
import type { RoleContext } from '../role.ts';
import { topicPhrase } from '../understand/topic.ts';
import { capitalised, contentWords } from '../understand/words.ts';
import { type AnswerSource, sourcesOf } from './sources.ts';

/** One sentence of one source, with its vector for diversity. */
interface Quote {
  readonly source: AnswerSource;
  readonly text: string;
  readonly vector: Float32Array;
  readonly score: number;
}

const MOST_EVIDENCE = 6;
const QUOTED_IN_SUMMARY = 2;
/** Sources below this share of the best one's relevance are about something else. */
const RELATIVE_CUT = 0.5;
const ABSOLUTE_CUT = 0.12;
/** Read closely at most this many sources. */
const MOST_READ = 20;

const WEIGHTS = { meaning: 0.35, words: 0.25, says: 0.2, kind: 0.1, source: 0.1 } as const;
/** What an earlier answer has said already counts less here. */
const KNOWN_SOURCE = 0.12;
const KNOWN_QUOTE = 0.3;
const REPEATS = 0.35;

/**
 * A node's answer from abstracts and posts: per source the sentence that says most for the question, chosen so that sources
 * differ and what the answers before have said is not said again; our own words around them.
 */
export async function answerNode(input: AnswerInput, context: RoleContext): Promise<AnswerResult> {
  const sources = sourcesOf(input);
  const close = closest(sources);
  const quotes = await bestQuotes(close, input, context);
  const chosen = diverse(quotes);
  const evidence = chosen.map(
    ({ source, text }): Evidence => ({ id: source.id, title: source.title, url: source.url, quote: text }),
  );
  // A source without a sentence to quote may still point at the answer.
  const silent = close.filter((source) => source.text.trim() === '').slice(0, Math.max(0, 2 - evidence.length));
  evidence.push(...silent.map(({ id, title, url }): Evidence => ({ id, title, url, quote: null })));
  return { summary: summaryOf(input, sources.length, chosen, evidence.length), evidence };
}

function closest(sources: readonly AnswerSource[]): AnswerSource[] {
  const ranked = [...sources].sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  const best = ranked[0]?.relevance ?? 0;
  // Without scores (a channel that gives none) the order given is all there is.
  if (best === 0) return sources.slice(0, MOST_READ);
  return ranked.filter((source) => source.relevance >= Math.max(ABSOLUTE_CUT, RELATIVE_CUT * best)).slice(0, MOST_READ);
}

async function bestQuotes(
  sources: readonly AnswerSource[],
  input: AnswerInput,
  { embedder }: RoleContext,
): Promise<Quote[]> {
  const { node, goal, predecessors } = input;
  const said = predecessors.flatMap((answer) => answer.evidence);
  const saidIds = new Set(said.map((evidence) => evidence.id));
  const saidQuotes = new Set(said.map((evidence) => evidence.quote));
  const topic = topicPhrase(applyReading(goal.topic, goal.reading)).search;
  const asked = contentWords(`${node.question} ${topic}`).filter((word) => !isFraming(word.toLowerCase()));
  const general = new Set(terms([topic, ...goal.subjects].join(' ')));
  const facet = new Set(terms(asked.join(' ')).filter((term) => !general.has(term)));
  const spans = sources.flatMap((source) => quotable(source.text).map(({ text }) => ({ source, text })));
  const [question, ...vectors] = await embedder.embed([asked.join(' '), ...spans.map((span) => span.text)]);
  return spans.map((span, at) => {
    const vector = vectors[at]!;
    const meaning = clamp(embedder.calibration.calibrate(cosine(question!, vector)));
    const known = (saidIds.has(span.source.id) ? KNOWN_SOURCE : 0) + (saidQuotes.has(span.text) ? KNOWN_QUOTE : 0);
    const score =
      WEIGHTS.meaning * meaning +
      WEIGHTS.words * wordsOf(span.text, general, facet) +
      WEIGHTS.says * informativeness(span.text) +
      WEIGHTS.kind * kindFit(span.text, node.kind) +
      WEIGHTS.source * span.source.relevance -
      known;
    return { ...span, vector, score };
  });
}

/** What only this sub-question asks for counts more than the topic, which every sentence is about. */
function wordsOf(text: string, general: ReadonlySet<string>, facet: ReadonlySet<string>): number {
  const topic = termShare(text, general);
  return facet.size === 0 ? topic : 0.4 * topic + 0.6 * termShare(text, facet);
}

/** Greedy: the best quote, then the best that is least like those taken; one a source, by a source's own best. */
function diverse(quotes: readonly Quote[]): Quote[] {
  const best = new Map<string, Quote>();
  for (const quote of quotes) {
    const other = best.get(quote.source.id);
    if (!other || quote.score > other.score) best.set(quote.source.id, quote);
  }
  const open = [...best.values()].sort((a, b) => b.score - a.score || (a.source.id < b.source.id ? -1 : 1));
  const chosen: Quote[] = [];
  while (open.length > 0 && chosen.length < MOST_EVIDENCE) {
    const values = open.map(
      (quote) => quote.score - REPEATS * Math.max(0, ...chosen.map((other) => cosine(quote.vector, other.vector))),
    );
    const at = values.indexOf(Math.max(...values));
    chosen.push(...open.splice(at, 1));
  }
  return chosen;
}

/** Two to four sentences; what is quoted stands in quotation marks, everything else is ours. */
function summaryOf(input: AnswerInput, found: number, chosen: readonly Quote[], evidence: number): string {
  const { node, predecessors } = input;
  if (chosen.length === 0) {
    const what =
      found === 0
        ? 'No source was found for this sub-question.'
        : `None of the ${found} sources found has a sentence that answers this sub-question.`;
    const rest =
      evidence > 0
        ? `${evidence} of them may hold the answer in their full text.`
        : 'It stays open until other sources are searched.';
    return `${what} ${rest}`;
  }
  const count =
    found === 1 ? 'The one source found speaks to it' : `${evidence} of ${found} sources speak most directly to it`;
  const base =
    predecessors.length > 0 ? `, beside what ${predecessors.map((answer) => answer.node).join(', ')} established` : '';
  const quoted = chosen.slice(0, QUOTED_IN_SUMMARY).map(({ source, text }, at) => {
    return `${capitalised(source.byline)} ${VERBS[at]![source.isPaper ? 0 : 1]}: "${squeeze(text)}"`;
  });
  const others =
    chosen.length > QUOTED_IN_SUMMARY
      ? [
          `Further evidence comes from ${chosen
            .slice(QUOTED_IN_SUMMARY)
            .map(({ source }) => `"${source.title}"`)
            .slice(0, 2)
            .join(' and ')}.`,
        ]
      : [];
  return [`On ${node.id}, ${count}${base}.`, ...quoted, ...others].join(' ');
}

const VERBS = [
  ['state', 'says'],
  ['add', 'adds'],
] as const;
