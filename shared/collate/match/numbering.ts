/** A number in a title that tells one of a series from another: `part ii`, `gpt-3`, `volume 2`, a final `iii`. */
export interface Marker {
  /** What is numbered: `part`, a word's letters (`gpt`), or the word before the number. */
  readonly of: string;
  readonly number: string;
  /** A part of a series for certain (`part`, `volume`): different numbers are different papers. */
  readonly series: boolean;
}

const ROMAN: Readonly<Record<string, number>> = {
  i: 1,
  ii: 2,
  iii: 3,
  iv: 4,
  v: 5,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
  x: 10,
  xi: 11,
  xii: 12,
  xiii: 13,
  xiv: 14,
  xv: 15,
};
const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  premiere: 1,
  deuxieme: 2,
  seconde: 2,
  troisieme: 3,
  erster: 1,
  zweiter: 2,
  dritter: 3,
  primera: 1,
  segunda: 2,
  tercera: 3,
  primeira: 1,
  terceira: 3,
  prima: 1,
  seconda: 2,
  terza: 3,
  a: 1,
  b: 2,
  c: 3,
  d: 4,
};
const SERIES =
  /(?<![\p{L}\p{N}])(part|pt|partie|parte|teil|volume|vol|tome|band|chapter|episode|lecture|instal+ment|phase|часть|том)s?(?![\p{L}])[.:\s]*(?:no[.:\s]*)?([ivx]+|\d+(?:\.\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|[a-d])(?![\p{L}\p{N}'])/gu;
/** `first part`, `deuxieme partie`, `zweiter teil`. */
const ORDINAL_PART =
  /(?<![\p{L}\p{N}])(first|second|third|fourth|fifth|premiere|deuxieme|seconde|troisieme|erster|zweiter|dritter|primera|segunda|tercera|primeira|terceira|prima|seconda|terza)\s+(?:part|partie|parte|teil)(?![\p{L}])/gu;
const SERIES_NAMES: Readonly<Record<string, string>> = {
  pt: 'part',
  partie: 'part',
  parte: 'part',
  teil: 'part',
  часть: 'part',
  vol: 'volume',
  tome: 'volume',
  band: 'volume',
  том: 'volume',
};

/** A digit, a series' name, or a word made of i, v and x, a final letter: without them there is no marker. */
const MAY_NUMBER =
  /\d|(?<![\p{L}\p{N}])(?:part|pt|partie|parte|teil|vol|volume|tome|band|chapter|episode|lecture|instal+ment|phase|часть|том)s?(?![\p{L}])|\s[ivx]+(?![\p{L}])|\s\p{L}(?=\s*(?:$|:))/u;

/** Markers of a comparable title, in order. */
export function markersOf(title: string): Marker[] {
  if (!MAY_NUMBER.test(title)) return [];
  const markers: Marker[] = [];
  for (const hit of title.matchAll(ORDINAL_PART))
    markers.push({ of: 'part', number: String(WORDS[hit[1]!]), series: true });
  const seen = title.replace(ORDINAL_PART, ' ; ').replace(SERIES, (_, kind: string, number: string) => {
    markers.push({
      of: SERIES_NAMES[kind] ?? kind,
      number: String(ROMAN[number] ?? WORDS[number] ?? number),
      series: true,
    });
    return ' ; ';
  });
  const roman = /(?:^|\s)(\p{L}[\p{L}-]*)\s*[,;]?\s+(i{1,3}|iv|vi{0,3}|ix)(?=\s*(?:$|[:.(-]))/gu;
  for (const hit of seen.matchAll(roman)) {
    markers.push({
      of: hit[1]!,
      number: String(ROMAN[hit[2]!]),
      series: hit.index + hit[0].length >= seen.trimEnd().length,
    });
  }
  // `problem a` and `problem b`: a letter that ends the title, or a part of it, tells like a number.
  for (const hit of seen.matchAll(/(?<=^|\s)(\p{L}{2,})\s+(\p{L})(?=\s*(?:$|:))/gu)) {
    if (ROMAN[hit[2]!] === undefined) markers.push({ of: hit[1]!, number: hit[2]!, series: false });
  }
  for (const hit of seen.matchAll(/(\p{L}[\p{L}]*)(?:[-\s/]*v(?:ersion)?\.?\s*|[-\s/]*)(\d+(?:\.\d+)*)(?![\p{N}])/gu)) {
    markers.push({ of: hit[1]!, number: hit[2]!, series: false });
  }
  return markers;
}

/** How the numbers of two titles relate: both number the same thing, differently; only one is numbered; or neither. */
export function compareMarkers(
  a: readonly Marker[],
  b: readonly Marker[],
): {
  clash: 'series' | 'number' | null;
  onlyOne: number;
  /** One title names its part of a series, the other no part at all. */
  partOfWhole: boolean;
} {
  let clash: 'series' | 'number' | null = null;
  let onlyOne = 0;
  const alike = (x: Marker, y: Marker) => x.of === y.of && x.number === y.number;
  const check = (own: readonly Marker[], other: readonly Marker[]) => {
    for (const marker of own) {
      if (other.some((candidate) => alike(marker, candidate))) continue;
      const rival = other.find(
        (candidate) => candidate.of === marker.of && !own.some((mine) => alike(mine, candidate)),
      );
      if (rival === undefined) {
        onlyOne++;
        continue;
      }
      if (marker.series || rival.series) clash = 'series';
      else clash ??= 'number';
    }
  };
  check(a, b);
  check(b, a);
  const parted = (markers: readonly Marker[]) => markers.some((marker) => marker.of === 'part');
  return { clash, onlyOne, partOfWhole: parted(a) !== parted(b) };
}
