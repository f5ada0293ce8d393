import type { RubricMark } from '../../contracts/analysis.ts';
import type { Anchor } from '../../contracts/note.ts';
import type { ReadPaper } from '../inputs.ts';
import { type Candidate, candidates } from '../reader/candidates.ts';
import { NAMES_OTHERS, OWN } from '../reader/cues.ts';

export type PaperType = 'empirical' | 'system' | 'theory' | 'survey';
export type Criterion = RubricMark['criterion'];

export const CRITERIA: readonly Criterion[] = [
  'baseline',
  'data',
  'measure',
  'variance',
  'ablation',
  'artefact',
  'threats',
];

/** What a paper of each type does not owe its reader. */
export const NOT_OWED: Readonly<Record<PaperType, readonly Criterion[]>> = {
  empirical: [],
  system: ['ablation', 'variance'],
  theory: ['data', 'measure', 'variance', 'ablation', 'artefact', 'baseline'],
  survey: ['baseline', 'variance', 'ablation', 'artefact', 'measure'],
};

const LOOKS_FOR: Readonly<Record<Criterion, RegExp>> = {
  baseline:
    /\b(?:baselines?|compar(?:e|ed|es|ing) (?:\w+ ){0,4}(?:to|with|against)|outperform\w*|state-of-the-art (?:system|method|model|approach)s?|versus|relative to|(?:faster|better|lower|higher|smaller|more|less|fewer)(?: \w+){0,4} than)\b/i,
  data: /\b(?:corpus|corpora|data ?sets?|treebanks?|benchmarks?|workloads?|test (?:set|suite|data)s?|traces?|sentences|documents|tokens|participants|programs|repositories|tasks)\b/i,
  measure:
    /\b(?:accuracy|precision|recall|f-?(?:1|score|measure)|bleu|rouge|error rates?|perplexity|latency|throughput|speed-?ups?|running time|memory|bandwidth|amplification|auc|agreement|correlation|scores?)\b/i,
  variance:
    /\b(?:standard (?:deviation|error)s?|variance|confidence intervals?|statistical(?:ly)? significan\w+|significance (?:test|level)s?|p\s?<\s?0?\.\d+|t-test|bootstrap|cross-?validation|random seeds?|(?:over|across) (?:\w+ )?runs|folds?|error bars)\b|±/i,
  ablation:
    /\b(?:ablat\w+|without (?:the|using)|contribution of (?:each|the|individual)|impact of (?:each|different|the|various)|effect of (?:each|the|different|varying|removing)|remov(?:e|ing) (?:the|each|one)|each (?:type|kind|component|feature|group) of|when (?:the|we) (?:\w+ )?(?:is|are) (?:removed|disabled|not used)|varying the)\b/i,
  artefact:
    /\b(?:(?:code|software|implementation|toolkit|source|data ?set|corpus|tagger|parser|system|tool|models?) (?:is|are|will be|has been|have been) (?:made )?(?:publicly |freely |openly )?(?:available|released|open)|open[- ]source\w*|we (?:have )?released?|publicly (?:available|released)|freely available|release (?:the|our|an?|their|C4)|released (?:as|under|with|the))\b/i,
  threats:
    /\b(?:threats? to validity|limitations?|shortcomings?|drawbacks?|caveats?|we (?:do|did) not|cannot|only (?:one|a single|covers?)|not (?:covered|measured|tested|evaluated|considered|addressed)|future work|remains?)\b/i,
};

/** What kind of paper this is, as far as its title and text tell. */
export function typeOf({ note, text }: ReadPaper): PaperType {
  const head = `${note.title}. ${note.tldr}`;
  if (/\b(?:survey|review of|overview of|literature|state of the art:|taxonomy|tutorial)\b/i.test(head))
    return 'survey';
  const count = (pattern: RegExp) => text.text.match(pattern)?.length ?? 0;
  const length = Math.max(1, text.text.length / 1000);
  const proofs =
    count(
      /\b(?:theorem|lemma|proof|prove[sd]?|corollary|lower bound|upper bound|np-(?:hard|complete)|decidab\w+|impossib\w+)\b/gi,
    ) / length;
  const tests = count(/\b(?:experiment\w*|evaluat\w+|corpus|data ?set|benchmark\w*|measured|baseline)\b/gi) / length;
  if (proofs > tests && proofs >= 0.4) return 'theory';
  const systems =
    count(
      /\b(?:system|implementation|prototype|deploy\w+|production|architecture|server|kernel|compiler|cluster)\b/gi,
    ) / length;
  return systems > 2 * tests && systems > 1 ? 'system' : 'empirical';
}

/** Every criterion with the sentence that meets it; what an abstract does not say is unknown, not missing. */
export function marksOf(paper: ReadPaper, type: PaperType): RubricMark[] {
  const pool = candidates(paper.text).filter((c) => c.role !== 'related' && c.role !== 'introduction');
  const noted = new Map<Criterion, Anchor | undefined>([
    ['data', paper.note.table.data?.anchor],
    ['measure', paper.note.table.measure?.anchor],
    ['threats', paper.note.limitations[0]],
  ]);
  return CRITERIA.map((criterion) => {
    const anchor = noted.get(criterion) ?? find(pool, criterion);
    if (anchor !== null && anchor !== undefined) return { criterion, met: 'yes', anchor };
    const unknown =
      paper.text.access === 'abstract' ||
      paper.text.truncated ||
      NOT_OWED[type].includes(criterion) ||
      pool.length === 0;
    return { criterion, met: unknown ? 'unknown' : 'no', anchor: null };
  });
}

function find(pool: readonly Candidate[], criterion: Criterion): Anchor | null {
  const hits = pool.filter(
    (c) =>
      LOOKS_FOR[criterion].test(c.text) &&
      (OWN.test(c.text) || c.role === 'abstract' || c.role === 'evaluation') &&
      !(NAMES_OTHERS.test(c.text) && !OWN.test(c.text)),
  );
  const score = (c: Candidate) =>
    (c.role === 'evaluation' ? 2 : c.role === 'abstract' ? 1.5 : 1) + (/\d/.test(c.text) ? 0.5 : 0) - 2 * c.dependence;
  const best = hits.sort((a, b) => score(b) - score(a) || a.start - b.start)[0];
  return best === undefined ? null : { quote: best.text, start: best.start, end: best.end, section: best.section };
}
