/** A reference by names and year as it stands in running text. */
export interface NamedHit {
  /** Offsets of what goes when nobody of that name is known. */
  readonly start: number;
  readonly end: number;
  /** Where the name itself begins: in front of `start` in running text. */
  readonly from: number;
  /** First author's family name, and the year as written. */
  readonly name: string;
  readonly years: readonly string[];
  /** As a reader would name it. */
  readonly text: string;
}

const PARTICLE = String.raw`(?:(?:v[ao]n|de[nrls]?|di|da|do|du|la|le|el|al|bin|ten|ter)\s+){0,2}`;
const PERSON = String.raw`${PARTICLE}\p{Lu}[\p{L}\p{M}'’-]*\p{L}(?:\s(?!et\b)\p{Lu}[\p{L}\p{M}'’-]*\p{L})?`;
/** In running text the word in front of a name may have a capital too, so a name is one word there. */
const NAME = String.raw`(?<![\p{L}\p{N}'’-])${PARTICLE}\p{Lu}[\p{L}\p{M}'’-]*\p{L}`;
const INITIALS = String.raw`(?:,?\s(?:\p{Lu}\.[\s-]?)+)`;
const ET_AL = String.raw`(?:,?\s+et\.?\s+al\.?|\s+and\s+(?:colleagues|others|co-?workers))`;
const YEAR = String.raw`(?:(?:1[89]|20)\d{2}[a-z]?|in press|forthcoming|to appear)`;
const YEARS = String.raw`${YEAR}(?:\s*,\s*(?:(?:1[89]|20)\d{2}[a-z]?|[a-z](?![\p{L}])))*`;
const TAIL = String.raw`(?:\s*[,:]\s*(?:(?:pp?|pages?|ch(?:ap(?:ter)?)?|sec(?:tion)?s?|fig(?:ure)?|tab(?:le)?|thm|theorem|app(?:endix)?|§+)\.?\s*)?[\dIVX][\w.–-]*)?`;
const LEAD = String.raw`(?:(?:see(?: also)?|e\.\s?g\.,?|i\.\s?e\.,?|cf\.?|also|compare|as in|following|after|by|and|or|in|for example,?|among others,?)\s+)*`;

const ENTRY = new RegExp(
  `^\\s*${LEAD}(${PERSON})${INITIALS}?((?:,\\s+${PERSON}${INITIALS}?)*)((?:,?\\s+(?:and|&|\\\\&)\\s+${PERSON}${INITIALS}?)?${ET_AL}?)(,?)\\s*\\(?(${YEARS})\\)?${TAIL}\\s*$`,
  'u',
);
const LEADS = new RegExp(`^\\s*${LEAD}`, 'u');
const ROUND = /\(([^()]{4,600}|(?:[^()]{0,300}\([^()]{1,80}\)){1,6}[^()]{0,300})\)/g;
/** Words that stand in front of a year without being anybody. */
const NOBODY =
  /^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?|Spring|Summer|Autumn|Fall|Winter|Early|Late|Mid|Since|Until|Before|After|From|In|By|As|The|Of|Around|Circa|About|Table|Figure|Section|Chapter|Version|Release|Windows|Office|Fortran|Proceedings|Proc|Workshop|Conference|Edition|Vol|Volume|Published|Accessed|Retrieved|Updated|Copyright|Year)$/u;

/** `(Doe et al., 1999; Roe and Poe 2001)`: one hit an entry; the whole bracket when none of its entries stays. */
export interface RoundHit {
  readonly start: number;
  readonly end: number;
  readonly entries: readonly { readonly text: string; readonly glue: string; readonly named: NamedHit | null }[];
}

export function* roundHits(text: string): Generator<RoundHit> {
  for (const hit of text.matchAll(ROUND)) {
    const inner = hit[1]!;
    const entries: { text: string; glue: string; named: NamedHit | null }[] = [];
    let at = hit.index + 1;
    let glue = '';
    for (const piece of split(inner)) {
      if (/^\s*;\s*$|^,\s+$/.test(piece)) glue = piece;
      else {
        entries.push({ text: piece, glue, named: entryOf(piece, at) });
        glue = '';
      }
      at += piece.length;
    }
    if (entries.some(({ named }) => named !== null))
      yield { start: hit.index, end: hit.index + hit[0].length, entries };
  }
}

/** At semicolons, and at commas between a year and the next name. */
function split(inner: string): string[] {
  return inner.split(/(\s*;\s*|(?<=\d{4}[a-z]?),\s+(?=\p{Lu}))/u).filter((piece) => piece !== '');
}

function entryOf(piece: string, at: number): NamedHit | null {
  const hit = ENTRY.exec(piece);
  if (!hit) return null;
  const [, name, more, others, comma, years] = hit as unknown as [string, string, string, string, string, string];
  // One name and a year without a comma: a conference, a month or a product as often as a person.
  const alone = more === '' && others === '';
  if (alone && (NOBODY.test(name.split(/\s/)[0]!) || (comma === '' && !isPlain(name)) || isLoud(name))) return null;
  return {
    start: at,
    from: at,
    end: at + piece.length,
    name,
    years: yearsOf(years),
    text: piece.replace(LEADS, '').trim(),
  };
}

function isPlain(name: string): boolean {
  return /^\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?$/u.test(name);
}

/** `NAACL`, `SemEval`, `WordNet`: capitals inside are no family name's, but for `McX`, `DeX` and the like. */
function isLoud(name: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}{2}/u.test(name.replace(/\b(?:Mc|Mac|De|Di|Van|La|Le|O['’])(?=\p{Lu}\p{Ll})/gu, 'X'));
}

function yearsOf(text: string): string[] {
  return text.match(/(?:1[89]|20)\d{2}[a-z]?/g) ?? [];
}

const NARRATIVE = new RegExp(
  `(${NAME})(${INITIALS})?((?:,\\s+${PERSON}${INITIALS}?){0,12}(?:,?\\s+(?:and|&)\\s+${PERSON}${INITIALS}?)|${ET_AL})?(?:['’]s?)?(?:,\\s*|\\s*)(?:\\((${YEARS})${TAIL}\\)|\\[(${YEARS})\\]|(?<=[\\s,])((?:1[89]|20)\\d{2}[a-z]?)(?![\\d-]|\\.\\d))`,
  'gu',
);
const REPORTS =
  /^\s+(?:\p{Ll}+ly\s+|also\s+|first\s+|later\s+)?(?:show|find|found|report|argue|propose|claim|demonstrate|note|suggest|introduce|present|prove|observe|conclude|describe|use[sd]?\b|criticis|criticiz|give|state|define|develop|apply|applied|extend|compare|evaluate|examine|investigate|study|studied|explore|discuss|confirm|reveal|achieve|obtain|point|offer|hold|consider|address|train|test|measure)/u;
const BY = /\b(?:by|see|cf\.?|following|of|per|unlike)\s+$/i;
/** The last word of a longer name (`Python Software Foundation (2020)`), no family name. */
const LONGER_NAME =
  /(?<![\p{L}])(?!(?:However|Moreover|Later|Then|And|But|As|In|By|See|While|Thus|Similarly|Like|Unlike|Following|Since|Although|Recently|Finally|Also|When|Where|If|For|From|With|To|Of|On|At)\s)\p{Lu}[\p{L}\p{N}-]*\s$/u;
/** What a sentence is about stands in front of its authors: `On Reformer, Kitaev and Kaiser (2020) report`. */
const ABOUT = /(?<![\p{L}])(?:On|About|Regarding|Concerning|As for|As to)\s$/u;
const POSSESSED = /['’]s?\s*[([]/u;

/** `Doe et al. (1999) show`, `by Doe (1999)`, `Doe, J., & Roe, R. (1999).`, `Doe and Roe 1999`; a name alone needs a word of reporting. */
export function* narrativeHits(text: string, strict: boolean): Generator<NamedHit> {
  for (const hit of text.matchAll(NARRATIVE)) {
    const [whole, written, initials, more, inRound, inSquare, bare] = hit as unknown as [
      string,
      string,
      ...(string | undefined)[],
    ];
    const others = more ?? initials;
    const skipped = authorsAfter(others, text.slice(Math.max(0, hit.index - 24), hit.index));
    const from = hit.index + (skipped === 0 ? 0 : written.length + skipped);
    const name = (skipped === 0 ? written : /^[^,&(]+?(?=,|\s(?:and|&)\s|$)/u.exec(others!.slice(skipped))![0]).replace(
      /['’]s?$/u,
      '',
    );
    const years = inRound ?? inSquare ?? bare ?? '';
    const end = hit.index + whole.length;
    if (others === undefined) {
      if (
        bare !== undefined ||
        NOBODY.test(name) ||
        LONGER_NAME.test(text.slice(Math.max(0, hit.index - 40), hit.index)) ||
        isLoud(name) ||
        !isPlain(name.replace(/^.*\s/, ''))
      )
        continue;
      const said = REPORTS.test(text.slice(end)) || POSSESSED.test(whole);
      if (!said && !BY.test(text.slice(Math.max(0, hit.index - 24), hit.index))) continue;
    } else if (
      !strict &&
      bare !== undefined &&
      !/^(?:,?\s+et|\s+and\s+(?:coll|oth|co))/u.test(others) &&
      !/&/.test(others)
    ) {
      // `Stanford and Berkeley 2015`: two names and a year without brackets are places as often as people.
      continue;
    }
    const start = hit.index + whole.search(new RegExp(`[([]?${years.slice(0, 4)}`, 'u'));
    yield {
      start,
      from,
      // Behind initials the full stop goes along.
      end: /\.\s$/.test(text.slice(0, start)) && text[end] === '.' ? end + 1 : end,
      name,
      years: yearsOf(years),
      text: whole
        .slice(from - hit.index)
        .replace(/[()[\]]/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    };
  }
}

/** How much of `, Kitaev and Kaiser` comes before the first author when the name in front is what the sentence is about; 0 when it is an author. */
function authorsAfter(others: string | undefined, before: string): number {
  return ABOUT.test(before) ? (/^,\s+(?=\p{Lu})/u.exec(others ?? '')?.[0].length ?? 0) : 0;
}

const UNDATED = new RegExp(`(${NAME})${ET_AL}`, 'gu');

/** `Doe et al.` without a year. */
export function* undatedHits(text: string): Generator<NamedHit> {
  for (const hit of text.matchAll(UNDATED)) {
    const end = hit.index + hit[0].length;
    yield { start: end, from: hit.index, end, name: hit[1]!, years: [], text: hit[0].replace(/\s+/g, ' ') };
  }
}
