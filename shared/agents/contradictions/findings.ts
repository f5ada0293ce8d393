import { BETTER_WHEN_HIGH, BETTER_WHEN_LOW } from './outcome.ts';

/** What a clause reports about a thing: which way it turned out, what was varied, against what, and in which respect. */
export interface Finding {
  readonly effect: 'gain' | 'none' | 'loss';
  /** What the outcome is put down to: the subject of the clause and what stands behind `by`, `with`, `using`. */
  readonly factor: string;
  /** The subject of the clause alone. */
  readonly subject: string;
  /** What it is compared with, in the clause's words. */
  readonly over: string | null;
  /** `cost` when time, memory or the like is measured, `quality` when a score is, null when the clause does not say. */
  readonly respect: 'quality' | 'cost' | null;
}

const ADVERBS = String.raw`(?:\s+(?:\p{Ll}+ly|also|even|always|often|well|much|far|still|further|not))*`;
const RISES = `(?:increas(?:es?|ed)|rais(?:es?|ed)|r[io]ses?|grows?|grew|boost(?:s|ed)?)`;
const FALLS = `(?:decreas(?:es?|ed)|reduc(?:es?|ed)|drops?|dropped|lowers|lowered|falls?|fell|declin(?:es?|ed))`;
const UP_TO = String.raw`(?:\s+(?!(?:to|while|without|and|with|for)\s)[\p{L}\p{N}%.()-]+){0,5}?\s+`;
const IS = `(?:is|are|was|were|performs?|performed|works?|worked|does|did|do|fares?|fared|scores?|scored)`;
const GIVES = String.raw`(?:achiev\w+|yield\w*|obtain\w*|provid\w+|bring\w*|brought|g[ai]ves?|show\w*|leads?(?: to)?|led(?: to)?|results?(?: in)?|resulted in|produc\w+|observ\w+|report\w*|saw|see|demonstrat\w+|allow\w*|contribut\w+(?: to)?|attain\w*|make|made|get|got|find|found|had?|has|have|introduces?|receiv\w+|offer\w*)`;
const THE_GOOD = String.raw`(?:improvements?|gains?|benefits?|advantages?|boosts?|better (?:\p{Ll}+ ){0,2}(?:results?|performance|scores?|quality|accuracy|translations?))`;

interface Cue {
  readonly effect: Finding['effect'];
  readonly pattern: RegExp;
  /** What stands directly behind the verb is what lost. */
  readonly beats?: boolean;
}

const unicode = (source: string) => new RegExp(source, 'iu');

/** The first that fits a clause counts: what is denied before what is affirmed. */
const CUES: readonly Cue[] = [
  {
    effect: 'none',
    pattern: unicode(
      String.raw`(?<![\p{L}])(?:no|not|never|neither|nor|hardly|little|negligible|insignificant|cannot|fail(?:s|ed)? to|unable to)(?!\p{L})(?! only)(?:\s+(?!hurt|degrad|harm|wors)[\p{L}\p{N},-]+){0,6}?\s+(?:improve|improved|improvements?|gains?|helps?|helped|helpful|benefits?|beneficial|outperform|better|advantages?|(?:significant )?(?:difference|effect|impact))(?!\p{L})`,
    ),
  },
  {
    effect: 'none',
    pattern: unicode(
      String.raw`(?:negligible|insignificant|non-significant)(?:,?\s+[\p{L}-]+){0,2}\s+(?:improvements?|gains?|effects?|benefits?|differences?)`,
    ),
  },
  {
    effect: 'loss',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:correlat\w+ (?:poorly|weakly|badly)|(?:poor|poorly|weak|low|lack of) correlat\w+|fails? to correlate)(?!\p{L})`,
    ),
  },
  {
    effect: 'gain',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:correlat\w+ (?:highly|well|strongly|better)|(?:high|strong|good|better|stronger) (?:levels of )?correlations?|rivals|on a par with|on par with)(?!\p{L})`,
    ),
  },
  {
    effect: 'loss',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:degrad(?:es?|ed)|hurts?|harm(?:s|ed|ful)?|worsen(?:s|ed)?|deteriorat(?:es?|ed)|underperform(?:s|ed)?|${GIVES}(?:\s+[\p{L}-]+){0,3}\s+(?:degradation|deterioration|loss in|drop in|decrease in)|${IS}${ADVERBS}\s+(?:worse|worst|inferior|outperformed|insufficient|not sufficient|inadequate)|wors(?:e|ens)(?:\s+[\p{L}-]+){0,3}\s+than)(?!\p{L})`,
    ),
  },
  {
    effect: 'loss',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:${FALLS}${UP_TO}${BETTER_WHEN_HIGH}(?!\s+errors?)|${BETTER_WHEN_HIGH}${ADVERBS}\s+${FALLS}|${RISES}${UP_TO}${BETTER_WHEN_LOW}|${BETTER_WHEN_LOW}${ADVERBS}\s+${RISES})(?!\p{L})`,
    ),
  },
  {
    effect: 'gain',
    beats: true,
    pattern: unicode(String.raw`(?<!\p{L})(?:outperform(?:s|ed)?|surpass(?:es|ed)?|beats?|exceed(?:s|ed)?)(?!\p{L})`),
  },
  {
    effect: 'gain',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:(?:better|higher|superior|faster|stronger|more (?:accurate|efficient|effective|robust|reliable))(?:\s+[\p{L}\p{N}-]+){0,6}?\s+(?:than|to)|superior to)(?!\p{L})`,
    ),
  },
  {
    effect: 'gain',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:(?<!(?:to|can|could|may|might|would|will)\s)improves?|improved(?= (?:\p{L}+ ){0,3}(?:by|from|over|significantly|translation|performance|accuracy|results|the|on|in|when))|helps|helped|benefits from|is beneficial|are beneficial|${IS}${ADVERBS}\s+(?:effective|better|superior|best)|can(?: \p{Ll}+ly)? (?:improve|help|benefit|outperform))(?!\p{L})`,
    ),
  },
  {
    effect: 'gain',
    pattern: unicode(
      String.raw`(?<!\p{L})${GIVES}(?:\s+[\p{L}\p{N}%.,()-]+){0,7}?\s+${THE_GOOD}(?!\p{L})|(?<!\p{L})${THE_GOOD}(?:\s+[\p{L}\p{N}%.,()-]+){0,4}?\s+(?:can be|were|was|are|is)\s+(?:obtained|achieved|observed|gained|made)(?!\p{L})`,
    ),
  },
  {
    effect: 'gain',
    pattern: unicode(
      String.raw`(?<!\p{L})(?:${RISES}${UP_TO}${BETTER_WHEN_HIGH}|${BETTER_WHEN_HIGH}${ADVERBS}\s+${RISES}|${FALLS}${UP_TO}${BETTER_WHEN_LOW}|${BETTER_WHEN_LOW}${ADVERBS}\s+${FALLS})(?!\p{L})`,
    ),
  },
];

/** What was hoped for, planned or left to others, not found. */
const NOT_FOUND =
  /\b(?:expect\w*|hop(?:e|ed|ing)|hypothes\w+|believe\w*|suspect\w*|speculat\w+|conjectur\w+|should|would|may|might|could|perhaps|probably|future|whether|in order to|aim(?:s|ed)?|(?:is|was) to|attempts?|tr(?:y|ied|ying) to|if)\b/i;
const BREAK =
  /[;:]\s|,?\s(?:but|whereas|while|although|though|yet)\s|,\s(?:and|which|so|with)\s|\s(?:because|since|where)\s/giu;
const OVER = /(?<!\p{L})(?:than|over|compared (?:to|with)|in comparison (?:to|with)|relative to|against)\s+([^;()]+)/iu;
/** `those produced by`, `that of`: what counts stands behind. */
const STANDS_FOR =
  /^(?:the )?(?:those|that|ones?|results?|scores?|performance)(?: \p{Ll}+ed)? (?:of|by|from|with|in)\s+/iu;
/** `Pharaoh, a decoder for phrase-based models`: what the loser is. */
const APPOSITION = /^\s*[^,;]{2,60},\s(?:an?|the|which is|i\.e\.,?)\s[^,;.]{3,90}/iu;
const LEADING =
  /^\W*(?:in|on|for|under|at|from|as|despite|unlike|compared|relative|trained|tuned|fine-tuned|tested|evaluated|based)\s[^,]*,\s*(?=\S)/iu;
/** `A and B did well, C did worse`: of a subject with a verb of its own only what stands behind the comma counts. */
const WITH_VERB = /^(?!.*\b(?:when|if|once)\b).*\s(?:is|are|was|were|has|have|had|does|did|can)\s.*,\s+(?=\S)/iu;
const EXCEPTION = /,? (?:except|unless|other than)\b.*$/iu;
const PREPOSITION = /\s(?:on|in|for|by|when|with|from|at|under|across|using|as|via|through)\s|[,;(]/iu;
const ADJUNCT =
  /(?<!\p{L}|compared |comparison |relative |correlation |correlations |correlates |correlate )(?:by|with|using|when|through|via|from|without)\s+(?!\d)[^,;]+/giu;
const REPORTING =
  /^.*?\b(?:shows?|showed|shown|finds?|found|demonstrates?d?|indicates?d?|suggests?|observe[ds]?|conclude[ds]?|reveals?|confirms?|reports?|reported|argue[ds]?|note|see)\b(?:,[^,]*,)? that\s/iu;
const COST = new RegExp(
  String.raw`(?<!\p{L})${BETTER_WHEN_LOW.replace('errors?|error rates?|', '').replace('|wer|aer', '')}(?!\p{L})|(?<!\p{L})(?:faster|slower|speed|expensive|costly|throughput|efficien\w+)(?!\p{L})`,
  'iu',
);
const QUALITY = new RegExp(
  String.raw`(?<!\p{L})(?:${BETTER_WHEN_HIGH}|errors?|error rates?|wer|aer|results?)(?!\p{L})`,
  'iu',
);

/** In front of a loss: it did not happen. */
const DENIED =
  /(?<!\p{L})(?:no|not|never|neither|nor|without|hardly|cannot|none|n['’]t|avoids?|prevents?)(?:\s+(?!only\b)[\p{L}-]+){0,5}\s+$/iu;

/** The findings of a sentence, at most one a clause; none where it only hopes. `preceding` is what a pronoun stands for. */
export function findingsOf(sentence: string, preceding = ''): Finding[] {
  const found: Finding[] = [];
  let before = preceding;
  for (const clause of clausesOf(sentence)) {
    const finding = findingIn(clause, before);
    if (finding !== null) found.push(finding);
    before = clause;
  }
  return found;
}

function loserOf(rest: string): string {
  const text = rest.trim().replace(STANDS_FOR, '');
  return (APPOSITION.exec(text)?.[0] ?? text.split(PREPOSITION)[0]!).trim();
}

function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let at = 0;
  for (const hit of sentence.matchAll(BREAK)) {
    clauses.push(sentence.slice(at, hit.index));
    at = hit.index + 1;
  }
  return [...clauses, sentence.slice(at)];
}

function findingIn(whole: string, before: string): Finding | null {
  const clause = whole.replace(EXCEPTION, '');
  if (NOT_FOUND.test(clause) || /^\W*(?:where|because|since)\b/i.test(clause)) return null;
  for (const { effect, pattern, beats } of CUES) {
    const hit = pattern.exec(clause);
    if (hit === null) continue;
    if (effect !== 'none' && DENIED.test(clause.slice(0, hit.index))) return null;
    const rest = clause.slice(hit.index + hit[0].length);
    const tail = /\bthan$/iu.test(hit[0]) ? `than${rest}` : rest;
    if (/\b(?:better|than)$/iu.test(hit[0]) && /^\s*(?:than )?\d/.test(rest)) return null;
    const loser = loserOf(beats ? rest : (OVER.exec(tail)?.[1] ?? ''));
    const subject = clause.slice(0, hit.index).replace(REPORTING, '').replace(LEADING, '').replace(WITH_VERB, '');
    const own = /\p{L}{4,}/u.test(subject.replace(/^\W*(?:and|which|that|it|this|these|they|we|so|with)\b/iu, ''));
    // Who judged is no cause of the agreement.
    const adjuncts = /correlat/i.test(clause) ? '' : [...`${tail}`.matchAll(ADJUNCT)].map((m) => m[0]).join(' ');
    return {
      effect,
      subject: own ? subject : `${before} ${subject}`,
      factor: `${own ? '' : `${before} `}${subject} ${adjuncts}`.trim(),
      over: loser === '' ? null : loser,
      respect: COST.test(clause.slice(hit.index)) ? 'cost' : QUALITY.test(clause) ? 'quality' : null,
    };
  }
  return null;
}
