import type { Cell } from '../../contracts/note.ts';
import type { Candidate } from './candidates.ts';
import { NAMES_OTHERS, OWN } from './cues.ts';

const MEASURES =
  /\b(?:(?:NIST |i?)BLEU(?:-\d)?(?: scores?| points?)?|ROUGE(?:-\w+)?|F-?(?:1|score|measure|scores|measures)(?: scores?)?|(?:labell?ed |unlabell?ed |top-\d |classification |tagging |parsing |alignment |translation |exact-match |per-?token |word |test )?accurac(?:y|ies)|precision(?: and recall)?|recall|perplexity|(?:word|sentence|alignment|character|phone|token|bit|test|classification)?[ -]?error rates?|kappa|throughput|(?:tail |p99 |median |query |read |write )?latenc(?:y|ies)|response times?|running times?|run ?times?|training time|speed-?ups?|(?:write|read|space) amplification|memory (?:usage|use|footprint|consumption)|bandwidth|overhead|energy|cross-entropy|pass@\d+|exact match|correlation|coverage)\b/i;

/** Measures known by their capitals: in small letters they are other words. */
const ACRONYMS =
  /\b(?:METEOR|TER|AER|WER|PER|AUC|ROC|MAP|nDCG(?:@\d+)?|NDCG(?:@\d+)?|MRR|LAS|UAS|FID|RMSE|MAE|IPC|ANLS|BPC|QPS)\b/;

const KNOWN_DATA =
  /\b(?:Europarl|Hansards?|Penn (?:Chinese )?Treebank|Chinese Treebank|(?:Brown|Gigaword|British National|NEGRA|TIGER|SUSANNE|Verbmobil|Wall Street Journal|WSJ) ?(?:[Cc]orpus|[Tt]reebank)?|NIST(?: ?(?:MT|20)\d+)?|WMT ?(?:20)?\d\d|IWSLT ?(?:20)?\d*|Senseval-?\d|SemEval-?\d*|CoNLL-?\d*(?: shared task)?|MUC-?\d|ACE ?(?:20)?\d*|DUC ?(?:20)?\d*|TREC\S*|PropBank|FrameNet|WordNet|OntoNotes|Wikipedia|ImageNet|CIFAR-?\d+|MNIST|COCO|GLUE|SuperGLUE|SQuAD|MultiNLI|MS ?MARCO|BEIR|Natural Questions|TriviaQA|MMLU|HumanEval|GSM8K|C4|The Pile|WikiText-?\d*|LongBench|Long Range Arena|TPC-?[A-Z]{1,2}|YCSB|SPEC ?\w*|DaCapo|LibriSpeech|GitHub|Stack Overflow|FineWeb)\b/;

const DATA_PHRASE =
  /\b(?:on|over|from|using|in|of|against|with) (?:the |a |an |two |three |four |five |several |both )?((?:[\p{L}\p{N}][\p{L}\p{N}'’.-]* ){0,5}(?:corpus|corpora|data ?sets?|treebanks?|benchmarks?|workloads?|test (?:sets?|suites?)|traces?|newsgroups?|newswire(?: text)?|shared tasks?))\b/u;

const METHOD_PHRASE =
  /\b(?:propos|present|introduc|describ|develop|defin|formulat|appl|us|build|built|design|combin|extend|investigat|explor|adapt|provid)(?:e|es|ed|s|ies|y)?\s+((?:a|an|the|two|three|several|novel|new|our)\s+(?:[\p{L}\p{N}][\p{L}\p{N}'’/*+.-]*\s+){0,8}?(?:approach(?:es)?|methods?|models?|algorithms?|systems?|frameworks?|architectures?|techniques?|schemes?|formalisms?|grammars?|protocols?|parsers?|taggers?|classifiers?|structures?|trees?|index(?:es)?|networks?|engines?|procedures?|strateg(?:y|ies)|metrics?|toolkits?|libraries|library|language|compilers?|kernels?|mechanisms?|learners?|decoders?|encoders?|cache|filters?|databases?|store)(?:\s+(?:for|of|based on|to)(?:\s+(?!which\b|that\b|and\b|where\b|in\b|by\b|using\b)[\p{L}\p{N}'’/*+-]+){1,5})?)(?![\p{L}\p{N}-])/iu;

const CLAUSE_BREAK =
  /[,;:(]\s|\s[-–—]\s|\b(?:which|where|while|whereas|although|and (?:show|find|demonstrate|that))\b/giu;

/** The cells of the comparison table; each is a span of the paper's own words, or null when no sentence gives it. */
export function tableCells(ranked: {
  readonly method: readonly Candidate[];
  readonly evaluation: readonly Candidate[];
  readonly claims: readonly Candidate[];
}): { method: Cell; data: Cell; measure: Cell; result: Cell } {
  const own = [...ranked.claims, ...ranked.evaluation].filter((c) => !NAMES_OTHERS.test(c.text) || OWN.test(c.text));
  const results = own.filter((c) => resultSpan(c) !== null);
  const best = results[0];
  const forData = [...(best === undefined ? [] : [best]), ...ranked.evaluation, ...ranked.claims];
  return {
    method: firstCell([...ranked.method, ...ranked.claims], (c) => telling(c, methodSpan(c))),
    data:
      firstCell(forData, (c) => named(c, group(c, DATA_PHRASE, 70))) ?? firstCell(forData, (c) => group(c, KNOWN_DATA)),
    // Of a paper with a result the measure is that result's, or none.
    measure: firstCell(best === undefined ? own : [best], (c) =>
      best === undefined ? measureIn(c, null) : measureIn(c, resultSpan(c)),
    ),
    result: best === undefined ? null : spanCell(best, resultSpan(best)!),
  };
}

function measureIn(c: Candidate, span: { from: number; to: number } | null): { from: number; to: number } | null {
  const found = group(c, MEASURES) ?? group(c, ACRONYMS);
  if (found === null || span === null) return found;
  return found.from >= span.from && found.to <= span.to ? found : null;
}

/** Whether a sentence gives a number for a measure. */
export function givesResult(candidate: Candidate): boolean {
  return resultSpan(candidate) !== null;
}

/** The clause, or neighbouring clauses, that hold a measure and a number; null when there are none. */
function resultSpan(c: Candidate): { from: number; to: number } | null {
  const measure =
    MEASURES.exec(c.text) ??
    ACRONYMS.exec(c.text) ??
    /\b(?:faster|slower|smaller|larger|fewer|less|more|reduc\w+|improv\w+|increas\w+|speed\w*|gains?)\b/i.exec(c.text);
  if (measure === null || SETUP.test(c.text)) return null;
  const numbers = [...c.text.matchAll(/(?<![\p{L}\p{N}.-])[+−-]?\d+(?:[.,]\d+)*(?:\s?%|\s?percent|x\b|×)?/gu)].filter(
    (n) =>
      !/^(?:19|20)\d{2}$/.test(n[0]) &&
      !/(?:section|figure|table|version|chapter|top|level|layer|stage)\s*$/i.test(c.text.slice(0, n.index)),
  );
  const marked = numbers.filter(
    (n) => /[.%x×]|percent/.test(n[0]) || NEAR_UNIT.test(c.text.slice(n.index, n.index + n[0].length + 24)),
  );
  if (marked.length === 0) return null;
  const at = measure.index;
  const nearest = marked.reduce((a, b) => (Math.abs(a.index - at) <= Math.abs(b.index - at) ? a : b));
  if (Math.abs(nearest.index - at) > 120) return null;
  return clauseAround(
    c.text,
    Math.min(at, nearest.index),
    Math.max(at + measure[0].length, nearest.index + nearest[0].length),
  );
}

/** A number of the set-up, not of the outcome. */
const SETUP =
  /\b(?:is|are|was|were) (?:used|trained|tuned|set)\b.{0,60}\.?$|\b(?:consists? of|contains?|randomly|for testing)\b/i;
const NEAR_UNIT =
  /^\S+\s*(?:%|percent|times|-?fold|points?|ms|seconds?|minutes?|hours?|days?|[KMGT]?i?B\b|BLEU|F1|orders? of magnitude|billion|million|kappa|(?:[a-z]+ )?(?:per|a) (?:second|minute|hour|day|token|request)|(?:requests|transactions|operations|queries|messages|packets|tokens)\b|[kmg]?bits?\/s)/i;
const LONGEST_CELL = 130;

function clauseAround(text: string, from: number, to: number): { from: number; to: number } {
  let start = 0;
  let end = text.length;
  for (const found of text.matchAll(CLAUSE_BREAK)) {
    const inNumber = /\d$/.test(text.slice(0, found.index)) && /^,\d/.test(text.slice(found.index));
    if (inNumber) continue;
    if (found.index + found[0].length <= from)
      start = /^[\p{L}]/u.test(found[0]) ? found.index : found.index + found[0].length;
    else if (found.index >= to) {
      end = found.index;
      break;
    }
  }
  // What follows the figure goes before what leads to it; best where a phrase ends.
  if (end - start > LONGEST_CELL) {
    const ends = [
      ...text.slice(to, start + LONGEST_CELL).matchAll(/,? (?:and|but|with|for|while|when|over|on|in) |, /g),
    ];
    const cut = ends.at(-1)?.index;
    if (cut !== undefined) end = to + cut;
  }
  while (end - start > LONGEST_CELL && text.slice(start, from).includes(' ')) start = text.indexOf(' ', start) + 1;
  if (end - start > LONGEST_CELL) end = Math.max(to, text.lastIndexOf(' ', start + LONGEST_CELL));
  while (start < end && /[\s,;:(]/.test(text[start]!)) start++;
  while (end > start && /[\s,;:.]/.test(text[end - 1]!)) end--;
  return { from: start, to: end };
}

function group(c: Candidate, pattern: RegExp, longest = 90): { from: number; to: number } | null {
  const hit = new RegExp(pattern.source, `${pattern.flags.replace('d', '')}d`).exec(c.text);
  const span = hit?.indices?.[1] ?? hit?.indices?.[0];
  return span === undefined || span[1] - span[0] > longest ? null : { from: span[0], to: span[1] };
}

/** A span of at least three words, or two of which none is an article or a number: `a method` tells nothing. */
function telling(c: Candidate, span: { from: number; to: number } | null): { from: number; to: number } | null {
  if (span === null) return null;
  const words = c.text
    .slice(span.from, span.to)
    .split(/\s+/)
    .filter((word) => !VAGUE.test(word));
  return words.length >= 2 ? span : null;
}

/** The method's name with what it is for, when that ends where a phrase ends; its name alone otherwise. */
function methodSpan(c: Candidate): { from: number; to: number } | null {
  const span = group(c, METHOD_PHRASE, 120);
  if (span === null) return null;
  const after = c.text.slice(span.to);
  if (
    /^(?:[,.;:)]|\s+(?:which|that|and|in|by|using|where|with|from|on|to|as|when|while|so|than|is|are|under|at|through|called|named|based|\())/.test(
      after,
    )
  )
    return span;
  const text = c.text.slice(span.from, span.to);
  const cut = /\s+(?:for|of|based on|to)\s+/.exec(text);
  return cut === null ? span : { from: span.from, to: span.from + cut.index };
}

/** Data are told apart by a name or a number; `our evaluation corpus` could be any. */
function named(c: Candidate, span: { from: number; to: number } | null): { from: number; to: number } | null {
  return span !== null && /\p{Lu}|\d/u.test(c.text.slice(span.from, span.to)) ? telling(c, span) : null;
}

const VAGUE =
  /^(?:an?|the|our|two|three|several|new|novel|this|same|whole|entire|following|different|various|these|each|every|all|both|proposed|standard|training|test|development|\d+%?|of)$/i;

function firstCell(from: readonly Candidate[], find: (c: Candidate) => { from: number; to: number } | null): Cell {
  for (const c of from) {
    const span = find(c);
    if (span !== null) return spanCell(c, span);
  }
  return null;
}

function spanCell(c: Candidate, span: { from: number; to: number }): NonNullable<Cell> {
  let { from, to } = span;
  while (from < to && /\s/.test(c.text[from]!)) from++;
  while (to > from && /\s/.test(c.text[to - 1]!)) to--;
  const quote = c.text.slice(from, to);
  return { text: quote, anchor: { quote, start: c.start + from, end: c.start + to, section: c.section } };
}
