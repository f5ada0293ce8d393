import type { StoredText } from '../../contracts/text.ts';
import { sentences } from '../../text/sentences.ts';
import { terms } from '../../text/tokenise.ts';
import { dependence, isQuotable, tornWords, vocabularyOf } from './quotable.ts';
import { bareTitle, type SectionRole, sectionRoles } from './section-role.ts';

/** A sentence of a stored text that may be quoted, with what the reader needs to judge it. */
export interface Candidate {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly section: string | null;
  readonly role: SectionRole;
  /** Place among the quotable sentences of its section: 0 first, 1 last. */
  readonly place: number;
  /** 0 to 1: how much it leans on its surroundings. */
  readonly dependence: number;
  readonly terms: ReadonlySet<string>;
}

/** In an abstract these are its authors; in a full text they may be anybody. */
const SOMEBODY = /^(?:The (?:paper|article|authors?|study|survey)|They|He|She)\b/;

interface Part {
  readonly title: string | null;
  readonly role: SectionRole;
  readonly start: number;
  readonly end: number;
}

/** Several critics of one step look at the same texts: each text is taken apart once. */
const known = new WeakMap<StoredText, readonly Candidate[]>();

/** Every quotable sentence of `text` in its order; sentences never reach over a section's border, and none is repeated. */
export function candidates(text: StoredText): readonly Candidate[] {
  const found = known.get(text) ?? takeApart(text);
  known.set(text, found);
  return found;
}

function takeApart(text: StoredText): Candidate[] {
  const vocabulary = vocabularyOf(text.text);
  const seen = new Set<string>();
  const found: Candidate[] = [];
  for (const part of parts(text)) {
    if (part.role === 'back') continue;
    const inside = sentences(text.text.slice(part.start, part.end)).filter((s) => isQuotable(s.text));
    inside.forEach((s, at) => {
      const key = s.text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
      if (seen.has(key) || tornWords(s.text, vocabulary) > 0) return;
      seen.add(key);
      found.push({
        text: s.text,
        start: part.start + s.start,
        end: part.start + s.end,
        section: part.title,
        role: part.role,
        place: inside.length < 2 ? 0 : at / (inside.length - 1),
        dependence: Math.min(1, dependence(s.text) + (part.role !== 'abstract' && SOMEBODY.test(s.text) ? 0.6 : 0)),
        terms: new Set(terms(s.text)),
      });
    });
  }
  return found;
}

/** The sections, and what stands before, between and behind them. */
function parts(text: StoredText): Part[] {
  if (text.access === 'abstract' || text.sections.length === 0) {
    const role: SectionRole = text.access === 'abstract' ? 'abstract' : 'body';
    return [{ title: text.access === 'abstract' ? 'Abstract' : null, role, start: 0, end: text.text.length }];
  }
  const sections = [...text.sections].sort((a, b) => a.start - b.start);
  const roles = sectionRoles(sections.map((section) => section.title));
  const all: Part[] = [];
  let at = 0;
  sections.forEach((section, i) => {
    const start = Math.max(at, section.start);
    if (start > at) all.push({ title: null, role: at === 0 ? 'abstract' : 'body', start: at, end: start });
    const end = Math.max(start, Math.min(section.end, text.text.length));
    all.push({ title: bareTitle(section.title) || section.title.trim() || null, role: roles[i]!, start, end });
    at = end;
  });
  if (at < text.text.length) all.push({ title: null, role: 'body', start: at, end: text.text.length });
  return all;
}
