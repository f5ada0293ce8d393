import { familyName } from '../../present/names.ts';
import { agree, takesThat } from './verbs.ts';

/** How a source's sentence is brought in: our words in front (null: none), and the part of it that is quoted. */
export interface Introduced {
  readonly lead: string | null;
  /** Offset of the quoted part within the sentence; it runs to the sentence's end. */
  readonly from: number;
}

export interface Voice {
  /** The authors as they are named here. */
  readonly name: string;
  readonly authors: readonly string[];
  /** Words set behind the name (`, who cite Wu (1997),`), or ''. */
  readonly aside: string;
  /** The system they made, when it is known by a name of its own. */
  readonly system?: string | null;
  /** The authors as they stand behind the system's name: ` (Kitaev et al. 2020)`, or '' where it was given already. */
  readonly behind?: string;
  /** The sentence stands in an abstract, where `the paper` and `they` are its authors. */
  readonly inAbstract: boolean;
}

const OPENING = String.raw`(?:(?:In this (?:paper|article|work|study|thesis|chapter|report)|In the present (?:paper|study|work)|Here|Additionally|Furthermore|Moreover|Finally|In addition|Specifically|In particular|Then|First|Second|Next|Also|Overall),?\s+)?`;
const WE = new RegExp(
  String.raw`^${OPENING}[Ww]e\s+(?:(also|further|then|first|finally|next|only)\s+)?(have\s+)?(?:(?:also|first|then)\s+)?(\p{L}+)\s+(that\s+)?(?=[\s\S]{30,}$)`,
  'u',
);
/** `We propose and evaluate`: the second verb belongs to the first. */
const AND_VERB = /^and (\p{L}+)\s+(?=[\s\S]{30,}$)/u;
/** In an abstract those who find, show or argue are its authors. */
const THEY = /^They\s+(?:(also|further|then|first)\s+)?(\p{L}+)\s+(that\s+)(?=[\s\S]{30,}$)/u;
const PAPER = new RegExp(
  String.raw`^${OPENING}(?:[Tt]his|[Tt]he present|[Tt]he) (paper|article|work|study|survey|monograph|thesis|report|chapter)\s+(?=\p{Ll}{3,}\s[\s\S]{30,}$)`,
  'u',
);
const AUTHORS = /^The authors?\s+(?:(also|further|then|first)\s+)?(\p{L}+)\s+(that\s+)?(?=[\s\S]{30,}$)/u;
const OURS =
  /^(?:Our|The proposed) ((?:\p{L}+[ -]){0,2}?(?:approach|method|model|algorithm|system|technique|framework|parser|tagger|experiments|results|evaluation|analysis|work|findings|design|architecture|measurements|scheme|protocol|classifier|metric|study|experience))\s+(?=[\s\S]{30,}$)/u;

/**
 * Turns a sentence that speaks as `we`, `this paper` or by its authors' names into reported speech around a verbatim rest:
 * `We show that reordering helps.` becomes *Collins et al. show that* and the quote *reordering helps.* Anything else is
 * quoted whole, and the lead is left to the caller.
 */
export function introduce(sentence: string, voice: Voice): Introduced {
  const several = voice.authors.length !== 1;
  const who = `${voice.name}${voice.aside}`;
  const we = WE.exec(sentence);
  if (we !== null) {
    const verb = we[2] !== undefined ? perfectOf(we[3]!, several) : agree(we[3]!, several);
    const second = AND_VERB.exec(sentence.slice(we[0].length));
    const other = second === null || we[2] !== undefined ? null : agree(second[1]!, several);
    if (verb !== null && other !== null && we[4] === undefined)
      return lead([who, we[1] === 'only' ? 'only' : undefined, verb, 'and', other], we[0].length + second![0].length);
    if (verb !== null) return reported(who, we[1], verb, we[3]!, we[4], we[0].length);
  }
  const they = several && voice.inAbstract ? THEY.exec(sentence) : null;
  if (they !== null && takesThat(they[2]!)) return reported(who, they[1], they[2]!, they[2]!, they[3], they[0].length);
  const paper = PAPER.exec(sentence);
  if (paper !== null && (voice.inAbstract || /^(?:In this|[Tt]his|[Tt]he present)\b/.test(sentence)))
    return lead([`The ${paper[1]} by`, who], paper[0].length);
  const authors = voice.inAbstract ? AUTHORS.exec(sentence) : null;
  const verb = authors === null ? null : (agree(authors[2]!, several) ?? (several ? authors[2]! : null));
  if (authors !== null && verb !== null)
    return reported(who, authors[1], verb, authors[2]!, authors[3], authors[0].length);
  const ours = OURS.exec(sentence);
  if (ours !== null) return lead([`The ${ours[1]} of`, who], ours[0].length);
  const made = bySystem(sentence, voice);
  if (made !== null) return made;
  const named = byName(sentence, voice.authors);
  if (named > 0) return lead([who], named);
  return { lead: null, from: 0 };
}

/** Whether `They` at the head of an abstract's sentence are its authors, who find, show or argue something. */
export function speaksOfAuthors(sentence: string): boolean {
  const they = THEY.exec(sentence);
  return they !== null && takesThat(they[2]!);
}

/** `that` belongs to our words only where the verb takes a clause; elsewhere it points at something and stays quoted. */
function reported(
  who: string,
  adverb: string | undefined,
  verb: string,
  source: string,
  that: string | undefined,
  from: number,
): Introduced {
  const clause = that !== undefined && takesThat(source);
  // `also` and `then` point at what is not quoted here.
  const kept = adverb === 'only' ? adverb : undefined;
  return lead([who, kept, verb, clause ? that : undefined], clause || that === undefined ? from : from - that.length);
}

function perfectOf(participle: string, several: boolean): string | null {
  const known = agree(participle, several);
  return known === null || known !== participle.toLowerCase() ? null : `${several ? 'have' : 'has'} ${known}`;
}

/** Nouns that stand behind a system's name and are no verb of it: `the RocksDB developers`. */
const PLURALS = String.raw`(?:developers|users|engineers|authors|workers|servers|researchers|experiments|measurements|results|workloads|flows|windows|models|variants|tokens|nodes|queries|traces)\b`;

/** `Reformer reduces the memory` becomes *Reformer (Kitaev et al. 2020)* and the quote *reduces the memory*. */
function bySystem(sentence: string, { system, behind = '', aside }: Voice): Introduced | null {
  if (system == null || aside !== '') return null;
  const head = new RegExp(
    String.raw`^((?:The )?${literal(system)}) (?=(?:\p{Ll}{3,}s|has|is|can|does)\s)(?!is widely\b)(?!${PLURALS})`,
    'u',
  ).exec(sentence);
  return head === null || sentence.length - head[0].length < 30 ? null : lead([`${head[1]}${behind}`], head[0].length);
}

/** Length of the authors' names at the head of the sentence, when a verb follows them. */
function byName(sentence: string, authors: readonly string[]): number {
  const names = authors.map(familyName).filter((name) => name.length > 1);
  const first = names[0];
  if (first === undefined || !sentence.startsWith(first)) return 0;
  const others = names.slice(1).map(literal).join('|');
  const list =
    others === '' ? '' : String.raw`(?:(?:,\s+|\s+and\s+|,\s+and\s+)(?:${others}))*(?:\s+and (?:others|colleagues))?`;
  const head = new RegExp(
    String.raw`^${literal(first)}${list}\s+(?=\p{Ll}{3,}\s)(?!and\b|who\b|whose\b|with\b|in\b)`,
    'u',
  ).exec(sentence);
  return head === null || sentence.length - head[0].length < 30 ? 0 : head[0].length;
}

function lead(parts: readonly (string | undefined)[], from: number): Introduced {
  return {
    lead: parts
      .filter((p) => p !== undefined && p.trim() !== '')
      .map((p) => p!.trim())
      .join(' '),
    from,
  };
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
