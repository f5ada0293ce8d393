import { terms, tokens } from '../../text/tokenise.ts';
import { isGeneric } from '../ambiguity/generic.ts';
import { languageOf } from './language.ts';
import { topicPhrase } from './topic.ts';

/** What a follow-up follows. */
export interface Continued {
  readonly topic: string;
  /** What it compares; empty when it compares nothing. */
  readonly subjects: readonly string[];
}

/** Words that tie a follow-up to what was said before. */
const LEADS: readonly RegExp[] = [
  /^(?:and|but|also|so|then|now|ok(?:ay)?|what else|furthermore|next)[,:\s]+/i,
  /^(?:what|how) (?:about|of)\s+/i,
  /^(?:anything|something|more) (?:on|about)\s+/i,
  /^(?:please|(?:can|could|would) you)\s+/i,
  /^(?:tell|show|give|find|get) me\s+(?:(?:some|more)\s+)?(?:(?:on|about|of)\s+)?/i,
  /^(?:go|look|dig)\s+(?:deeper|closer|further)\s+(?:on|at|into)\s+/i,
];
const ASKS = /^(?:how|why|when|where|who|which|what|is|are|can|could|should|does|do|did|will|would|has|have)\b/i;
const OF_IT = /^(?:the\s+)?(?:its|their)\s+/i;
const IT = /\b(?:it|they|them|these|those)\b/i;
/** A comparison that names one side only: the other is what was asked before. */
const AGAINST =
  /^(?:how (?:does|do) (?:it|that|this|they) compare|compare (?:it|that|this|them)|compare|compared)\s+(?:with|to|against)\s+/i;
const SETTING = /^(?:for|in|on|at|with|without|under|over|within|across|during|inside|by)\s/i;
/** Share of the continued topic's words from which a question with a pronoun names its topic all the same. */
const NAMED_FROM = 1 / 2;

/**
 * The topic of a follow-up that names none ("and what about energy use?"): its words taken together with the topic of the
 * run that it continues. null when it names its topic itself, by a word that the two share.
 *
 * @example
 * followUpTopic('and what about energy use?', { topic: 'efficient attention', subjects: [] }); // 'energy use in efficient attention'
 */
export function followUpTopic(asked: string, continued: Continued): string | null {
  const rest = withoutLead(asked.trim());
  const before = new Set(namesOf(topicPhrase(continued.topic).search));
  const shared = new Set(namesOf(rest).filter((term) => before.has(term)));
  const isOpen = ASKS.test(rest) && IT.test(rest) && shared.size < NAMED_FROM * before.size;
  if (shared.size > 0 && !isOpen) return null;
  const { search: topic } = topicPhrase(continued.topic);
  if (languageOf(rest) !== 'en') return `${topic}: ${rest}`;
  const compared = continued.subjects.length > 1 ? continued.subjects.join(' vs ') : null;
  if (AGAINST.test(rest)) return `${compared ?? topic} vs ${rest.replace(AGAINST, '')}`;
  if (SETTING.test(rest)) return `${compared ?? topic} ${rest}`;
  if (ASKS.test(rest)) {
    if (compared !== null) return `${compared}: ${rest}`;
    const own = topicPhrase(rest);
    if (OF_IT.test(own.search)) return `${own.search.replace(OF_IT, '')} of ${topic}`;
    return IT.test(rest) ? rest.replace(IT, () => topic) : `${rest} in ${topic}`;
  }
  const what = rest.replace(OF_IT, '');
  // `more` is no axis of comparison.
  if (compared !== null) return namesOf(what).length > 0 ? `${compared} in terms of ${what}` : `${compared}: ${what}`;
  return `${what} ${what === rest ? 'in' : 'of'} ${topic}`;
}

function withoutLead(text: string): string {
  let rest = text.replace(/(?:[\s,]+please)?[\s?!.]+$|[\s,]+please$/i, '');
  for (let before = ''; before !== rest; ) {
    before = rest;
    for (const lead of LEADS) {
      const next = rest.replace(lead, '');
      if (next !== '') rest = next;
    }
  }
  return rest;
}

/** Terms that can name a topic. */
function namesOf(text: string): string[] {
  return terms(
    tokens(text)
      .filter((word) => !isGeneric(word))
      .join(' '),
  );
}
