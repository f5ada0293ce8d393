import type { ReadPaper } from '../inputs.ts';
import type { DocumentBlock } from '../role.ts';

/** A read paper as a document block for a critic or the writer: facts, then its anchored passages, never the whole text. */
export function noteBlock({ note }: ReadPaper, weight: number): DocumentBlock {
  const lines = [
    `id: ${note.id}`,
    `title: ${note.title}`,
    `authors: ${note.authors.join('; ')}`,
    `year: ${note.year ?? 'unknown'}; read as ${note.access}${note.preprint ? '; preprint' : ''}${note.retracted ? '; RETRACTED' : ''}`,
    `sub-questions: ${note.sq.join(', ')}`,
    `summary: ${note.tldr}`,
    ...note.claims.map(
      (c) =>
        `claim (${c.sq.join(', ') || 'no sub-question'}): ${c.statement === null ? '' : `${c.statement} `}"${flat(c.anchor.quote)}"`,
    ),
    ...passages('method', note.method),
    ...passages('evaluation', note.evaluation),
    ...passages('limitation', note.limitations),
    ...passages('related work', note.related_work),
  ];
  return { id: note.id, title: note.title, text: lines.join('\n'), weight };
}

function passages(label: string, anchors: readonly { readonly quote: string }[]): string[] {
  return anchors.map((anchor) => `${label}: "${flat(anchor.quote)}"`);
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ');
}
