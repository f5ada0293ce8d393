import type { Kind } from '../../contracts/enums.ts';
import { hasOddCharacter } from '../../present/escape.ts';
import { fold, squeeze } from '../../text/normalise.ts';
import { type Sentence, sentences } from '../../text/sentences.ts';
import { terms } from '../../text/tokenise.ts';

/** Words that announce a finding; the authors' own result says most. */
const FINDING =
  /\b(?:we (?:show|find|found|observe|demonstrate|prove|report|obtain|achieve)|results? (?:show|indicate|suggest|demonstrate)|outperform\w*|achiev\w+|improv\w+|reduc\w+|increas\w+|faster|better than|compared (?:to|with)|significant\w*|state[- ]of[- ]the[- ]art|experiments? (?:show|on)|prove[sd]?|limits?|limitation|cannot|fails?|however)\b/i;
const NUMBER = /\d+(?:\.\d+)?\s?(?:%|percent\b|×|x\b|ms\b|times\b|points?\b|BLEU\b|GB\b|-fold\b)/i;
const PROPOSAL =
  /\b(?:we (?:propose|present|introduce|describe|develop|study|investigate)|this (?:paper|article|work|survey) (?:proposes|presents|introduces|describes|studies))\b/i;
/** Sentences that lean on one before, or speak of the paper's own arrangement. */
const LEANING =
  /^(?:it|this|these|they|such|that|here|there|he|she|thus|also|but|and|or|then|both|finally|moreover|furthermore|in addition|for example|for instance)\b/i;
const ARRANGEMENT =
  /\b(?:this paper is organi[sz]ed|section \d|figure \d|table \d|see (?:section|figure|table)|rest of (?:the|this) paper|keywords?|copyright|all rights reserved|arxiv|code is available|available at|https?:)\b/i;

/** Cues by the kind of question. */
const KIND_CUES: Readonly<Record<Kind, RegExp>> = {
  theoretical: /\b(?:model|algorithm|method|approach|formal|bound|prove|based on|introduc\w+|propos\w+)\b/i,
  practical: /\b(?:implement\w*|system|practice|deploy\w*|tool|open[- ]source|library|runs?|used|engine)\b/i,
  sota: /\b(?:state[- ]of[- ]the[- ]art|outperform\w*|best|new|benchmark\w*|record|surpass\w*|recent)\b/i,
  historical:
    /\b(?:first|introduced|early|later|since|origin\w*|founded|classic|became|decades?|19\d\d|influen\w+|opened|shaped)\b/i,
  comparative:
    /\b(?:compar\w+|than|versus|trade-?offs?|whereas|while|faster|slower|better|worse|difference\w*|benchmark\w*|evaluat\w+)\b/i,
  practitioner:
    /\b(?:practice|practitioners?|teams?|industr\w+|developers?|engineers?|production|experience|lessons?|adopt\w*|companies|interview\w*)\b/i,
  mechanism:
    /\b(?:consists?|stores?|keeps?|works?|steps?|each|every|structure|then|maintain\w*|writes?|reads?|comput\w+|attach\w*|sends?|assign\w*|maps?)\b/i,
  'open-problems':
    /\b(?:limit\w*|open|future|challeng\w*|remain\w*|cannot|fails?|unclear|unknown|not yet|difficult\w*|lack\w*|problem|restrict\w+|neglect\w*|assum\w+|only)\b/i,
};

/** A heading's or a page's number that was joined to the sentence. */
const NUMBERED = /^\d+(?:\.\d+)*\.?\s+\p{Lu}/u;
const SHORTEST = 40;
const LONGEST = 420;

/** Sentences that can stand as quotes: whole, of readable length, without invisible characters or arrangement. */
export function quotable(text: string): Sentence[] {
  return sentences(text).filter(({ text: sentence }) => {
    const isWhole = /[.!?]["”’)\]]*$/.test(sentence) || sentence.length === text.trim().length;
    return (
      sentence.length >= SHORTEST &&
      sentence.length <= LONGEST &&
      isWhole &&
      !NUMBERED.test(sentence) &&
      isPlain(sentence) &&
      !ARRANGEMENT.test(sentence)
    );
  });
}

/** No controls, zero-width or direction marks: a reader could not see what they do. Line breaks are white space. */
export function isPlain(quote: string): boolean {
  return !hasOddCharacter(squeeze(quote));
}

/** How much a sentence says by itself, 0–1: findings and numbers most, announcements less, leaning sentences little. */
export function informativeness(sentence: string): number {
  let score = 0.3;
  if (FINDING.test(sentence)) score += 0.35;
  if (NUMBER.test(sentence)) score += 0.2;
  if (PROPOSAL.test(sentence)) score += 0.15;
  if (LEANING.test(sentence)) score -= 0.25;
  if (sentence.endsWith('?')) score -= 0.2;
  return Math.max(0, Math.min(1, score));
}

/** 1 when a sentence speaks in the way a kind of question asks for. */
export function kindFit(sentence: string, kind: Kind): number {
  return KIND_CUES[kind].test(sentence) ? 1 : 0;
}

/** Share of the asked terms in a sentence, with less and less for more of them. */
export function termShare(sentence: string, wanted: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  const found = new Set(terms(fold(sentence)).filter((term) => wanted.has(term)));
  return Math.min(1, found.size / Math.min(wanted.size, 4));
}
