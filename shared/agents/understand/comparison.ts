import { squeeze } from '../../text/normalise.ts';
import { axesNamed } from './axes.ts';

export interface Comparison {
  /** Two to five things in the topic's words; empty when the topic compares without naming them. */
  readonly subjects: readonly string[];
  /** What they are compared for: "for web servers"; empty when nothing was said. */
  readonly scope: string;
  /** Axes the topic names, the seed's words first, then the user's own. */
  readonly axes: readonly string[];
}

const MOST_SUBJECTS = 5;
const LONGEST_SUBJECT = 8;

/** Words between the things compared and what they are compared for. */
const SCOPE = /\s+(?=(?:for|in|on|as|when|with|under|at|within|regarding|using|during|inside|across|over)\s)/i;
const IN_TERMS_OF = /[,\s]+(?:in terms of|with respect to|with regard to|regarding|on the axes(?: of)?|by|on)\s+(.+)$/i;

const VERSUS =
  /\s+(?:vs\.?|versus|compared (?:to|with)|as opposed to|against|gegenüber|contra|contre|frente a|rispetto a)\s+/i;
const LEAD =
  /^(?:please\s+)?(?:(?:a|an|the)\s+)?(?:(?:systematic|empirical|critical|detailed|short|quick)\s+)?(?:compar(?:e|ing|ison)|comparative (?:study|analysis|evaluation)|differences?|trade-?offs?|pros and cons|choosing|choice|deciding|decide)(?:\s+(?:of|between|among|for|the))*\s+/i;
const ASK =
  /^(?:(?:what|which|who)\s+(?:is|are|was|were)\s+(?:the\s+)?(?:better|best|faster|main|key|major|practical|differences?|trade-?offs?)?|which (?:one )?(?:is|are) [\p{L}-]+|how (?:do|does|did)|should (?:i|we|you|one|teams?) (?:use|choose|pick|prefer|adopt)|when (?:should (?:i|we|you|one)|to) (?:use|choose|pick|prefer)|use|is|are)[:,]?\s+/iu;

/** Whether a topic compares named things; null when it does not. */
export function parseComparison(topic: string): Comparison | null {
  const text = squeeze(topic).replace(/[?!.\s]+$/, '');
  const [before, body] = splitColon(text);
  const found = subjectsOf(body);
  if (!found) return null;
  const { subjects, scope } = found;
  const own = IN_TERMS_OF.exec(body);
  const elsewhere = subjects.reduce((rest, subject) => rest.replace(subject, ' '), text);
  const named: string[] = axesNamed(elsewhere);
  if (own && /in terms of|with respect to|with regard to|axes/i.test(own[0])) named.push(...ownAxes(own[1]!, named));
  const where = [scope, before === '' ? '' : settingOf(before)].filter(
    (part) => part !== '' && axesNamed(part).length === 0,
  );
  return { subjects, scope: where.join(' '), axes: named };
}

/** "as consensus protocols" for a kind of thing, "for a chat service" for anything else. */
function settingOf(before: string): string {
  const words = before.split(' ');
  const first = /^\p{Lu}\p{Ll}+$/u.test(words[0]!) ? words[0]!.toLowerCase() : words[0]!;
  const isKind = /(?:[^s]s|ies)$/.test(words.at(-1)!) && !/ing$/.test(first);
  return `${isKind ? 'as' : 'for'} ${[first, ...words.slice(1)].join(' ')}`;
}

/** `Consensus protocols: Raft vs Paxos`, and the other way round. */
function splitColon(text: string): [string, string] {
  const at = text.search(/:\s|\s[-–—]\s/);
  if (at < 0) return ['', text];
  const head = text.slice(0, at).trim();
  const tail = text.slice(at).replace(/^[:\s–—-]+/, '');
  if (VERSUS.test(tail)) return [head, tail];
  return VERSUS.test(head) ? ['', head] : ['', text];
}

function subjectsOf(text: string): { subjects: string[]; scope: string } | null {
  const hasVersus = VERSUS.test(text);
  const asked = text.replace(ASK, '');
  const hasLead = LEAD.test(asked);
  const body = asked
    .replace(LEAD, '')
    .replace(/^between\s+/i, '')
    .replace(IN_TERMS_OF, (all, _axes: string) => {
      return /in terms of|with respect to|with regard to|axes/i.test(all) ? '' : all;
    });
  const chooses = /^(should|which|what|when)\b/i.test(text);
  if (!hasVersus && !hasLead && !(/\sor\s/i.test(body) && (chooses || isShortChoice(body)))) {
    const between = /\bbetween\s+(.+?\s(?:and|or)\s.+)$/i.exec(text);
    return between && /differ|trade|choos|compar|choice/i.test(text) ? split(between[1]!, true) : null;
  }
  return split(body, hasLead || !hasVersus);
}

/** `Postgres or MySQL`: two short names; "with or without" compares nothing that could be searched for. */
function isShortChoice(body: string): boolean {
  const parts = body.split(/\s+or\s+/i);
  return parts.length === 2 && parts.every((part) => part.split(' ').length <= 3) && !/\bwith or without\b/i.test(body);
}

function split(body: string, byAnd: boolean): { subjects: string[]; scope: string } | null {
  const parts = body.split(VERSUS);
  const lists = parts.flatMap((part) => {
    const items = part.split(/\s*,\s*(?:and\s+|or\s+)?/i);
    return byAnd || parts.length === 1
      ? items.flatMap((item) => item.split(/\s+(?:and|or|&)\s+/i))
      : items.flatMap((item) => item.split(/\s+or\s+/i));
  });
  const last = lists.at(-1) ?? '';
  const [lastSubject = '', ...scope] = last.split(SCOPE);
  const named = [...lists.slice(0, -1), lastSubject].map(clean).filter((subject) => subject !== '');
  // "for ML, Python or Julia": what it is for may stand in front.
  const isScope = (subject: string) => /^(?:for|in|on|when|with|at|within|as) /i.test(subject);
  const raw = named.filter((subject) => !isScope(subject));
  scope.push(...named.filter(isScope));
  const first = raw[0] ?? '';
  // "performance of Raft" names an axis and a subject.
  const bare = /^(?:[\p{L}\s-]+?)\s+of\s+(.+)$/iu.exec(first);
  const subjects =
    bare && axesNamed(first.slice(0, first.length - bare[1]!.length)).length > 0
      ? [clean(bare[1]!), ...raw.slice(1)]
      : raw;
  const whole = shareHead(subjects);
  const unique = whole.filter(
    (subject, at) => whole.findIndex((other) => other.toLowerCase() === subject.toLowerCase()) === at,
  );
  if (unique.length < 2 || unique.some((subject) => subject.split(' ').length > LONGEST_SUBJECT)) return null;
  return { subjects: unique.slice(0, MOST_SUBJECTS), scope: scope.join(' ').trim() };
}

const MODIFIER =
  /^(?:a?synchronous|static|dynamic|strong|weak|optimistic|pessimistic|online|offline|(?:un|semi-|self-)?supervised|(?:de)?centrali[sz]ed|distributed|horizontal|vertical|eager|lazy|strict|sparse|dense|monolithic|relational|functional|imperative|object-oriented|a?symmetric|public|private|row|column|push|pull|batch|stream(?:ing)?|local|global|gradual|nominal|structural|open|closed|lexical|manual|automatic|hierarchical|phrase-based|rule-based|statistical|neural|client-side|server-side|white-box|black-box|on-policy|off-policy|model-based|model-free|preemptive|cooperative|mutable|immutable)$/i;

/** "static vs dynamic typing" compares static typing with dynamic typing. */
function shareHead(subjects: readonly string[]): string[] {
  const [, ...head] = subjects.at(-1)?.split(' ') ?? [];
  if (head.length === 0) return [...subjects];
  return subjects.map((subject) => (MODIFIER.test(subject) ? `${subject} ${head.join(' ')}` : subject));
}

function clean(subject: string): string {
  return squeeze(subject)
    .replace(/^(?:the|a|an|either|both|using|use)\s+/i, '')
    .replace(/[\s,;:.?!]+$/, '');
}

function ownAxes(text: string, named: readonly string[]): string[] {
  const items = text.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i).map(clean);
  return items.filter(
    (item) =>
      item !== '' && item.split(' ').length <= 5 && !named.some((axis) => axesNamed(item).includes(axis as never)),
  );
}
