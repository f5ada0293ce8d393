/** What a sentence of one paper says about another. */
export type Stance = 'disagrees' | 'tested' | 'outperforms' | 'falls_short' | 'limits' | 'differs';

/** A cue that stands in front of the name it is about; at most `reach` characters, no new clause, lie between. */
interface Before {
  readonly stance: Stance;
  readonly cue: RegExp;
  readonly reach: number;
}

const BEFORE: readonly Before[] = [
  {
    stance: 'disagrees',
    cue: /\b(?:contrary to|contradicts?|disagrees? with|in disagreement with|disputes?|refutes?|calls? into question|casts? doubt on|(?<!\b(?:an?|the|this|that|these|our|its|their|main|major|key|\w+al|open|new|further|first) )challenges?(?= (?:the|this|these|that|those|whether|\p{Lu}))|in contrast to (?:[\w-]+ ){0,3}(?:thes[ie]s|claims?|results?|findings?|conclusions?|expectations?|premise|view))\b/giu,
    reach: 60,
  },
  {
    stance: 'outperforms',
    cue: /\b(?:outperform\w*|surpass\w*|beats?|exceeds?|improv\w+ (?:up)?on|(?:better|faster|higher|lower|smaller|shorter|cheaper|stronger|fewer|less|more)(?:\s[\w-]+){0,6}\sthan)\b/giu,
    reach: 90,
  },
  {
    stance: 'falls_short',
    cue: /\b(?:(?:worse|slower|weaker)(?:\s[\w-]+){0,5}\sthan|inferior to|(?:is|are|was|were|lags?|lagged|falls?|fell|stays?|remains?|far|well|slightly|points?) behind|falls? short of|trails?|trailed|several times that of)\b/giu,
    reach: 60,
  },
  {
    stance: 'differs',
    cue: /\b(?:unlike|in contrast to|by contrast to|as opposed to|rather than|instead of|differs? (?:\w+ )?from|different from)\b/giu,
    reach: 50,
  },
  {
    stance: 'limits',
    cue: /\b(?:can stall|stalls?|a (?:weakness|drawback|limitation|shortcoming|problem) (?:of|in|with)|affects?|avoids? the \w+ (?:of|that affects)|does not (?:hold|work) (?:for|in|with))\b/giu,
    reach: 60,
  },
];

/** Behind a name: what the named work cannot do. */
const AFTER =
  /^(?:(?!,? (?:and|but|except|while|whereas|which|we|our)\b)[^.;:]){0,70}?\b(?:cannot|can not|fails?|suffers?|lacks?|(?:is|are|was|were) (?:only|limited|restricted|unable|slow|too|insufficient|inadequate|unreliable|not (?:sufficient|reliable|adequate|enough)|neither \w+ nor)|only (?:handles?|works?|supports?|considers?|models?|allows?|uses?)|do(?:es)? not (?:\w+ )?(?:scale|handle|model|allow|support|consider|capture|guarantee|use|take|address)|did not (?:\w+ )?(?:scale|handle|model|allow|support|consider|capture|use)|ignores?|neglects?|degrad\w*|diverges?|requires? (?:\w+ ){0,3}(?:more|large|huge|expensive))\b/iu;
/** Says itself that the two were not measured alike. */
export const OTHER_CONDITIONS =
  /\b(?:(?:for|on) (?:another|a different|other) (?:data ?sets?|corp\w+|test sets?|languages?)|not (?:directly |strictly )?comparable|cannot be compared)\b/i;
/** A comparison says which one did better only where something was measured. */
const MEASURED =
  /\d|\b(?:results?|performs?|performance|performed|experiments?|evaluat\w+|accura\w+|precision|recall|scores?|quality|correlat\w+|errors?|faster|slower|cheaper|latency|throughput|memory|significant\w*|success\w*|effective\w*|robust\w*|efficien\w+|outperform\w*|surpass\w*|beats?|exceeds?|improv\w+)\b/i;
/** Behind the cue it is somebody's study that is named, not what lost. */
const IN_A_STUDY =
  /\b(?:in|from|by) (?:an? |the )?(?:\w+ )?(?:experiments?|study|studies|work|evaluation|comparison)s? (?:by|of|in)\b/i;
/** `not really very` different. */
const NOT_SO = /(?:\bnot|n['’]t|\bhardly)(?: \p{L}+){0,3} $/iu;
/** Characters between `rather than` and a work that is named by its authors: more name a thing, and the work as its source. */
const NEAREST = 20;
/** A score that is lower is worse. */
const WANTS_MORE =
  /\b(?:scores?|accurac(?:y|ies)|precision|recall|f-?(?:1|measures?|scores?)|bleu|performance|results?|throughput|coverage|kappa)\b[^,;]{0,40}$/i;
/** Behind the name in `in contrast to the GQA paper's finding`: not the work is set apart, but what it found. */
const FINDING_OF =
  /^(?:['’]s?)?(?: (?:paper|study|authors?)['’]?s?)? (?:thes[ie]s|claims?|results?|findings?|conclusions?|premise)\b/iu;
/** Behind a later work's name: it put to the test what this one says (`as Omni-Paxos later showed`). */
const PUT_TO_TEST =
  /^(?:['’]s?)?(?: (?:paper|study|authors?))?(?: (?:later|subsequently|since))?,? (?:(?:later|subsequently|since|also) )?(?:show(?:s|ed)|found|finds|prove[sd]|reports?|reported|criticis\w+|criticiz\w+|questions?|questioned|doubts?|disput\w+|argues?|contradict\w*|refut\w*|gives? a revised)\b/iu;
export const HELD_AGAINST =
  /\b(?:later|subsequent(?:ly)?|weakness\w*|critic\w+|contradict\w*|doubt\w*|disput\w*|unsatisf\w+|poorly|errors?)\b/i;
/** Behind a list of works of which this is one: a fault that all of them share. */
const SHARED_FAULT =
  /^[^.;:]{0,60}?\bcan (?:\w+ )?(?:interleave|diverge|stall|starve|violate|fail|lose|deadlock|break|duplicate|leave|block)\b/iu;
/** Behind a name: what is added to the named work makes it better. */
const IMPROVED = /^[^.;:]{0,25}\b(?:and )?improves? (?:both|it|them|these|all)\b/iu;
export const REPORTS_OTHERS =
  /\bas (?:pointed out|noted|shown|observed|suggested|described|discussed|argued|reported|in|done|proposed|defined)\b|\b(?:following|see also|e\.g\.|proposed by|described in|introduced by|similar to|inspired by)\b/i;

/** What others found is told, and the work is named as its source. */
export const SECOND_HAND =
  /\b(?:stud(?:y|ies)|research|(?:previous|prior|earlier|other) works?|literature|it (?:has been|was|is)|researchers?|was|were)\b(?: \w+){0,2} (?:shows?|showed|shown|reveals?|revealed|found|finds?|reports?|reported|demonstrate[ds]?)\b/i;

/** What the sentence does with the work named at `start`; null when no cue is tied to it. */
export function stanceOf(
  text: string,
  start: number,
  end: number,
  isEarlierWork: boolean,
  byAuthors = false,
): Stance | null {
  const behind = text.slice(end);
  if (isEarlierWork && HELD_AGAINST.test(text) && PUT_TO_TEST.test(behind)) return 'tested';
  for (const { stance, cue, reach } of BEFORE) {
    for (const hit of text.matchAll(cue)) {
      const between = text.slice(hit.index + hit[0].length, start);
      if (
        hit.index + hit[0].length <= start &&
        between.length <= reach &&
        !/[.;:]|,\s+(?!and\b|or\b)\p{Ll}|, (?:and|but|which|while|whereas)\b|\b(?:but|because|although)\b/u.test(
          between,
        )
      ) {
        if (
          stance === 'outperforms' &&
          (!MEASURED.test(text.replace(/\b(?:19|20)\d\d[a-z]?\b/g, '')) || IN_A_STUDY.test(between))
        )
          continue;
        if (stance === 'differs' && NOT_SO.test(text.slice(0, hit.index))) continue;
        if (stance === 'differs' && byAuthors && between.length > NEAREST) continue;
        if (
          stance === 'outperforms' &&
          /^(?:lower|smaller|fewer|less|shorter)/i.test(hit[0]) &&
          WANTS_MORE.test(text.slice(0, hit.index))
        )
          return 'falls_short';
        return stance === 'differs' && FINDING_OF.test(behind) ? 'disagrees' : stance;
      }
    }
  }
  if (IMPROVED.test(behind)) return 'outperforms';
  return AFTER.test(behind) || SHARED_FAULT.test(behind) ? 'limits' : null;
}
