/** Random choices from a seed: the same seed gives the same quotes. */
export interface Dice {
  next(): number;
  below(count: number): number;
  pick<T>(items: readonly T[]): T;
}

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { next, below, pick: (items) => items[below(items.length)]! };
}

type Change = (text: string, d: Dice) => string;

const some = (text: string, pattern: RegExp, share: number, d: Dice, to: (hit: string) => string) =>
  text.replace(pattern, (hit) => (d.next() < share ? to(hit) : hit));

/** Ways to typeset the same words differently: every one of them must still anchor. */
export const TYPESETTING: Readonly<Record<string, Change>> = {
  spaces: (t, d) => some(t, / /g, 0.3, d, () => d.pick(['  ', '\n', '\r\n', '\u00a0', ' \t', '\u2009', '\n   '])),
  lineEndHyphens: (t, d) =>
    some(t, /(?<=\p{Ll}{3})(?=\p{Ll}{3})/gu, 0.05, d, () => d.pick(['-\n', '-\r\n', '\u2010\n', '- \n  '])),
  compoundAtLineEnd: (t, d) => some(t, /(?<=\p{L})-(?=\p{L})/gu, 0.5, d, () => '-\n'),
  ligatures: (t, d) =>
    some(t, /ffi|ffl|ff|fi|fl/g, 0.7, d, (hit) => ({ ffi: 'ﬃ', ffl: 'ﬄ', ff: 'ﬀ', fi: 'ﬁ', fl: 'ﬂ' })[hit] ?? hit),
  quotes: (t, d) =>
    some(
      some(t, /"/g, 0.8, d, () => d.pick(['“', '”', '„'])),
      /'/g,
      0.8,
      d,
      () => d.pick(['’', '‘', 'ʼ']),
    ),
  dashes: (t, d) => some(t, /(?<=[\p{L}])-(?=[\p{L}])/gu, 0.7, d, () => d.pick(['‐', '‑', '–'])),
  minus: (t, d) => some(t, /(?<=[ (])-(?=\d)/g, 0.7, d, () => d.pick(['−', '–'])),
  longDash: (t, d) => some(t, / -- /g, 0.9, d, () => d.pick([' — ', '—', ' --- ', ' – '])),
  softHyphens: (t, d) => some(t, /(?<=\p{L}{2})(?=\p{L}{2})/gu, 0.1, d, () => '\u00ad'),
  zeroWidth: (t, d) =>
    some(t, /(?<=\p{L})(?=\p{L})/gu, 0.1, d, () => d.pick(['\u200b', '\u200c', '\ufeff', '\u2060', '\u200e'])),
  decomposed: (t) => t.normalize('NFD'),
  wide: (t, d) => some(t, /[A-Za-z]/g, 0.05, d, (hit) => String.fromCharCode(hit.charCodeAt(0) + 0xfee0)),
  ellipsis: (t, d) => some(t, /\.\.\./g, 0.8, d, () => d.pick(['…', '. . .'])),
};

function replaceOne(text: string, pattern: RegExp, d: Dice, to: (hit: string) => string): string {
  const hits = [...text.matchAll(pattern)];
  if (hits.length === 0) return text;
  const hit = d.pick(hits);
  return text.slice(0, hit.index) + to(hit[0]) + text.slice(hit.index + hit[0].length);
}

const swapTable = (pairs: readonly (readonly [string, string])[]): Change => {
  const table = new Map([...pairs, ...pairs.map(([a, b]) => [b, a] as const)]);
  const escaped = [...table.keys()].map((word) => word.replace(/[%°]/g, '$&').replace(/\//g, '\\/'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  return (text, d) => replaceOne(text, pattern, d, (hit) => table.get(hit) ?? hit);
};

const inner = (text: string, d: Dice, change: (words: string[], at: number) => string[]): string => {
  const words = text.split(' ');
  if (words.length < 5) return text;
  return change(words, 1 + d.below(words.length - 3)).join(' ');
};

const HOMOGLYPHS: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', i: 'і' };

/** Ways to change what a passage says, or to make it another passage: none of them may anchor. */
export const MUTATIONS: Readonly<Record<string, Change>> = {
  digitChanged: (t, d) => replaceOne(t, /\d/g, d, (hit) => String((Number(hit) + 1 + d.below(9)) % 10)),
  digitsSwapped: (t, d) => replaceOne(t, /\d\d/g, d, (hit) => hit[1]! + hit[0]!),
  digitAdded: (t, d) => replaceOne(t, /\d/g, d, (hit) => hit + String(d.below(10))),
  digitDropped: (t, d) => replaceOne(t, /\d(?=\d)/g, d, () => ''),
  decimalDropped: (t, d) => replaceOne(t, /(?<=\d)\.(?=\d)/g, d, () => ''),
  decimalMoved: (t, d) => replaceOne(t, /\d\.\d/g, d, (hit) => `.${hit[0]}${hit[2]}`),
  decimalComma: (t, d) => replaceOne(t, /(?<=\d)\.(?=\d)/g, d, () => ','),
  thousandsDropped: (t, d) => replaceOne(t, /(?<=\d),(?=\d)/g, d, () => ''),
  thousandsAdded: (t, d) => replaceOne(t, /(?<=\d)(?=\d{3}(?!\d))/g, d, () => ','),
  signDropped: (t, d) => replaceOne(t, /(?<=[ (])[-−+±](?=\d)/g, d, () => ''),
  signAdded: (t, d) => replaceOne(t, /(?<= )(?=\d)/g, d, () => d.pick(['-', '−', '+', '±'])),
  signChanged: (t, d) => replaceOne(t, /(?<=[ (])[-−+](?=\d)/g, d, (hit) => (hit === '+' ? '-' : '+')),
  exponentFlattened: (t, d) => replaceOne(t, /[²³]/g, d, (hit) => (hit === '²' ? '2' : '3')),
  exponentRaised: (t, d) => replaceOne(t, /(?<=\d)[23](?!\d)/g, d, (hit) => (hit === '2' ? '²' : '³')),
  unit: swapTable([
    ['ms', 's'],
    ['GB', 'MB'],
    ['%', 'pp'],
    ['km', 'm'],
    ['dB', 'B'],
    ['hours', 'minutes'],
  ]),
  percentDropped: (t, d) => replaceOne(t, /(?<=\d) ?%/g, d, () => ''),
  negationAdded: (t, d) =>
    inner(t, d, (w, i) => [...w.slice(0, i), d.pick(['not', 'never', 'no', 'hardly']), ...w.slice(i)]),
  negationDropped: (t, d) => replaceOne(t, / (?:not|never|no)(?= )/g, d, () => ''),
  contractionDropped: (t, d) => replaceOne(t, /n['’]t\b/g, d, () => ''),
  comparator: (t, d) =>
    replaceOne(t, /[<>≤≥=]/g, d, (hit) => d.pick(['<', '>', '≤', '≥', '='].filter((sign) => sign !== hit))),
  opposite: swapTable([
    ['increase', 'decrease'],
    ['higher', 'lower'],
    ['more', 'less'],
    ['faster', 'slower'],
    ['better', 'worse'],
    ['with', 'without'],
    ['before', 'after'],
    ['all', 'some'],
    ['can', 'cannot'],
    ['always', 'never'],
    ['and', 'or'],
    ['may', 'must'],
  ]),
  wordDeleted: (t, d) => inner(t, d, (w, i) => [...w.slice(0, i), ...w.slice(i + 1)]),
  wordDoubled: (t, d) => inner(t, d, (w, i) => [...w.slice(0, i), w[i]!, ...w.slice(i)]),
  wordsSwapped: (t, d) =>
    inner(t, d, (w, i) => (w[i] === w[i + 1] ? w : [...w.slice(0, i), w[i + 1]!, w[i]!, ...w.slice(i + 2)])),
  wordReplaced: (t, d) =>
    inner(t, d, (w, i) => [...w.slice(0, i), d.pick(['otherwise', 'Zhang', 'rarely', 'seven']), ...w.slice(i + 1)]),
  nameSwapped: (t, d) =>
    replaceOne(t, /(?<= )\p{Lu}\p{Ll}{3,}/gu, d, (hit) => (hit === 'Miller' ? 'Moller' : 'Miller')),
  letterChanged: (t, d) => replaceOne(t, /(?<=\p{L})\p{Ll}(?=\p{L})/gu, d, (hit) => (hit === 'q' ? 'z' : 'q')),
  letterDropped: (t, d) => replaceOne(t, /(?<=\p{L})\p{Ll}(?=\p{L})/gu, d, () => ''),
  caseChanged: (t, d) =>
    replaceOne(t, /(?<=\p{L}|\s)\p{L}/gu, d, (hit) =>
      hit === hit.toUpperCase() ? hit.toLowerCase() : hit.toUpperCase(),
    ),
  homoglyph: (t, d) => replaceOne(t, /[aeopcxi]/g, d, (hit) => HOMOGLYPHS[hit] ?? hit),
  accentDropped: (t, d) => replaceOne(t, /[éüöőñ]/g, d, (hit) => hit.normalize('NFD')[0]!),
  hyphenAdded: (t, d) => replaceOne(t, /(?<=\p{L}{2})(?=\p{L}{2})/gu, d, () => '-'),
  hyphenDropped: (t, d) => replaceOne(t, /(?<=\p{L})-(?=\p{L})/gu, d, () => ''),
  spaceAdded: (t, d) => replaceOne(t, /(?<=\p{L}{2})(?=\p{L}{2})/gu, d, () => ' '),
  spaceDropped: (t, d) => replaceOne(t, /(?<=\p{L}) (?=\p{L})/gu, d, () => ''),
  elision: (t, d) => inner(t, d, (w, i) => [...w.slice(0, i), d.pick(['...', '…', '[...]']), ...w.slice(i + 1)]),
  headCut: (t) => (/^\p{L}{3}/u.test(t) ? t.slice(1) : t),
  tailCut: (t) => (/\p{L}{3}[.]?$/u.test(t) ? t.replace(/\p{L}[.]?$/u, '') : t),
  textAppended: (t) => `${t.replace(/[.]$/, '')} unless stated otherwise.`,
  roman: (t, d) => replaceOne(t, /\b(?:II|III|IV)\b/g, d, (hit) => (hit === 'II' ? 'III' : 'II')),
  commaDropped: (t, d) => replaceOne(t, /(?<=\p{L}), /gu, d, () => ' '),
};

/** The same mutation spelt with other typography is still the same words: then there is nothing to reject. */
export function plainForm(text: string): string {
  return text
    .replace(/[“”„"]/g, '"')
    .replace(/[’‘ʼ']/g, "'")
    .replace(/[‐‑–—−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}
