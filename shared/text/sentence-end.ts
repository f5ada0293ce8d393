/** Never the last word of a sentence: something always follows them. */
const NEVER_LAST = words(`e.g i.e cf vs fig figs eq eqs eqn eqns sec secs sect ch chap tab tabs thm lem prop def defs ex
ref refs no nos vol vols pp p pg ed eds dr prof mr mrs ms st rev gen col capt lt hon approx ca viz resp w.r.t s.t proc conf
trans symp int j lett ann adv assoc natl sci nat med phys chem biol app appx alg algs fn ver min max avg std dept univ inst
lab rd ave mt esp incl excl arxiv par para art cor rem stat comput softw eng netw intell mach learn pers comm jan feb
mar apr jun jul aug sep sept oct nov dec`);

/** May be the last word: what follows decides. */
const MAYBE_LAST = words(`al etc inc ltd corp co bros jr sr ph.d m.sc b.sc m.s b.s m.d u.s u.k u.n e.u d.c a.m p.m a.k.a
i.i.d a.i op.cit ibid et.al est u.s.a esq llc gmbh`);

/** Abbreviations of NEVER_LAST that are also English words or symbols: they close a sentence unless a number follows. */
const ALSO_WORDS = words(
  'no ex fig art par app int max min st ed gen lab mar jun def tab prop sec stat learn med nat adv rem cor ms lt p std avg eng ann',
);

/** Words that open sentences far more often than they follow an initial or an abbreviation. */
const OPENERS =
  words(`the a an this that these those we our it its they there here in on at for from by with as to if when
while where although though however moreover furthermore finally then thus therefore hence because since after before during
both each all many most some several such recent recently given using based unlike despite first second third next also
additionally consequently instead overall specifically he she his her their i you what why how who which no not and but or
so yet one two another other experiments results`);

const WORD_BEFORE = /[\p{L}\p{N}.&-]*$/u;
const LOWER_BUT_NAME = /^(?:\p{Ll}-\p{L}|\p{Ll}{1,4}[\p{Lu}\d]|\p{Ll}+\p{Lu}|\$|\\)/u;

/**
 * Whether the closing mark `mark`, at `at` in `block`, ends the sentence that began at `from`; `after` is the offset behind
 * the mark with its quotes and brackets.
 */
export function endsSentence(block: string, from: number, at: number, mark: string, after: number): boolean {
  if (/^[。！？]/.test(mark)) return true;
  const next = block.slice(after, after + 60).trimStart();
  if (next === '') return true;
  if (/^[\p{Ll}]/u.test(next) && !LOWER_BUT_NAME.test(next)) return false;
  if (/^(?:[,;:)\]%&=<>!?…]|\.(?!\p{L}))/u.test(next)) return false;
  // Marks among themselves, numbers and formulas are no sentence: they stay with the words that follow.
  if (!/\p{L}/u.test(block.slice(from, at))) return false;
  if (/^[!?]/.test(mark)) return asksOrCalls(block, at, next);
  if (/^(?:\.{2,}|…)/.test(mark)) return /^["'“‘([]?[\p{Lu}\p{Lo}]/u.test(next);
  const before = block.slice(Math.max(from, at - 40), at);
  const word = (WORD_BEFORE.exec(before)?.[0] ?? '').replace(/^[.&-]+/, '');
  if (isEnumeration(block, from, at, word)) return false;
  // A bracket or quote behind the full stop closes something: "(Fig. 2)." is over, whatever the word.
  if (mark.length > 1 && /^\.["”»]/.test(mark)) return true;
  return !joins(word, next);
}

/** A "?" may also stand for a letter that a conversion has lost: alone, it counts only before a word that opens a sentence. */
function asksOrCalls(block: string, at: number, next: string): boolean {
  const alone = at === 0 || /\s/.test(block[at - 1]!);
  return alone ? /^["'“‘(]?\p{Lu}\p{Ll}*\s/u.test(next) : /^[\p{L}\p{N}"'“‘«([-]/u.test(next);
}

/** "1." or "II." or "a." alone at the start of a sentence numbers what follows. */
function isEnumeration(block: string, from: number, at: number, word: string): boolean {
  if (!/^(?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4}|[A-Za-z])$/.test(word)) return false;
  return block.slice(from, at).trim() === word;
}

/** Whether `word` with its full stop leans on what follows. */
function joins(word: string, next: string): boolean {
  const lower = word.toLowerCase();
  const opener = OPENERS.has((/^["'“‘([]*(\p{L}+)/u.exec(next)?.[1] ?? '').toLowerCase());
  const number = /^[\p{N}([#]/u.test(next);
  if (MAYBE_LAST.has(lower)) return number || !(opener || /^["“]/.test(next));
  if (ALSO_WORDS.has(lower))
    return /^[#([]?\p{N}/u.test(next) || (!opener && /^\p{Lu}/u.test(word) && lower.length > 1);
  if (NEVER_LAST.has(lower)) return true;
  if (/^\p{Lu}$/u.test(word)) return !opener && /^\p{Lu}/u.test(next);
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word) || /^(?:\p{Lu}\.-?)+\p{Lu}$/u.test(word)) return !opener;
  if (/^\p{Lu}(?:\.-\p{Lu})+$/u.test(word) || /^\p{Lu}-\p{Lu}$/u.test(word)) return !opener;
  return false;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
