export type DoiKind = 'paper' | 'preprint' | 'review' | 'component' | 'journal';

const PREPRINT_PREFIX =
  /^10\.(?:48550|1101\/(?:19|20)\d{2}\.|1101\/\d{6}|64898|2139\/ssrn|20944\/preprints|21203\/rs|31219|31234|31235|26434|36227|22541|12688\/(?:[a-z]+)research|5281\/zenodo|32388|35542|14293\/s2199|33774|2196\/preprints)/;

/** Copernicus: `esd-2021-5` and, before 2016, `esdd-3-621-2012` are discussion papers, `esd-12-621-2021` is the paper. */
const DISCUSSION =
  /^10\.5194\/(?:[a-z]+-\d{4}-\d+|(?:acp|amt|angeo|bg|cp|esd|essd|esurf|gi|gmd|hess|nhess|npg|os|se|soil|tc|wes)d-\d+-\d+-\d{4})$/;

/** What kind of thing a clean DOI names. Only `paper` and `preprint` are papers. */
export function doiKind(doi: string): DoiKind {
  if (/^10\.\d+\/\(issn\)/.test(doi) || /^10\.\d+\/(?:issn)[.:]?\d{4}-?\d{3}[\dx]$/.test(doi)) return 'journal';
  if (/-(?:rc|ac|ec|cc|sc)\d+$/.test(doi)) return 'review';
  if (/\/(?:v\d+\/)?(?:review|decision|response)\d+$/.test(doi) || /\.sa\d+$/.test(doi)) return 'review';
  if (/^10\.1371\/journal\.[a-z]+\.\d+\.[gst]\d{3}$/.test(doi) || /-supplement$/.test(doi)) return 'component';
  if (PREPRINT_PREFIX.test(doi) || DISCUSSION.test(doi)) return 'preprint';
  return 'paper';
}

/** A DOI without the version that preprint servers append: `10.21203/rs.3.rs-1/v2`, `10.1101/2021.11.08.467690v2`. */
export function withoutVersion(doi: string): string {
  if (doiKind(doi) !== 'preprint') return doi;
  if (/^10\.12688\//.test(doi)) return doi.replace(/\.\d+$/, '');
  if (/^10\.20944\/preprints/.test(doi)) return doi.replace(/\.v\d+$/, '');
  return doi.replace(/\/v\d+$/, '').replace(/(\d)v\d+$/, '$1');
}

/** Letters and digits of a DOI: one chapter has been registered with `/` and with `.` before its number. */
export function doiLetters(doi: string): string {
  return doi.replace(/[^a-z0-9]/g, '');
}

/** The ACL Anthology id inside an ACL DOI; null for any other DOI. */
export function aclOfDoi(doi: string): string | null {
  const hit = /^10\.(?:18653|3115)\/v1\/([a-z]\d{2}-\d{4}|\d{4}\.[a-z0-9-]+\.\d+)$/.exec(doi)?.[1];
  if (hit === undefined) return null;
  return /^[a-z]\d{2}-/.test(hit) ? hit.toUpperCase() : hit;
}
