/** What a section of a paper is for. */
export type SectionRole =
  | 'abstract'
  | 'introduction'
  | 'related'
  | 'method'
  | 'evaluation'
  | 'discussion'
  | 'limitations'
  | 'conclusion'
  | 'back'
  | 'body';

const NAMED: readonly (readonly [RegExp, SectionRole])[] = [
  [
    /\b(?:references|bibliography|acknowledge?ments?|appendi(?:x|ces)|supplement\w*|author contributions|funding|disclaimer|about the authors?)\b/i,
    'back',
  ],
  [/\babstract\b|\bsummary\b(?!.*(?:results|method))/i, 'abstract'],
  [/\blimitations?\b|threats to validity/i, 'limitations'],
  [
    /related|previous (?:work|research|approaches)|prior (?:work|art)|background|preliminar|state of the art/i,
    'related',
  ],
  [/introduc|motivation|overview of the problem/i, 'introduction'],
  [/conclu|future (?:work|directions)|outlook|closing|final remarks/i, 'conclusion'],
  [
    /experiment|evaluat|results?\b|empirical|benchmark|performance|case stud|comparison|measurement|ablation|findings/i,
    'evaluation',
  ],
  [/discussion|analysis|error anal|lessons|implications/i, 'discussion'],
  [
    /method|approach|model|algorithm|system|architecture|design|implementation|framework|training|decoding|technique|formalism|representation|features?\b|corpus|data\b/i,
    'method',
  ],
];

/** A heading's own name: numbers, dots and spaces in front of it and behind it removed. */
export function bareTitle(title: string): string {
  return title
    .replace(/^\s*(?:[\d.()]+|[IVX]+[.):]|[A-Z]\.\d*)[\s.:)]*/u, '')
    .replace(/[\s.:]+$/, '')
    .trim();
}

/**
 * The role of each section, in order. Sections whose heading names none are judged by their place: what stands first is the
 * introduction, what stands last before the back matter is the conclusion.
 */
export function sectionRoles(titles: readonly string[]): SectionRole[] {
  const roles = titles.map((title) => NAMED.find(([pattern]) => pattern.test(title))?.[1] ?? 'body');
  const firstBack = roles.indexOf('back');
  const last = (firstBack < 0 ? roles.length : firstBack) - 1;
  const first = roles.findIndex((role) => role !== 'abstract');
  if (titles.length >= 3) {
    if (first >= 0 && roles[first] === 'body') roles[first] = 'introduction';
    if (last > first && roles[last] === 'body' && !roles.includes('conclusion')) roles[last] = 'conclusion';
  }
  return roles;
}
