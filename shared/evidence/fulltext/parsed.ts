import type { Section } from '../../contracts/record.ts';

/** A document as read, whatever its format; texts are clean and ready to be stored. */
export interface ParsedDocument {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly year: number | null;
  readonly abstract: string | null;
  /** Sections in order, references left out; a section without a heading has the title ''. */
  readonly sections: readonly Section[];
  /** The conversion was cut, or a cap was reached. */
  readonly truncated: boolean;
  readonly notes: readonly string[];
}

/** Why a document gives no text. */
export interface Unreadable {
  readonly problem:
    | 'not_found'
    | 'unavailable'
    | 'error_page'
    | 'no_full_text'
    | 'title_mismatch'
    | 'withdrawn'
    | 'too_short'
    | 'too_large'
    | 'too_slow'
    | 'not_a_pdf'
    | 'damaged';
  readonly reason: string;
}

export function isUnreadable(value: ParsedDocument | Unreadable): value is Unreadable {
  return 'problem' in value;
}

export function lengthOf(document: ParsedDocument): number {
  return document.sections.reduce((sum, section) => sum + section.text.length, 0);
}
