/** A sentence about the paper's own work. `The paper` and `the authors` are not meant: in a full text they may be others. */
export const OWN =
  /\b(?:we|our|ours|us)\b|\b(?:this|the present|the proposed|the resulting|the presented) (?:paper|article|work|study|survey|approach|method|model|system|algorithm|technique|framework|architecture|design|scheme|thesis|monograph|chapter|report)\b/i;

/** Others' work named in the sentence: `(Wu, 1997)`, `Koehn et al. (2003)`, `[12]`. */
export const NAMES_OTHERS =
  /\(\s*(?:see |e\.g\.,? |cf\. )?\p{Lu}[\p{L}'’-]+(?:\s+(?:and|&)\s+\p{Lu}[\p{L}'’-]+|\s+et al\.?,?)?,?\s*(?:19|20)\d{2}[a-z]?|\p{Lu}[\p{L}'’-]+(?:\s+and\s+\p{Lu}[\p{L}'’-]+|\s+et al\.?)?,?\s*[([](?:19|20)\d{2}|\[\d+(?:\s*[,;–-]\s*\d+)*\]/u;

export const NUMBER_WITH_UNIT =
  /(?<![\p{L}\p{N}.])[+−-]?\d+(?:[.,]\d+)*\s*(?:%|percent\b|per cent\b|x\b|×|times\b|-?fold\b|points?\b|ms\b|s\b|seconds?\b|minutes?\b|hours?\b|days?\b|[kmgt]i?b\b|(?:kilo|mega|giga|tera)bytes?\b|gb\/s\b|qps\b|tokens?\b|parameters?\b|orders? of magnitude)/iu;

interface Cue {
  readonly pattern: RegExp;
  readonly weight: number;
}

/** What the paper says it found or gives. */
export const CLAIM: readonly Cue[] = [
  {
    pattern:
      /\b(?:we|results?|experiments?|evaluation|analysis|measurements?|findings?|authors?|paper|study|it) (?:also |further |thus |have |has )?(?:shows?|shown|demonstrates?d?|finds?|found|proves?d?|reveals?|confirms?|indicates?|suggests?|concludes?)\b/i,
    weight: 1.4,
  },
  {
    pattern:
      /\b(?:outperform\w*|surpass\w*|improve\w*|improvement|reduc(?:e|es|ed|tion)|increas\w+|faster|slower|speed-?ups?|gains? of|better than|worse than|higher|lower|degrad\w+|doubl\w+|halv\w+|cuts?|saves?)\b/i,
    weight: 1,
  },
  { pattern: /\b(?:achiev\w+|attain\w*|reach(?:es|ed)?|yields?|obtain\w*)\b/i, weight: 0.7 },
  { pattern: /\bsignificant(?:ly)?\b|\bstatistically\b/i, weight: 0.5 },
  { pattern: /\b(?:novel|new|first)\b/i, weight: 0.3 },
  {
    pattern:
      /\b(?:we|paper|article|work|authors?|study) (?:therefore |also |first )?(?:propose|present|introduce|describe|develop|argue|address|design|investigate|examine|compare)s?d?\b/i,
    weight: 0.9,
  },
  {
    pattern:
      /\b(?:because|since|whereas|although|unless|only when|only if|as long as|trade-?off|at the (?:cost|price|expense)|depends? on|requires?)\b/i,
    weight: 0.4,
  },
];

/** How it works. */
export const METHOD: readonly Cue[] = [
  {
    pattern:
      /\b(?:we|paper|article|work|authors?) (?:\w+ )?(?:propose|present|introduce|describe|develop|design|formulate|define|extend|build|construct|implement)s?d?\b/i,
    weight: 1.4,
  },
  {
    pattern:
      /\b(?:our|the|this|proposed|a|an) (?:[\w-]+ ){0,3}(?:approach|method|model|algorithm|system|framework|architecture|technique|scheme|design|procedure|protocol|structure|index|engine) (?:is|uses?|consists?|works?|combines?|learns?|keeps?|stores?|applies|computes?|relies|builds|takes|splits|first|then|can|allows|represents?)\b/i,
    weight: 1.2,
  },
  {
    pattern:
      /\b(?:consists? of|is based on|are based on|is trained|are trained|works by|by means of|relies on|makes? use of|uses?|using|employs?|combines?|decompos\w+|model(?:s|ed|led) as|formalism|algorithm|procedure|instead of|so that|each)\b/i,
    weight: 0.6,
  },
];

/** How it was tested. */
export const EVALUATION: readonly Cue[] = [
  {
    pattern:
      /\b(?:evaluat\w+|experiments?|experimental|benchmark\w*|test(?:ed| set| data)|measur\w+|trained on|compar(?:e|ed|ison|isons)|baselines?|ablation|cross-?validation|annotators?|user study|case study)\b/i,
    weight: 1,
  },
  {
    pattern: /\b(?:corpus|corpora|data ?sets?|treebank|workload|trace|test suite|programs|sentences|documents)\b/i,
    weight: 0.5,
  },
  {
    pattern:
      /\b(?:results?|scores?|accuracy|precision|recall|f-?(?:1|score|measure)|bleu|rouge|ter|perplexity|error rate|throughput|latency|bandwidth|speed-?ups?|overhead|running time|memory)\b/i,
    weight: 0.7,
  },
  { pattern: /\d/, weight: 0.5 },
];

/** What it does not do, as its authors say. */
export const LIMITATION: readonly Cue[] = [
  {
    pattern: /\b(?:limitations?|drawbacks?|shortcomings?|weakness(?:es)?|disadvantages?|downsides?|caveats?)\b/i,
    weight: 2,
  },
  {
    pattern:
      /\b(?:cannot|can not|can't|does not|do not|did not|is not able|are not able|unable|fails? to|failed to|lacks?|not yet|no guarantee|offers? no|gives? no|ignores?|neglects?|not (?:handle|address|support|consider|cover|suited|apply|report|measured?|tested|evaluated)\w*)\b/i,
    weight: 1,
  },
  {
    pattern:
      /\b(?:at the (?:cost|price|expense)|the (?:cost|price) is|expensive|costly|prohibitive|slow(?:er)? than|only (?:for|on|when|if|in|one|a)|limited to|restricted to|assumptions?|depends? on|sensitive to|remains?|requires?|difficult|hard to|unclear|open question|intractable|exponential|quadratic|degrad\w+|overhead)\b/i,
    weight: 0.7,
  },
  {
    pattern:
      /\b(?:future work|in (?:the )?future|further work|we (?:plan|intend|hope|leave)|left (?:for|to|open)|remains? to be|further (?:research|investigation|study))\b/i,
    weight: 0.8,
  },
];

/** Says outright that something is missing, open or out of reach: asked for where a limit is not expected. */
export const OUTRIGHT =
  /\b(?:limitations?|drawbacks?|shortcomings?|weakness(?:es)?|caveats?|unable|not able|fails?|failure|future|further work|we leave|left (?:for|to|open)|remains? (?:to|open|a|an|un\w+|difficult|hard)|beyond the scope|(?:does|do|did|could|can) ?not (?:\w+ )?(?:scale|handle|capture|model|address|support|cover|apply|report|measure|test|evaluate|consider)|cannot)\b/i;

/** Names a weakness in order to say that it is gone, or that there is none. */
export const OVERCOMES =
  /\b(?:overcom\w+|address(?:es)? (?:the|this|these)|to address|avoid\w*|without (?:any|the need|requiring)|eliminat\w+|removes? the|no longer|solves?|we therefore|to get around|alleviat\w+|remed\w+|mitigat\w+|strengths and|do(?:es)? not (?:\w+ )?(?:incur|hurt|harm|require|need|suffer|compromise|degrade|sacrifice)|these (?:limitations|challenges|problems)|to tackle)\b/i;

/** Speaks of the field before the work. */
export const BACKGROUND =
  /^(?:(?:in )?recent(?:ly)?\b|traditional(?:ly)?\b|most (?:existing|previous|current)|(?:many|existing|previous|current) |over the (?:last|past)|there (?:is|are|has|have)\b)|\b(?:has|have) (?:\w+ )?(?:been|become|attracted|received|emerged|gained)\b|\bin recent years\b|\bincreasingly\b/i;

/** How it stands to others' work. */
export const RELATED: readonly Cue[] = [
  {
    pattern:
      /\b(?:unlike|in contrast|contrary to|differs? from|as opposed to|whereas|rather than|compared (?:to|with))\b/i,
    weight: 1.2,
  },
  {
    pattern:
      /\b(?:similar to|builds? (?:up)?on|extends?|extension of|inspired by|follow(?:s|ing)|based on the|adapts?|generali[sz]es?|improves? (?:up)?on|founded|later work|earlier|previous|prior|motivated|basis of)\b/i,
    weight: 1,
  },
  {
    pattern: /\b(?:proposed|introduced|presented|described|showed|used) by\b|\b(?:et al\.?|and colleagues)\b/i,
    weight: 0.5,
  },
];

/** Sum of the weights of the cues `sentence` shows, at most `cap`. */
export function cueScore(sentence: string, cues: readonly Cue[], cap = 3): number {
  let sum = 0;
  for (const cue of cues) if (cue.pattern.test(sentence)) sum += cue.weight;
  return Math.min(cap, sum);
}
