import { squeeze } from '../../text/normalise.ts';
import { wordsOf } from './words.ts';

/** What a topic is about, freed of the words that ask for it. */
export interface TopicPhrase {
  /** A noun phrase that can stand in a sentence, or a quoted question when the topic cannot be turned into one. */
  readonly phrase: string;
  /** The words to search for. */
  readonly search: string;
  readonly isQuestion: boolean;
}

const LONGEST_PHRASE = 14;

const ADJECTIVES =
  '(?:main|current|major|best|most common|common|key|different|various|latest|recent|known|existing|modern|leading|principal|primary|available|possible|typical|important|state[- ]of[- ]the[- ]art|sota)';
/** Verbs of "the best way to …" that say nothing. */
const TO_DO = '(?:(?:handle|do|implement|manage|deal with|approach|perform)\\s+)?';
const THINGS =
  '(?:approach(?:es)?|methods?|techniques?|algorithms?|ways?|strateg(?:y|ies)|solutions?|options?|research directions|directions|advances|trends|developments|progress|results|findings|work|research|practices|patterns|challenges|ideas|families|paradigms|breakthroughs|innovations|models|literature)';
const TEAMS =
  '(?:(?:real|most|big|modern|large|small|successful|professional|software|engineering|other|tech|the)\\s+)*(?:teams?|companies|engineers|practitioners|developers|organi[sz]ations|people|industry|startups|enterprises|we|you|data scientists|programmers|sres?|operators|maintainers)';
const DOING = '(?:actually\\s+|usually\\s+|successfully\\s+|typically\\s+|best\\s+|really\\s+)?';

/** Words in front that ask; each is tried until none fits any more. */
const LEADS: readonly RegExp[] = [
  /^(?:please|kindly|hi|hello)[,\s]+/i,
  /^(?:can|could|would) you\s+(?:please\s+)?/i,
  /^(?:i(?:'d| would)? (?:want|need|like) to (?:know|learn|understand|read)(?: more)?(?: about)?|tell me(?: more)? about|teach me(?: about)?|give me|show me|explain(?: to me)?|describe|summari[sz]e|investigate|analy[sz]e|discuss|understanding|(?:find(?: me)?|write|research|explore|review)(?= (?:an?|the|how|what|why|about)\b))\s+/i,
  /^(?:compare|comparing|comparison of|comparison between)\s+/i,
  /^(?:an?|the)?\s*(?:(?:short|brief|quick|systematic|comprehensive|critical|recent|literature|mapping|complete|detailed|concise|broad)\s+)*(?:survey|review|overview|summary|introduction|taxonomy|landscape|comparison|primer|tutorial|study|roundup|deep dive)\s+(?:of|on|to|about|into|for)\s+/i,
  new RegExp(
    `^(?:what|which)\\s+(?:are|is|were|was)\\s+(?:the\\s+)?(?:${ADJECTIVES}[\\s,]+(?:and\\s+)?)*(?:${THINGS})\\s+(?:to|for|in|of|on|towards?|behind|about|with)\\s+${TO_DO}`,
    'i',
  ),
  new RegExp(
    `^(?:what|which)\\s+(?:${ADJECTIVES}\\s+)*(?:${THINGS})\\s+(?:are there|exist|are (?:known|used|available))\\s+(?:to|for|in|of)\\s+`,
    'i',
  ),
  new RegExp(
    `^(?:the\\s+)?(?:${ADJECTIVES}[\\s,]+(?:and\\s+)?)+(?:${THINGS})\\s+(?:to|for|in|of|on|towards?|about|with)\\s+`,
    'i',
  ),
  new RegExp(`^(?:${THINGS})\\s+(?:to|for|towards?)\\s+`, 'i'),
  /^(?:what(?:'s| is| are)?\s+)?(?:the\s+)?(?:current\s+|latest\s+)?(?:state[- ]of[- ]the[- ]art|sota|cutting edge|frontiers?|state)\s*(?:in|of|for|on|:)\s+/i,
  /^(?:what(?:'s| is| was)?\s+)?(?:an?\s+|the\s+)?(?:short\s+|brief\s+|early\s+|intellectual\s+)?(?:histor(?:y|ies)|origins?|evolution|genealogy|foundations|development|rise|birth|roots|timeline|early days)(?:\s+(?:and|&)\s+(?:the\s+)?(?:histor(?:y|ies)|origins?|evolution|development|future|foundations|rise|fall))*\s+(?:of|behind)\s+/i,
  new RegExp(
    `^how\\s+(?:do|does|did|can|should|would)\\s+${TEAMS}\\s+${DOING}(?:do|use|adopt|practi[cs]e|handle|approach|run|implement|manage|deal with|work with|apply|perform|carry out|organi[sz]e|conduct)\\s+`,
    'i',
  ),
  /^(?:best|good|common|proven|recommended)\s+practices?\s+(?:for|in|of|when|with|around)\s+/i,
  /^(?:lessons?(?: learned)?(?: from)?|experiences? (?:with|of|from)|experience reports? (?:on|of|about)|case studies (?:of|on|in|about)|(?:design |anti-?)?patterns (?:for|of|in))\s+/i,
  /^(?:the\s+)?(?:internals?|inner workings?|internal (?:working|structure|design)s?|mechanics|mechanisms?|implementation|architecture|anatomy|workings)\s+(?:of|behind)\s+/i,
  /^(?:what happens (?:when|inside|in)|what(?:'s| is) new (?:in|with|about)|what is|what are|what's|who (?:invented|created|developed)|where does|where do)\s+/i,
  /^(?:an?|the)\s+/i,
];

/** The same in the languages that are recognised. */
const FOREIGN_LEADS: readonly RegExp[] = [
  /^(?:(?:der )?stand der technik|(?:die )?geschichte|(?:ein )?überblick(?: über)?|wie funktioniert|wie funktionieren|vergleich)(?: (?:von|bei|in|im|der|des|die|das|den|dem|zu|zur))*\s+/i,
  /^(?:(?:l['’])?[eé]tat de l['’]art|(?:l['’])?histoire|comment fonctionne(?:nt)?|comparaison|(?:une )?synth[eè]se)(?: (?:en|sur|de|du|des|le|la|les|entre|dans))*\s+/i,
  /^(?:(?:el )?estado del arte|(?:la )?historia|c[oó]mo funcionan?|comparaci[oó]n)(?: (?:en|de|del|el|la|los|las|entre|sobre))*\s+/i,
  /^(?:(?:o )?estado da arte|(?:a )?hist[oó]ria|como funcionam?|compara[cç][aã]o)(?: (?:em|no|na|de|do|da|dos|das|o|a|os|as|entre))*\s+/i,
  /^(?:(?:lo )?stato dell['’]arte|(?:la )?storia|come funzionan?o?|confronto)(?: (?:in|di|del|della|dei|delle|il|la|lo|tra))*\s+/i,
  /^(?:как (?:работает|работают|устроен[аы]?)|история|сравнение|обзор|современное состояние)\s+/iu,
];
const FOREIGN_TAILS: readonly RegExp[] = [
  /的?(?:最新进展|研究进展|历史|发展史|工作原理|综述|研究现状|比较)$/u,
  /の?(?:最新動向|歴史|仕組み|サーベイ|比較)$/u,
];

/** Words behind that ask. */
const TAILS: readonly RegExp[] = [
  /[\s?!.…]+$/,
  /[,\s]+(?:under the hood|internally|on the inside|step by step|in detail|in depth|explained|and why|in (?:production|practice|industry|the wild|the real world)|today|nowadays|recently|lately|these days)$/i,
  /\s+(?:as of|in|since|up to|until)\s+(?:(?:early|late|mid)[- ])?(?:19|20)\d{2}$/i,
  /[\s,:-]+(?:an? )?(?:survey|overview|(?<!\b(?:code|peer|design|security|architecture|product|customer|app)[\s-])review|literature review|state[- ]of[- ]the[- ]art|sota|internals?|case stud(?:y|ies)|best practices|lessons learned|(?<!\b(?:version|revision|edit|browsing|search|commit|chat)[\s-])history)$/i,
];

const HOW_WORKS =
  /^(?:how|explain how)\s+(?:do(?:es)?\s+|is\s+|are\s+)?(.+?)\s+(?:work(?:s|ing)?|function(?:s)?|operate(?:s)?|implemented|built|designed|organi[sz]ed|structured)\b(.*)$/i;
const HOW_EVOLVED = /^how\s+(?:did|has|have)\s+(.+?)\s+(?:evolved?|develop(?:ed)?|emerged?|come about|changed?)\b.*$/i;
/** "how do databases implement MVCC": somebody does something with something. */
const HOW_DOES =
  /^how\s+(?:do(?:es)?|did|can)\s+(.+?)\s+(do|implement|handle|achieve|guarantee|provide|ensure|support|store|manage|solve|use|perform|detect|prevent|compute|schedule|represent|enforce|maintain|learn|merge|resolve|replicate|recover|allocate|verify|synchroni[sz]e|compress|encode|encrypt|authenticate|translate|retrieve|isolate|avoid|reduce|balance|route|sample|tolerate|keep|make|choose|decide|find|build|generate|produce|protect|limit|bound|share|split|track|update|save|cut|hide|fit|elect|commit|parse|optimi[sz]e|plan|predict|estimate|rank|search|index|filter|match|combine|cluster|classify)s?\s+(.+)$/i;
/** Verbs that say nothing the object does not say. */
const EMPTY_VERBS = /^(?:do|implement|handle|achieve|guarantee|provide|ensure|support|use|perform|solve)$/i;
const TEAM_VERB = new RegExp(
  `^how\\s+(?:do|does|did|can|should|to|would)\\s+(?:${TEAMS}\\s+)?${DOING}([a-z]+)\\s+(.+)$`,
  'i',
);
const QUESTION = /^(?:how|why|when|where|who|which|what|is|are|can|could|should|does|do|did|will|would)\b/i;

/**
 * The topic without the words that ask. "what are the main approaches to X?" and "history of X" give X; "how do teams test
 * Y" gives "testing Y"; what stays a question is quoted, so that it reads in any sentence.
 */
export function topicPhrase(topic: string): TopicPhrase {
  const text = squeeze(topic);
  const first = firstSentence(text);
  const bare = withoutAsking(first);
  const search = bare === '' ? first : bare;
  if (QUESTION.test(search)) return { phrase: `the question “${lower(search)}”`, search, isQuestion: true };
  return { phrase: withArticle(shortened(search), text), search, isQuestion: false };
}

/** The phrase with the article it had in the topic: "an LSM tree", "the actor model". */
function withArticle(phrase: string, topic: string): string {
  const at = topic.toLowerCase().indexOf(phrase.toLowerCase());
  const article = at > 0 ? /(?:^|\s)(an?|the)\s+$/i.exec(topic.slice(0, at)) : null;
  return article ? `${article[1]!.toLowerCase()} ${phrase}` : phrase;
}

function withoutAsking(text: string): string {
  let rest = trimTail(text);
  const evolved = HOW_EVOLVED.exec(rest);
  if (evolved) rest = evolved[1]!;
  for (let changed = true; changed; ) {
    changed = false;
    const works = HOW_WORKS.exec(rest);
    if (works?.[1] && !new RegExp(`^${TEAMS}$`, 'i').test(works[1])) rest = `${works[1]}${works[2] ?? ''}`;
    for (const lead of [...LEADS, ...FOREIGN_LEADS]) {
      const next = rest.replace(lead, '');
      if (next === rest || wordsOf(next).length === 0) continue;
      rest = next;
      changed = true;
    }
    const does = HOW_DOES.exec(rest);
    if (does && !new RegExp(`^${TEAMS}$`, 'i').test(does[1]!)) {
      rest = `${EMPTY_VERBS.test(does[2]!) ? '' : `${gerund(does[2]!)} `}${does[3]} in ${does[1]}`;
      changed = true;
    }
    const verb = TEAM_VERB.exec(rest);
    if (
      verb &&
      (/^how\s+to\b/i.test(rest) || new RegExp(`\\b${TEAMS}\\b`, 'i').test(rest.slice(0, rest.indexOf(verb[1]!))))
    ) {
      rest = `${gerund(verb[1]!)} ${verb[2]}`;
      changed = true;
    }
    rest = trimTail(rest);
  }
  return rest;
}

function trimTail(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    for (const tail of [...TAILS, ...FOREIGN_TAILS]) {
      const next = rest.replace(tail, '');
      if (wordsOf(next).length > 0) rest = next;
    }
  }
  return rest;
}

/** A long request is about its first sentence; what follows explains it. */
function firstSentence(text: string): string {
  const hit = /^(.{15,}?[.?!。？！])\s+\p{Lu}/u.exec(text);
  return hit?.[1] ?? text;
}

const BREAKS =
  /^(?:that|which|who|where|when|while|because|including|especially|such|given|so|but|using|with|for|in|on|by|under|from|and)$/i;

/** At most {@link LONGEST_PHRASE} words, cut where a new part of the phrase begins. */
function shortened(phrase: string): string {
  const words = phrase.split(' ');
  if (words.length <= LONGEST_PHRASE) return phrase;
  const kept = words.slice(0, LONGEST_PHRASE);
  const at = kept.findLastIndex((word, index) => index >= 4 && (BREAKS.test(word) || /[,;:]$/.test(kept[index - 1]!)));
  return (at > 0 ? kept.slice(0, at) : kept).join(' ').replace(/[\s,;:–—-]+$/, '');
}

/** `test` → `testing`, `migrate` → `migrating`, `plan` → `planning`. */
function gerund(verb: string): string {
  const plain = verb.toLowerCase();
  if (plain.endsWith('ing')) return plain;
  if (/[^aeio]e$/.test(plain)) return `${plain.slice(0, -1)}ing`;
  if (/^[^aeiou]*[aeiou][bdgmnprt]$/.test(plain)) return `${plain}${plain.at(-1)}ing`;
  return `${plain}ing`;
}

/** The first letter in lower case unless the word is a name or an abbreviation. */
function lower(text: string): string {
  const [first = ''] = text.split(' ');
  return /^\p{Lu}\p{Ll}*$/u.test(first) && QUESTION.test(first) ? text[0]!.toLowerCase() + text.slice(1) : text;
}
