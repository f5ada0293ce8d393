import { Cite } from '@citation-js/core';
import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';

export interface ReadBack {
  readonly id: string;
  readonly type: string;
  readonly title?: string;
  readonly author?: readonly { family?: string; given?: string; literal?: string; 'non-dropping-particle'?: string }[];
  readonly issued?: { 'date-parts': number[][] };
  readonly DOI?: string;
  readonly URL?: string;
}

const Reader = Cite as unknown as new (
  data: string,
  options: { forceType?: string },
) => { readonly data: readonly ReadBack[] };

/** What an independent parser finds in a file that we wrote. */
export function readBack(file: string, format: 'bib' | 'ris' | 'csl'): readonly ReadBack[] {
  const types = { bib: { forceType: '@biblatex/text' }, ris: { forceType: '@ris/file' }, csl: {} };
  return new Reader(file, types[format]).data;
}
