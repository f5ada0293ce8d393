import type { ReadPaper } from '../../../shared/agents/inputs.ts';
import { sha256 } from '../../../shared/contracts/ids.ts';
import { blankRecord, type PaperRecord } from '../../../shared/contracts/record.ts';
import type { StoredText } from '../../../shared/contracts/text.ts';

/** A stored text without sections. */
export function storedText(id: string, title: string, text: string, access: 'full' | 'abstract' = 'full'): StoredText {
  return {
    id,
    title,
    access,
    origin: 'library',
    url: null,
    sha256: sha256(text),
    text,
    sections: [],
    truncated: false,
    notes: [],
  };
}

/** A paper whose note holds no more than its frontmatter. */
export function readPaper(id: string, title: string, text: string): ReadPaper {
  const stored = storedText(id, title, text);
  return {
    text: stored,
    note: {
      id,
      ids: [id],
      title,
      authors: ['Ada Example'],
      year: 2024,
      venue: null,
      url: 'https://example.org',
      access: 'full',
      text_sha256: stored.sha256,
      reader: 'test',
      sq: ['SQ1'],
      preprint: false,
      retracted: false,
      tldr: '',
      claims: [],
      method: [],
      evaluation: [],
      limitations: [],
      related_work: [],
      concerns: [],
      table: { method: null, data: null, measure: null, result: null },
      dropped_quotes: 0,
    },
  };
}

export function record(id: string, changes: Partial<PaperRecord> = {}): PaperRecord {
  return { ...blankRecord(id, 'scholarly'), title: 'A title', url: 'https://example.org', ...changes };
}
