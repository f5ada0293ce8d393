import { familyName } from '../../present/names.ts';
import type { ReadPaper } from '../inputs.ts';
import { isFurniture, phrases } from '../reader/phrases.ts';

const NAME =
  /(?<![\p{L}\p{N}-])(?:\p{Lu}\p{Ll}*\p{Lu}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*|\p{Lu}{2,}\d*(?:-\d+(?:\.\d+)?)?|\p{Lu}\p{Ll}+-?\d+|\p{Lu}\p{Ll}{2,})(?![\p{L}\p{N}])/gu;
/** Capitalised words that are names of everything and nothing. */
const COMMON = new Set(
  `The This These Those It Its We Our In On For With From Each Most Many Some All Both One Two Three And But However Because Since When While
Although If As At By To An No Not Under Over After Before Given Using Unlike Instead Thus Therefore Moreover Finally Experiments Results
Their They There Here Such Other Another More Less Recent Early Later First Second English German French Chinese Arabic Japanese Spanish
Czech Korean Dutch Internet Web Java Python Linux Unix Google Facebook Microsoft Amazon IBM NLP MT SMT AI ML API CPU GPU GPUs CPUs RAM SQL
HTTP TCP NP NIST BLEU WMT ACL IEEE ACM LDC USA POS NER QA IR HMM CRF SVM EM DP Inputs Large Pretraining Scaling Updates Free Main Processes
Reliable Claims Training Search Cost Elements Bayesian Markov Gaussian Treebank Corpus Penn Wall Street Journal Section Figure Table Eq
Theorem Abstract Introduction Conclusion Rust Haskell JavaScript Wikipedia Transformers Databases Editors Replicas
Language Application Applications Several Claims Systems Networks Programs Graph Graphs Benchmarks Developers Users Teams Researchers`.split(
    /\s+/,
  ),
);

/** A way in which a text may name a read paper. */
export interface Naming {
  readonly paper: string;
  readonly pattern: RegExp;
  /** `approach`: not the work itself is named but the kind of approach its title announces. */
  readonly by: 'authors' | 'system' | 'approach';
}

/**
 * How other papers name each read paper: by its authors and year, and by the system it introduced. A system's name belongs
 * to the paper in whose title it stands, otherwise to the earliest paper that uses it more than once; never to two.
 */
export function namings(papers: readonly ReadPaper[], topic: string): Naming[] {
  const initials = initialsOf(topic);
  const common = new Set(phrases(topic).map((p) => p.key));
  return papers.flatMap((paper) => [
    ...byAuthors(paper, papers),
    ...byColleagues(paper, papers),
    ...bySystem(paper, papers, initials),
    ...byApproach(paper, papers, common),
  ]);
}

function byAuthors({ note }: ReadPaper, all: readonly ReadPaper[]): Naming[] {
  const first = familyName(note.authors[0] ?? '');
  if (first.length < 2 || note.year === null) return [];
  const twins = all.filter((p) => p.note.year === note.year && familyName(p.note.authors[0] ?? '') === first);
  if (twins.length > 1) return [];
  const second = note.authors[1] === undefined ? null : familyName(note.authors[1]);
  const others =
    note.authors.length > 2
      ? String.raw`,?\s+et\.? al\.?`
      : second === null
        ? ''
        : String.raw`\s+(?:and|&)\s+${literal(second)}`;
  const source = String.raw`(?<!\p{L})${literal(first)}${others}(?:['’]s?)?,?\s*[(\[]?\s*${note.year}(?!\d)`;
  return [{ paper: note.id, pattern: new RegExp(source, 'u'), by: 'authors' }];
}

/** `Peng and colleagues`, where only one of the works has a first author of that name. */
function byColleagues({ note }: ReadPaper, all: readonly ReadPaper[]): Naming[] {
  const first = familyName(note.authors[0] ?? '');
  if (first.length < 3 || note.authors.length < 2) return [];
  if (all.some((p) => p.note.id !== note.id && familyName(p.note.authors[0] ?? '') === first)) return [];
  const source = String.raw`(?<!\p{L})${literal(first)} and (?:colleagues|others|co-?workers)(?!\p{L})`;
  return [{ paper: note.id, pattern: new RegExp(source, 'u'), by: 'authors' }];
}

/** The approach a title announces (`phrase reordering model`), when few of the titles announce it. */
function byApproach({ note }: ReadPaper, all: readonly ReadPaper[], common: ReadonlySet<string>): Naming[] {
  const named = phrases(note.title).filter((p) => !common.has(p.key) && HEADS.test(p.text) && !isFurniture(p.text));
  return named.flatMap((p) => {
    const sharing = all.filter((other) => phrases(other.note.title).some((q) => q.key === p.key)).length;
    if (sharing > Math.max(2, all.length / 4)) return [];
    const words = p.text.split(' ').map((word) => literal(word.toLowerCase().replace(/s$/, '')));
    const source = String.raw`(?<![\p{L}-])${words.join(String.raw`s?[\s-]`)}(?:s|es)?(?!\p{L})`;
    return [{ paper: note.id, pattern: new RegExp(source, 'iu'), by: 'approach' as const }];
  });
}

const HEADS =
  /(?:models?|grammars?|constraints?|networks?|parsers?|parsing|trees?|filters?|indexes|index|protocols?|algorithms?|approach(?:es)?|alignments?|templates?|attention|retrieval|compaction|learning|lattices?|rules?|kernels?|transformations?|restructuring|classifiers?|entropy|automata|machines?|graphs?|caching|hashing|sampling|types?|clocks?|logs?|stores?|memory|search|generation|tagging|taggers?|systems?)$/i;

/** The system each paper introduced, by which it is known better than by its authors; papers without one are left out. */
export function systemsOf(papers: readonly ReadPaper[], topic = ''): ReadonlyMap<string, string> {
  const initials = initialsOf(topic);
  const found = new Map<string, string>();
  for (const paper of papers) {
    const opening = paper.text.text.slice(0, 1600);
    const uses = (name: string) =>
      opening.match(new RegExp(String.raw`(?<![\p{L}\p{N}-])${literal(name)}(?![\p{L}\p{N}]|-\p{L}|-\d)`, 'gu'))
        ?.length ?? 0;
    const prefix = titlePrefix(paper.note.title);
    const owned = systemNames(paper).filter(
      (name) =>
        !initials.includes(name) &&
        owner(name, papers) === paper.note.id &&
        uses(name) > 0 &&
        !isBuiltOn(name, opening),
    );
    const best = owned.sort(
      (a, b) =>
        Number(b === prefix) - Number(a === prefix) || uses(b) - uses(a) || b.length - a.length || (a < b ? -1 : 1),
    )[0];
    if (best !== undefined && isSystem(best, paper)) found.set(paper.note.id, best);
  }
  return found;
}

/** `WSD` of `word sense disambiguation` names the topic, not a work. */
function initialsOf(topic: string): string {
  return [...topic.matchAll(/\p{L}+/gu)].map(([word]) => word[0]!.toUpperCase()).join('');
}

/** Something the paper made: its title says so, or a sentence of its opening has the name as its subject. */
function isSystem(name: string, { note, text }: ReadPaper): boolean {
  const opening = text.text.slice(0, 1600);
  if (titlePrefix(note.title) === name || new RegExp(`(?<!\\p{L})${literal(name)}(?!\\p{L})`, 'u').test(note.title))
    return true;
  if (proposes(opening, name)) return true;
  // A word that is only capitalised where a sentence begins is no name.
  const plain = /^\p{Lu}\p{Ll}+$/u.test(name);
  if (plain && !new RegExp(String.raw`(?<=[\p{Ll},] )${literal(name)}(?![\p{L}\p{N}])`, 'u').test(opening))
    return false;
  const acts = new RegExp(
    String.raw`(?:^|[.!?;:]\s+(?:[Tt]he\s+)?)${literal(name)}(?:,|\s+(?:\p{Ll}+s|is|can|has|which)\b)`,
    'u',
  );
  return acts.test(opening.slice(0, Math.max(400, 0.4 * opening.length)));
}

function bySystem(paper: ReadPaper, all: readonly ReadPaper[], initials: string): Naming[] {
  const owned = systemNames(paper).filter((name) => !initials.includes(name) && owner(name, all) === paper.note.id);
  return owned.map((name) => ({
    paper: paper.note.id,
    by: 'system' as const,
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}-])${spellings(name)}(?![\p{L}\p{N}]|-\p{L}|-\d)`, 'u'),
  }));
}

/** `Bleu` and `BLEU`: a name is written in capitals too. */
function spellings(name: string): string {
  const capitals = name.toUpperCase();
  return /^\p{Lu}\p{Ll}{2,}$/u.test(name) ? `(?:${literal(name)}|${literal(capitals)})` : literal(name);
}

/** A paper about others' systems owns none of their names. */
const ABOUT_OTHERS =
  /\b(?:vs\.?|versus|revisited|survey|comparison|comparing|comparative|review|evaluation|evaluating|benchmark(?:ing)?|study|analysis)\b/i;

function systemNames({ note, text }: ReadPaper): string[] {
  const names = new Set<string>();
  const prefix = titlePrefix(note.title);
  if (prefix !== null) names.add(prefix);
  if (ABOUT_OTHERS.test(note.title)) return [...names];
  const opening = text.text.slice(0, 1600);
  const counts = new Map<string, number>();
  for (const [name] of opening.matchAll(NAME)) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, n] of counts) {
    // In running text a capitalised word may be anybody's family name; an abstract hardly names people.
    const plain = /^\p{Lu}\p{Ll}+$/u.test(name);
    const subject =
      new RegExp(String.raw`(?:^|[.!?]\s+|\bcall(?:ed)? |\bIn )${literal(name)}(?![\p{L}\p{N}]|-\p{L})`, 'u').test(
        opening,
      ) || proposes(opening, name);
    if (subject && (plain ? n >= 2 && text.access === 'abstract' : n >= 2 || proposes(opening, name))) names.add(name);
  }
  return [...names].filter((name) => !COMMON.has(name) && name.length >= 2 && !isAuthor(name, note.authors)).sort();
}

/** `propose WOOT`, `The tool, Prusti,`: named once is enough when it is named as the work's own. */
function proposes(opening: string, name: string): boolean {
  return new RegExp(
    String.raw`\b(?:(?:propos\w+|present\w*|introduc\w+|describ\w+|call(?:ed|s)?|build|develop\w*),? (?:a |an |the )?${literal(name)}(?![\p{L}\p{N}-])|(?:tool|system|method|algorithm)(?: ${literal(name)}(?![\p{L}\p{N}-])|, ${literal(name)},))`,
    'iu',
  ).test(opening);
}

/** `AFL` where the text speaks of `AFLFast`: what a work builds on is not what it made. */
function isBuiltOn(name: string, opening: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}\p{N}-])${literal(name)}(?:\+\+|\p{Lu}\p{Ll})`, 'u').test(opening);
}

/** `Reformer` of `Reformer: The Efficient Transformer`. */
function titlePrefix(title: string): string | null {
  const prefix = /^([^:]{2,30}):\s/.exec(title)?.[1];
  if (prefix === undefined || prefix.split(' ').length > 2 || isShouting(title)) return null;
  return /^\p{Lu}/u.test(prefix) && !COMMON.has(prefix) ? prefix : null;
}

function owner(name: string, all: readonly ReadPaper[]): string | null {
  const word = new RegExp(String.raw`(?<![\p{L}\p{N}-])${literal(name)}(?![\p{L}\p{N}])`, 'gu');
  const prefix = all.filter(({ note }) => titlePrefix(note.title) === name);
  if (prefix.length > 0) return prefix.length === 1 ? prefix[0]!.note.id : null;
  const titled = all.filter(({ note }) => note.title.search(word) >= 0);
  if (titled.length === 1 && !ABOUT_OTHERS.test(titled[0]!.note.title)) return titled[0]!.note.id;
  const uses = ({ text }: ReadPaper) => text.text.slice(0, 1600).match(word)?.length ?? 0;
  const users = all.filter((paper) => paper.note.title.search(word) >= 0 || uses(paper) >= 1);
  // Who made a thing speaks of it most; what others wrote earlier and mention it was written with hindsight.
  const makers = users
    .filter((paper) => !ABOUT_OTHERS.test(paper.note.title))
    .map((paper) => ({ paper, weight: uses(paper) + (proposes(paper.text.text.slice(0, 1600), name) ? 2 : 0) }))
    .sort((a, b) => b.weight - a.weight || (a.paper.note.year ?? 9999) - (b.paper.note.year ?? 9999));
  const [first, second] = makers;
  if (first === undefined) return null;
  // A name that most of them use belongs to the field, unless one of them clearly made it.
  if (users.length > Math.max(4, all.length / 2) && !(first.weight >= 3 && first.weight > (second?.weight ?? 0)))
    return null;
  if (second !== undefined && second.weight === first.weight && second.paper.note.year === first.paper.note.year)
    return null;
  return first.paper.note.id;
}

function isAuthor(name: string, authors: readonly string[]): boolean {
  return authors.some((author) => author.split(/[\s,]+/).includes(name));
}

function isShouting(title: string): boolean {
  return title === title.toUpperCase();
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
