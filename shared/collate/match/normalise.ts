import { decodeHTML } from 'entities';
import { fold, plainPunctuation, squeeze } from '../../text/normalise.ts';

/** Longer fields are cut before anything else looks at them: no real title, author list or venue needs more. */
export const FIELD_CAP = 4000;
export const TITLE_CAP = 1200;

const NOTHING = /^(?:nan|null|none|undefined|n\/?a|nil|unknown|untitled|\[?no title\]?|-+|\?+|\.+)?$/i;

/** The text of a field of any shape: numbers become digits, lists are joined, NaN, null and their spellings are ''. */
export function fieldText(value: unknown, cap: number = FIELD_CAP): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'string') {
    const text = value.length > cap ? value.slice(0, cap) : value;
    const trimmed = text.trim();
    return NOTHING.test(trimmed) ? '' : trimmed;
  }
  if (Array.isArray(value)) {
    return value
      .slice(0, 500)
      .map((part) => fieldText(part, cap))
      .filter((part) => part !== '')
      .join(' , ')
      .slice(0, cap);
  }
  if (typeof value === 'object') {
    const named = value as Record<string, unknown>;
    return fieldText(named.name ?? named.display_name ?? named.title ?? named.value, cap);
  }
  return '';
}

/** UTF-8 read as Latin-1 somewhere on the way: `Ã¶` for `ö`. Undone only when the bytes are valid UTF-8. */
function undoMojibake(text: string): string {
  if (!/[\u00c2-\u00c3][\u0080-\u00bf]/.test(text) || /[^\x00-\xff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
  const read = new TextDecoder('utf-8').decode(bytes);
  return read.includes('\ufffd') ? text : read;
}

/** Harvested records have blanks around an entity inside a word: `g &#252; ting`. */
function joinSplitEntities(text: string): string {
  return text.replace(
    /(\S?)( ?)&(#\d+|#x[0-9a-f]+|[a-z]+);( ?)/gi,
    (whole, before: string, gap: string, name: string, after: string) => {
      const letter = decodeHTML(`&${name};`);
      if (!/^\p{L}$/u.test(letter)) return whole;
      const startsWord = letter !== letter.toLowerCase() || !/\p{L}/u.test(before);
      return `${before}${startsWord ? gap : ''}${letter}${gap === '' ? after : ''}`;
    },
  );
}

const LATEX_LETTERS: Readonly<Record<string, string>> = {
  ss: 'ss',
  ae: 'ae',
  oe: 'oe',
  aa: 'a',
  o: 'o',
  l: 'l',
  i: 'i',
  j: 'j',
};

/** TeX to plain letters: accents dropped (they are folded anyway), commands removed, their arguments kept. */
export function plainTex(text: string): string {
  if (!/[\\${}~^]/.test(text)) return text;
  return text
    .replace(/\\(?:["'`^~=.]|[uvHtcdbkr](?=\s*\{|\s+[a-z]\b))\s*\{?\s*\\?([a-zA-Z])\s*\}?/g, '$1')
    .replace(
      /\\(ss|ae|oe|aa|o|l|i|j)(?![a-z])\s*(?:\{\})?/gi,
      (_, name: string) => LATEX_LETTERS[name.toLowerCase()] ?? name,
    )
    .replace(
      /\\(?:text[a-z]{2}|emph|mathrm|mathbf|mathcal|mathbb|mathsf|mathit|mathtt|operatorname|mbox|text|rm|it|bf|sc|em|tt|uppercase|url|href|ensuremath|boldsymbol|bm)(?![a-z])\s*/g,
      '',
    )
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/\\([&%$#_{}])/g, '$1')
    .replace(/\\([a-zA-Z]+)/g, '$1')
    .replace(/[${}\\]/g, '')
    .replace(/[\^_~]/g, ' ');
}

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ζ: 'zeta',
  η: 'eta',
  θ: 'theta',
  κ: 'kappa',
  λ: 'lambda',
  μ: 'mu',
  ν: 'nu',
  ξ: 'xi',
  π: 'pi',
  ρ: 'rho',
  σ: 'sigma',
  τ: 'tau',
  φ: 'phi',
  χ: 'chi',
  ψ: 'psi',
  ω: 'omega',
};

/** A lone Greek letter is a symbol and gets its name; inside a Greek word it stays what it is. */
function nameGreekSymbols(text: string): string {
  if (!/[α-ω]/.test(text)) return text;
  // A beta between Latin letters is how some catalogues wrote a sharp s.
  const latin = text.replace(/(?<=[a-z])β(?=[a-z])/g, 'ss');
  return latin.replace(/(?<![α-ω])[α-ω](?![α-ω])/g, (letter) => ` ${GREEK[letter] ?? letter} `);
}

/** Tags, entities, TeX and mojibake undone; letters keep their case and accents. */
export function readable(text: string): string {
  let plain = undoMojibake(text);
  if (plain.includes('&')) plain = decodeHTML(joinSplitEntities(plain.replace(/&amp;(?=#?\w+;)/gi, '&')));
  if (plain.includes('<')) plain = plain.replace(/<\/?[a-z][a-z0-9:-]*(?:\s[^<>]*)?\/?>/gi, ' ');
  return squeeze(plainTex(plain));
}

/** Printable ASCII without anything that `readable` or `plainPunctuation` would touch. */
const PLAIN = /^[\x20-\x23\x25\x27-\x3b\x3d\x3f-\x5b\x5d\x5f\x61-\x7a\x7c]*$/;

/** The form in which fields are compared: readable, folded, plain punctuation, Greek symbols named. */
export function comparable(text: string): string {
  if (PLAIN.test(text)) return rejoined(squeeze(text.toLowerCase()));
  return rejoined(squeeze(nameGreekSymbols(plainPunctuation(fold(readable(text))))));
}

/** A word cut at the end of a line (`parti- tioning`) is one word again; `two- and three-way` stays. */
function rejoined(text: string): string {
  return text.includes('- ') ? text.replace(/(\p{L}{2})- (?!(?:and|or|to|und|et|vs)\b)(?=\p{L}{2})/gu, '$1') : text;
}

const HAN = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/;

/** Words of a comparable text; scripts without spaces give pairs of characters. A possessive 's is dropped. */
export function wordsOf(text: string): string[] {
  const runs = text.replace(/(\p{L})'s\b/gu, '$1s').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (!HAN.test(text)) return runs;
  return runs.flatMap((run) => {
    if (!HAN.test(run)) return [run];
    const letters = [...run];
    if (letters.length < 2) return [run];
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
  });
}

/** Letters and digits only, without spaces: `object-oriented` and `object oriented` are the same here. */
export function squeezed(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** One final full stop is dropped, but not an ellipsis, an initial (`Vitamin C.`) or `et al.`. */
export function withoutFinalStop(title: string): string {
  if (!title.endsWith('.') || title.endsWith('..') || /(?:\bal|\b\p{L})\.$/iu.test(title)) return title;
  return title.slice(0, -1).trimEnd();
}

/** Main title and subtitle, parted at a colon, a spaced dash or a question mark; null when there is one part only. */
export function titleParts(title: string): { main: string; sub: string } | null {
  const hit = /^(.{3,}?)(?:\s*:\s+|\s+:\s*|\s+-{1,3}\s+|\?\s+|:(?=\p{L}{3}))(.{3,})$/u.exec(title);
  if (!hit?.[1] || !hit[2]) return null;
  return { main: hit[1].trim(), sub: hit[2].trim() };
}

const GENRE =
  '(?:(?:extended|short|long|panel|invited|poster|workshop|position|experience|research|industrial|vision|demo(?:nstration)?|tutorial|keynote|system|software|project|student)[ -])*(?:abstract|paper|talk|panel|session|tutorial|demo(?:nstration)?|description|poster|keynote|version|address|lecture|track|summary)s?';
const GENRE_AFTER = new RegExp(`\\s*(?:\\((?:${GENRE})\\)|\\[(?:${GENRE})\\])`, 'g');
const GENRE_BEFORE = new RegExp(`^(?:${GENRE})\\s*:\\s*(?=.{8})`);

/** What a search page writes in front of a title: `[pdf]`, `[book][b]`, `title:`. */
const PAGE_BEFORE =
  /^(?:\[(?:pdf|html?|doc|ps|books?|citations?|full ?text|[bc])\]\s*|["'<>-]+\s+|(?:pdf|full ?text|title|abstract|citation)\s*:\s+(?=.{12}))+/;

/** What it writes behind one: the site's name, links to other forms, how often the text is cited. */
const SITES =
  'acm digital library|ieee xplore|semantic scholar|google (?:books|scholar)|request pdf|research ?gate|springer ?link|springer|science ?direct|dblp|cite ?seer ?x?|arxiv(?:\\.org)?|academia\\.edu|jstor|wiley online library|pubmed(?: central)?|europe pmc|taylor & francis(?: online)?|oxford academic|openreview|acl anthology|mdpi|scribd';
const PAGE_AFTER = new RegExp(
  `(?:\\s+(?:[-|>"]+|\\.{3})\\s+(?:${SITES})\\b.*|\\s+\\|\\s+\\S+(?:\\s+\\S+){0,3}|\\s+[-|]*\\s*(?:cited by \\d+|related articles|all \\d+ versions)\\b.*|\\s+download pdf|\\s*[[(](?:pdf|html?|ps|doc|abstract|bibtex|full ?text)[\\])]|\\s+["'<>|-]+)$`,
);

function withoutPage(title: string): string {
  let bare = title.replace(PAGE_BEFORE, '');
  for (let round = 0; round < 3; round++) {
    const shorter = bare.replace(PAGE_AFTER, '');
    if (shorter === bare || shorter.length < 8) return bare;
    bare = shorter;
  }
  return bare;
}

/** A title without words of the page it was found on and without words on what kind of text it is: `(extended abstract)`, `(panel session)`, `invited talk:`, `[pdf]`. */
export function withoutGenre(title: string): string {
  const bare = withoutPage(title);
  const plain = bare.replace(GENRE_AFTER, '').replace(GENRE_BEFORE, '').trim();
  return plain.length >= 4 ? plain : title;
}

const COLUMN =
  /^(?:guest |associate )?editor(?:ial|s|'s|s')?\b|^(?:treasurer|president|chair|chairman|chairperson|publisher|secretary)(?:s|'s|s')? (?:message|letter|report|column|introduction|address)\b|^book reviews?\b|- book review$|^reminiscences\b|^in memoriam\b|^obituary\b|^(?:letters?|message) (?:from|to) the\b|^call for (?:papers|participation)\b|^(?:table of )?contents$|^(?:front|back) ?matter\b|^(?:author|subject) index\b|\bcolumn$|^(?:research|conference|industry|technology) (?:surveys|notes|news|watch|reports)\b/;
const WHOLE =
  /^(?:the |an? )?(?:introduction|preface|foreword|afterword|epilogue|prologue|reviews?|index|news|contributors|acknowledge?ments?|calendar|welcome|interview|panel|conclusions?|summary|abstracts?|discussion|overview|background|appendix|bibliography|references|committees?|program|erratum|errata|corrigendum|introduction to the (?:special )?(?:issue|section)|about the authors?)$/;

/** True for titles of columns and front matter that many texts share. Takes a comparable title. */
export function isRecurring(title: string): boolean {
  const plain = title.replace(/ ' ?s\b/g, "'s");
  return COLUMN.test(plain) || WHOLE.test(plain.replace(/[^\p{L} ]/gu, '').trim());
}
