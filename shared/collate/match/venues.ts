import { comparable, wordsOf } from './normalise.ts';

/** Where a paper appeared, as a key when the venue is well known. */
export interface Venue {
  readonly key: string | null;
  /** A preprint server is no venue of publication: it neither agrees nor disagrees with one. */
  readonly preprint: boolean;
  /** Words that tell venues apart, in order. */
  readonly words: readonly string[];
}

/** Longest first where one name contains another: journals before the conference of the same name. */
const KNOWN: readonly (readonly [key: string, pattern: RegExp])[] = [
  ['sigmod record', /\bsigmod rec(?:ord)?\b/],
  ['vldbj', /\bvldb j(?:ournal)?\b|\bint(?:ernational|l)? j(?:ournal)? on very large data ?bases\b|\bvldbj\b/],
  ['tods', /\btods\b|\btrans(?:actions)? (?:on )?database syst(?:em)?s?\b/],
  ['sigmod', /\bsigmod\b|\b(?:conf(?:erence)?|symp(?:osium)?) on management of data\b|^management of data$/],
  // A venue's name that a list of results cut ends in `very large data`.
  ['vldb', /\bp?vldb\b|\bvery large data ?bases?\b|\bconf(?:erence)? on very large(?: data)?$/],
  ['tkde', /\btkde\b|\btrans(?:actions)? (?:on )?knowl(?:edge)? (?:and )?data eng(?:ineering)?\b/],
  ['icde', /\bicde\b|\b(?:conf(?:erence)?|proc(?:eedings)?) on data eng(?:ineering)?\b/],
  ['pods', /\bpods\b|\bprinciples of database systems\b/],
  ['edbt', /\bedbt\b|\bextending database technology\b/],
  ['icdt', /\bicdt\b|\bconference on database theory\b/],
  ['cikm', /\bcikm\b|\binformation and knowledge management\b/],
  ['kdd', /\b(?:sig)?kdd\b|\bknowledge discovery and data mining\b/],
  ['sigir', /\bsigir\b|\bresearch and development in information retrieval\b/],
  ['www', /\bwww\b|\bworld wide web conf/],
  ['neurips', /\bneurips\b|\bnips\b|\bneural information processing systems\b/],
  ['icml', /\bicml\b|\bconference on machine learning\b/],
  ['iclr', /\biclr\b|\blearning representations\b/],
  ['aaai', /\baaai\b/],
  ['ijcai', /\bijcai\b/],
  ['cvpr', /\bcvpr\b|\bcomputer vision and pattern recognition\b/],
  ['iccv', /\biccv\b|\binternational conference on computer vision\b/],
  ['eccv', /\beccv\b|\beuropean conference on computer vision\b/],
  ['tacl', /\btacl\b|\btransactions of the association for computational linguistics\b/],
  ['emnlp', /\bemnlp\b|\bempirical methods in natural language\b/],
  ['naacl', /\bnaacl\b|\bnorth american chapter\b/],
  ['eacl', /\beacl\b|\beuropean chapter of the association for computational\b/],
  ['coling', /\bcoling\b/],
  ['acl', /^acl\b|\bannual meeting of the association for computational linguistics\b|\bacl (?:19|20)\d\d\b/],
  ['jmlr', /\bjmlr\b|\b(?:journal of|j) mach(?:ine)? learn(?:ing)? res(?:earch)?\b/],
  ['tpami', /\bt?pami\b|\btrans(?:actions)? (?:on )?pattern anal/],
  ['osdi', /\bosdi\b|\boperating systems design and implementation\b/],
  ['sosp', /\bsosp\b|\bsymp(?:osium)? on operating systems principles\b/],
  ['nsdi', /\bnsdi\b/],
  ['sigcomm', /\bsigcomm\b/],
  ['infocom', /\binfocom\b/],
  ['ccs', /\bccs\b|\bcomputer and communications security\b/],
  ['icse', /\bicse\b|\bconference on software engineering\b/],
  ['popl', /\bpopl\b|\bprinciples of programming languages\b/],
  ['pldi', /\bpldi\b|\bprogramming language design and implementation\b/],
  ['stoc', /\bstoc\b|\bsymp(?:osium)? on (?:the )?theory of computing\b/],
  ['focs', /\bfocs\b|\bfoundations of computer science\b/],
  ['chi', /^chi\b|\bhuman factors in computing systems\b/],
  ['cacm', /\bcacm\b|\bcommun(?:ications)? (?:of the )?acm\b/],
  ['jacm', /\bjacm\b|\bj(?:ournal)? (?:of the )?acm\b/],
  ['csur', /\bcsur\b|\bcomput(?:ing)? surv(?:eys)?\b/],
];

const PREPRINT =
  /\barxiv\b|\bcorr\b|\bpreprints?\b|\b(?:bio|med|chem|tech|psy|soc)r?xiv\b|\bssrn\b|\bopenreview\b|\bresearch square\b|\bworking paper\b|^hal$/;
const EMPTY_WORDS = new Set(
  'proc proceedings of the in on and for a an at to with annual acm ieee usenix ifip international intl int conference conf symposium symp workshop journal j trans transactions lncs lecture notes vol volume pp pages press inc ltd new york springer verlag'.split(
    ' ',
  ),
);

/** Venues repeat: the last ones read are kept. */
const MEMO_SIZE = 2000;
const memo = new Map<string, Venue | null>();

/** A venue from its text; null when there is none. */
export function venueOf(text: string): Venue | null {
  if (text === '') return null;
  const known = memo.get(text);
  if (known !== undefined) return known;
  const venue = readVenue(text);
  if (memo.size >= MEMO_SIZE) memo.clear();
  memo.set(text, venue);
  return venue;
}

function readVenue(text: string): Venue | null {
  const plain = comparable(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (plain === '') return null;
  const words = wordsOf(plain).filter((word) => !EMPTY_WORDS.has(word) && !/^\d+(?:st|nd|rd|th)?$/.test(word));
  return { key: keyOf(plain), preprint: PREPRINT.test(plain), words: words.slice(0, 30) };
}

/** The key of a well-known venue named in a comparable text without punctuation; null when there is none. */
export function keyOf(plain: string): string | null {
  for (const [key, pattern] of KNOWN) if (pattern.test(plain)) return key;
  return null;
}

const ANY_KNOWN = new RegExp(KNOWN.map(([, pattern]) => pattern.source).join('|'));

/** The longest well-known venue phrase at the end of a comparable text, as its start offset; -1 when there is none. */
export function trailingVenue(plain: string): number {
  const words = plain.split(' ');
  const ending = words
    .slice(-14)
    .join(' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (!ANY_KNOWN.test(ending)) return -1;
  let start = -1;
  for (let size = 1; size <= Math.min(14, words.length - 2); size++) {
    const tail = words.slice(-size).join(' ');
    const bare = tail.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
    // A number before the venue's name is the title's.
    if (isVenue(bare) && !/^\d+ /.test(bare)) start = plain.length - tail.length;
  }
  return start;
}

/** The longest well-known venue phrase at the beginning of a comparable text, as its end offset; 0 when there is none. */
export function leadingVenue(plain: string): number {
  const words = plain.split(' ').slice(0, 16);
  if (!ANY_KNOWN.test(words.join(' ').replace(/[^\p{L}\p{N}]+/gu, ' '))) return 0;
  let end = 0;
  for (let size = 1; size <= Math.min(14, words.length - 2); size++) {
    const head = words.slice(0, size).join(' ');
    if (isVenue(head.replace(/[^\p{L}\p{N}]+/gu, ' ').trim())) end = head.length;
  }
  return end;
}

/** What may stand before a venue's own name. */
const isPreamble = (word: string) => EMPTY_WORDS.has(word) || /^\d+(?:st|nd|rd|th)?$/.test(word);

function isVenue(bare: string): boolean {
  return KNOWN.some(([, pattern]) => {
    const hit = pattern.exec(bare);
    return hit !== null && covers(bare, hit);
  });
}

/** The phrase is the venue's name and nothing else but words that all venues have. */
function covers(text: string, hit: RegExpExecArray): boolean {
  const [before, after] = [text.slice(0, hit.index), text.slice(hit.index + hit[0].length)];
  return wordsOf(before).every(isPreamble) && wordsOf(after).every((word) => isPreamble(word) || OF_VENUES.test(word));
}

const OF_VENUES = /^(?:record|data|management|vldb|tods|sigmod|very|large|bases|systems|syst)$/;

/** How well two venues agree, 0 to 1; -1 when one is missing, a preprint server, or says nothing. */
export function venueAgreement(a: Venue | null, b: Venue | null): number {
  if (a === null || b === null || a.preprint || b.preprint) return -1;
  if (a.key !== null && b.key !== null) return a.key === b.key ? 1 : 0;
  if (a.words.length === 0 || b.words.length === 0) return -1;
  const [short, long] = a.words.length <= b.words.length ? [a.words, b.words] : [b.words, a.words];
  let matched = 0;
  const free = [...long];
  for (const word of short) {
    const at = free.findIndex(
      (other) =>
        word === other || (word.length >= 3 && other.startsWith(word)) || (other.length >= 3 && word.startsWith(other)),
    );
    if (at >= 0) {
      matched++;
      free.splice(at, 1);
    }
  }
  const overlap = matched / short.length;
  if (overlap > 0) return overlap * (0.6 + (0.4 * matched) / long.length);
  return short.length === 1 && isAcronym(short[0]!, long) ? 0.9 : 0;
}

function isAcronym(word: string, words: readonly string[]): boolean {
  const initials = words.map((part) => part[0]).join('');
  return initials.length >= 3 && (word === initials || word === `ic${initials}` || word === `i${initials}`);
}
