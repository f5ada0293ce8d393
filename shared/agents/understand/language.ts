import { fold } from '../../text/normalise.ts';

/** Function words that tell languages in Latin script apart; English ones come first because topics are mostly English. */
const LATIN: Readonly<Record<string, string>> = {
  en: 'the of and to in is are for how what why does do between with on from an by which that this when should it its can vs versus',
  de: 'der die das und von fur mit den dem ein eine einer wie ist sind zwischen im zur zum auf bei uber nicht welche werden oder des vom funktioniert warum',
  fr: 'le la les des du et pour avec dans un une comment est sont entre sur par quelles quels aux au ou pourquoi fonctionne en de',
  es: 'el la los las del y para con un una como es son entre sobre por que cuales en o de funciona cual segun',
  pt: 'o os as do da dos das e para com um uma como sao entre sobre por que quais em no na ou de funciona nos nas',
  it: 'il lo gli della delle dei degli e per con un una come sono tra fra sul quali nel di funziona che del nella',
  nl: 'het een van en voor met hoe zijn tussen op bij welke werkt de niet of wat',
  pl: 'i w na z do jak jest sa dla oraz czy miedzy przez o od dziala',
  tr: 've ile icin nasil bir bu arasinda nedir calisir olan',
};

const WORDS: readonly (readonly [string, ReadonlySet<string>])[] = Object.entries(LATIN).map(([tag, words]) => [
  tag,
  new Set(words.split(' ')),
]);

/** Letters that only some of the languages have; they weigh like two function words. */
const LETTERS: readonly (readonly [string, RegExp])[] = [
  ['de', /[äöüß]/i],
  ['fr', /[çèêœâûîôà]/i],
  ['es', /[ñ¿¡óáíú]/i],
  ['pt', /[ãõç]/i],
  ['it', /[àèìòù]/i],
  ['pl', /[ąęłńśźż]/i],
  ['tr', /[ğışİ]/],
];

/** Scripts that name a language by themselves, the more telling first. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
];

/** A name or a formula in another script does not make the topic one of that language. */
const SCRIPT_SHARE = 0.3;

/**
 * BCP 47 primary tag of a topic's language, by script, then by function words; `en` when nothing tells, as for most
 * topics, which are two or three technical terms.
 */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'en';
  const foreign = letters - (text.match(/\p{Script=Latin}/gu)?.length ?? 0);
  if (foreign / letters >= SCRIPT_SHARE) {
    const script = SCRIPTS.find(([, pattern]) => text.match(pattern) !== null);
    if (script) return script[0];
  }
  return latinLanguage(text);
}

function latinLanguage(text: string): string {
  const words = fold(text).match(/\p{L}+/gu) ?? [];
  const scores = WORDS.map(([tag, known]) => {
    const letter = LETTERS.find(([of, pattern]) => of === tag && pattern.test(text)) ? 2 : 0;
    return { tag, words: words.filter((word) => known.has(word)).length, letter };
  });
  const best = scores.reduce((a, b) => (b.words + b.letter > a.words + a.letter ? b : a));
  const total = best.words + best.letter;
  // One short word is a coincidence ("de", "on"): two are needed, or one beside a telling letter.
  return best.tag !== 'en' && total >= 2 && best.words >= 1 ? best.tag : 'en';
}

const FOREIGN: ReadonlySet<string> = new Set(
  WORDS.filter(([tag]) => tag !== 'en').flatMap(([, words]) => [...words].filter((word) => word.length > 1)),
);
/** Spelled like words that mean something in an English topic. */
const ENGLISH_TOO: ReadonlySet<string> = new Set([
  'die',
  'den',
  'do',
  'no',
  'os',
  'on',
  'na',
  'tra',
  'fra',
  'man',
  'op',
  'pan',
  'sul',
  'son',
  'lo',
  'or',
  'per',
  'im',
  'bei',
  'as',
  'du',
  'des',
  'par',
  'come',
  'van',
  'hoe',
  'of',
]);

/** Whether a folded word is a function word of one of the other languages and hardly ever a term in English. */
export function isForeignStopWord(word: string): boolean {
  return FOREIGN.has(word) && !ENGLISH_TOO.has(word);
}
