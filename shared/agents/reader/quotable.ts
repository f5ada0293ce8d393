import { hasOddCharacter } from '../../present/escape.ts';
import { isStopWord } from '../../text/stopwords.ts';
import { tokens } from '../../text/tokenise.ts';

const BIBLIOGRAPHY =
  /\b(?:proceedings of|in proc\.|pp\.\s*\d|vol\.\s*\d|isbn|issn|et al\.,? in\b|technical report|ph\.?d\.? thesis|university press|arxiv preprint)\b|doi:|\b\d+\s*\(\d+\)\s*:\s*\d+/i;
const POINTER =
  /^(?:fig(?:ure)?s?\.?|tables?|tab\.|algorithms?|listings?|equations?|eq\.|appendix|sections?|sec\.|theorem|lemma|proof|definition|example|note that|see|recall|let|consider)\s/i;
const POINTS_AT =
  /\b(?:fig(?:ure)?s?\.?|tables?|equations?|eqs?\.?|sections?|appendi(?:x|ces)|listings?)\s*\(?\s*(?:\d|[A-Z]\b|[ivx]+\b)|\b(?:above|below|following|next|previous|remaining|subsequent)\s+(?:section|example|figure|table|equation)s?\b|\b(?:as follows|is organi[sz]ed|rest of (?:the|this) paper|remainder of|the following(?: is)?:|shown (?:above|below)|in (?:this|each) (?:sub)?section|we (?:now|next) (?:describe|turn|present|discuss|show|define|outline)|is used in this (?:article|paper)|\bsect\.)/i;
const CONTACT = /https?:|www\.|@|\bcopyright\b|©|all rights reserved|permission to/i;
const MATH = /[=∑∏∫√∞≈≠≤≥∈∉⊂⊆∪∩∀∃→←↔⇒|^_\\{}<>†‡§•◦▪�]|\bargmax\b|\?\?/g;
const SINGLE = /(?<![\p{L}\p{N}'’.-])(?![aAI]\b)\p{L}(?![\p{L}\p{N}'’.-])/gu;
const BROKEN_WORD =
  /\p{Ll}{3,}(?<!\b(?:vs|cf|etc|resp|approx|fig|eq|eqs|sec|proc|dept|univ|incl|excl))\. \p{Ll}{3,}|(?<=\p{Ll},? )(?!If|In|It|On|Is|As|At|By|To|We|My|Of|Or|No|So|Do|An|Be|He|Up|Us|Li|Xu|Wu|Hu|Lu|Ma|Yu|Fu|Gu|Ng|Le)\p{Lu}\p{Ll} \p{Ll}{4,}|^(?:The|A|An|Our|This) (?:can|is|are|was|were|has|have|will|may|of|in|for|and)\b|\p{Ll}[.!?][”"']?\d{1,2}\s+\p{Lu}|(?<![\p{L}\p{N}])\d+\p{Lu}\p{Ll}+\s|\b(?:define|let) (?:to be|denotes?)\b|\b(?:where|and|of|that) itself is\b|\d\.\d+\.\d+ \p{Lu}|\p{L}- (?!and\b|or\b|to\b)\p{L}|\p{Ll}- \p{Ll}|\p{L}{26,}|\p{Ll}\?\p{Ll}|\p{Ll}[.,;]\p{Lu}\p{Ll}|\p{Ll}{2}\p{Lu}\p{Ll}{2,}\p{Lu}?\p{Ll}*\s\p{Ll}{1,2}\s\p{Lu}\b/u;
/** A heading's number that was joined to its text, a full stop inside a phrase or off its word, a word glued to `to-`. */
const TORN_LINE =
  /^\d+(?:\.\d+)+\.?\s+\p{L}|\b(?:a|an|the|of|to|in|for|with|by|and)\. \p{Ll}|\s\.$|\s\?\p{Ll}|\p{Ll}{3,}to-\p{Lu}|\b[Ww]e (?:conclude|begin|start|end|finish) by\b/u;
/** Word endings that stand alone only where a line break has torn a word. */
const TORN_ENDING =
  /\s(?:tion|tions|sion|sions|ment|ments|ing|ings|tive|tively|sive|bly|tors?|ers|lar|lary|ity|ties|ness|ally|cally|ated|ating|ates|ize[sd]?|dle|tem|tems|guage|guages|mation|ation|ations|ences|ance|ances|ical|ficient|ple|ples|ture|tures|ters|als|tegrat\w+|isters|ciency|posed|formed|tained|sult|sults|guish|tially|dition|ditional|scribed?|troduce[sd]?|vious|viously)(?=[\s.,;)])/u;
const ALL_CAPS_RUN = /(?:\b\p{Lu}{3,}\b[\s,:-]*){4,}/u;
const REPEATED = /\b(\p{L}{2,})\s+\1\b/iu;
const REFERENCE_MARK =
  /\[\s*\d+(?:\s*[,;–-]\s*\d+)*\s*\]|\[[A-Z][A-Za-z]+\+?\d{2,4}\]|\[\s?\p{Lu}[^\]]{2,60}\d{2,4}[a-z]?\]/u;
const EMPTY_CITATION = /\(\s*[;,]|,\s*,|\(\s*\)|\b(?:by|of|in|from|and)\s*[.,;)]\s/;

/** Words in which a sentence says something complete; shorter ones are headings or fragments, longer ones are run-ons. */
const FEWEST_WORDS = 7;
const MOST_WORDS = 55;

/**
 * Whether `sentence` can stand alone as a quotation: a whole sentence of running prose, not a caption, heading, bibliography
 * line, formula, torn line of a PDF, contact line or a pointer at a figure. Texts without a Latin letter are judged by
 * length only.
 */
export function isQuotable(sentence: string): boolean {
  const text = sentence.trim();
  if (text.length < 35 || text.length > 420 || hasOddCharacter(text.replace(/\s+/g, ' '))) return false;
  if (!/[.!。！]["'”’)\]]*$/.test(text) || /\?["'”’)\]]*$/.test(text)) return false;
  if (!/[A-Za-z]/.test(text)) return text.length >= 12;
  const words = tokens(text);
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return false;
  if (!/^[\p{Lu}\p{N}]/u.test(text)) return false;
  if (/^\d{1,4}\s+(?:We|The|In|This|Our|It|An?|As|For|To|These|However)\b/.test(text)) return false;
  if (POINTER.test(text) || CONTACT.test(text) || BIBLIOGRAPHY.test(text) || ALL_CAPS_RUN.test(text)) return false;
  if (TORN_LINE.test(text)) return false;
  if (BROKEN_WORD.test(text) || TORN_ENDING.test(text) || REPEATED.test(text) || EMPTY_CITATION.test(text))
    return false;
  if ((text.match(MATH)?.length ?? 0) > 1 || (text.match(SINGLE)?.length ?? 0) > 2) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters / text.replace(/\s/g, '').length < 0.7) return false;
  const numbers = words.filter((word) => /^\p{N}/u.test(word)).length;
  if (numbers / words.length > 0.34) return false;
  return isBalanced(text);
}

/** Penalty, 0 to 1, for what makes a quotable sentence a poor quotation: it leans on what stands around it. */
export function dependence(sentence: string): number {
  const text = sentence.trim();
  let penalty = 0;
  if (POINTS_AT.test(text)) penalty += 0.9;
  if (REFERENCE_MARK.test(text)) penalty += 0.35;
  if (/["“”]/.test(text)) penalty += 0.2;
  // Signs that a document has to escape make a quotation hard to find again.
  if (/[*`_<>|\\[\]$^]/.test(text)) penalty += 0.3;
  if (
    /^(?:it|they|them|its|their|these|those|this|that|such|he|she|both|here|there|one|another|others?|the (?:former|latter|same|second|third|first|other))\b/i.test(
      text,
    )
  ) {
    penalty +=
      /^(?:this|the present) (?:paper|article|work|study|survey|book|monograph|thesis|report|approach|method)\b/i.test(
        text,
      )
        ? 0
        : 0.3;
  }
  if (
    /^(?:however|but|yet|and|or|so|thus|therefore|hence|moreover|furthermore|also|in addition|additionally|nevertheless|nonetheless|consequently|similarly|likewise|instead|finally|then|secondly|second|third|on the other hand|in contrast|for example|for instance|as a result|in this case|in other words|specifically|in particular|afterwards|conversely|otherwise|accordingly|indeed|again)\b/i.test(
      text,
    )
  ) {
    penalty += 0.2;
  }
  if (LEANS_INSIDE.test(text)) penalty += 0.3;
  if (POINTS_BACK.test(text)) penalty += 0.2;
  if (/^(?:all|most|none|some|many|few|each|several|two|three) of (?:them|these|those)\b/i.test(text)) penalty += 0.4;
  if (/^(?:its|their)\b|\bideally\b|\bwe (?:firstly|then|also) (?:ran|run|use|used|extract|extracted)\b/i.test(text))
    penalty += 0.2;
  if (/\b(?:we|i) (?:will|shall|would like|plan to|are going to)\b/i.test(text)) penalty += 0.2;
  if (/^\S+ (?:therefore|thus|hence|also|too|then)\b/i.test(text)) penalty += 0.12;
  if (/[:;]/.test(text)) penalty += 0.05;
  return Math.min(1, penalty);
}

/** `In small networks it falls back`, `as will be discussed later`, `the two approaches`, `in that work`: what is meant stands elsewhere. */
const LEANS_INSIDE =
  /^(?:In|On|At|With|For|Under|By|After|From|To|Over|Without)\b[^,.;]{0,60}?,? (?:it|they|he|she) \p{Ll}|\b[Aa]s (?:will be |was |is |we |has been )?(?:discussed|described|mentioned|noted|explained|seen|shown|defined|introduced) (?:later|above|below|earlier|before|in the (?:previous|next|following)|previously)\b|\bthe two (?:approaches|methods|models|systems|algorithms|techniques|settings|conditions|cases)\b|\b(?:[Ii]n|[Ff]rom|of|[Bb]y|[Ww]ith) (?:that|those) (?:work|paper|study|approach|works|studies|experiments?|cases?)\b|\b(?:described|discussed|presented|mentioned|reported) (?:here|above|below|earlier)\b|\b(?:this|that) (?:particular )?(?:case|point|stage|step|instance|setting|reason|way|purpose|end)\b|\bwe (?:feel|felt)\b|\b(?:word|data) at hand\b/u;

/** A thing of the text before, in the middle of a sentence. */
const POINTS_BACK =
  /(?<=\S )(?:this|these|those) (?:[\p{L}-]+ )?(?:models?|methods?|approach(?:es)?|algorithms?|systems?|techniques?|features?|problems?|results?|experiments?|examples?|tasks?|strateg(?:y|ies)|extensions?|complexity|weakness(?:es)?|factors?|observations?|assumptions?|constraints?|rules?|limitations?)\b|\bthe following\b|\b(?:Annotator|Judge|System|Model|Method|Experiment|Run|Baseline) \d\b/u;

/** How many words of `sentence` look torn or glued when compared with the other words of the same text. */
export function tornWords(sentence: string, vocabulary: ReadonlyMap<string, number>): number {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  let torn = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const next = words[i + 1];
    const joined = next === undefined ? 0 : (vocabulary.get(word + next) ?? 0);
    // `sen timent` where the text has `sentiment`: rarer than the whole word, so no two words.
    if (joined > 0 && (Math.min(seen(word), seen(next!)) <= 1 || 3 * Math.min(seen(word), seen(next!)) <= joined))
      torn++;
    if (word.length >= 6 && seen(word) <= 2 && isGlued(word)) torn++;
  }
  return torn;

  function seen(word: string): number {
    return vocabulary.get(word) ?? 0;
  }
  function isGlued(word: string): boolean {
    if (isStopWord(word)) return false;
    const small = /^(?:the|of|and|to|for|with|that|by|our|we|is|are|a|an|in|on)(?=\p{Ll}{4,})/u.exec(word)?.[0];
    const rest = small === undefined ? '' : word.slice(small.length);
    if (small !== undefined && !PREFIX.test(small) && seen(rest) >= (rest.length >= 6 || small === 'we' ? 1 : 2))
      return true;
    const link =
      /^(?:which|because|between)(?!ever)(?=\p{Ll}{4,})|(?<!^(?:every|any|else|some))(?<=\p{Ll}{5,})(?:which|that|from|around|when|where|while|between|because)$/u.exec(
        word,
      );
    if (link !== null && seen(word) <= 1) return true;
    for (let cut = 2; cut <= word.length - 3; cut++) {
      const enough = 3 * Math.max(1, seen(word));
      if (seen(word.slice(0, cut)) >= enough && seen(word.slice(cut)) >= enough && !PREFIX.test(word.slice(0, cut)))
        return true;
    }
    return false;
  }
}

const PREFIX =
  /^(?:re|un|in|im|non|pre|sub|super|over|under|out|up|down|on|off|with|for|there|here|where|when|how|any|some|every|no|multi|bi|tri|inter|intra|micro|mono|auto|meta|cross|pair|frame|data|key|work|net|time|base|line|set|back|fore|after|high|low|through|further|more|less|bench|check|hyper|text|soft|hard|web|block|band|wide|semi|mean|other|else|never|what|which)$/;

/** How often each lower-cased word stands in a text. */
export function vocabularyOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function isBalanced(text: string): boolean {
  for (const [open, close] of ['()', '[]', '“”'] as const) {
    let depth = 0;
    for (const c of text) {
      if (c === open) depth++;
      else if (c === close && --depth < 0) return false;
    }
    if (depth !== 0) return false;
  }
  return (text.match(/"/g)?.length ?? 0) % 2 === 0;
}
