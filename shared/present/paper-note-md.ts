import type { Anchor } from '../contracts/note.ts';
import { PaperNote } from '../contracts/note.ts';
import { inertJson, link, md } from './escape.ts';
import { readFence, readFrontmatter, withFrontmatter } from './frontmatter.ts';

const FRONT = PaperNote.omit({
  tldr: true,
  claims: true,
  method: true,
  evaluation: true,
  limitations: true,
  related_work: true,
  concerns: true,
  table: true,
});
const BODY = PaperNote.pick({
  tldr: true,
  claims: true,
  method: true,
  evaluation: true,
  limitations: true,
  related_work: true,
  concerns: true,
  table: true,
});
const HEADINGS = [
  '## TL;DR',
  '## Claims',
  '## Method',
  '## Evaluation',
  '## Limitations',
  '## Related Work',
  '## Concerns',
  '## Anchors',
] as const;

/** `papers/<id>.md`: facts as frontmatter, the note for people, and the same anchors as data at the end. */
export function renderPaperNoteMd(note: PaperNote): string {
  const front = {
    id: note.id,
    ids: note.ids,
    title: note.title,
    authors: note.authors,
    year: note.year,
    venue: note.venue,
    access: note.access,
    text_sha256: note.text_sha256,
    reader: note.reader,
    sq: note.sq,
    url: note.url,
    preprint: note.preprint,
    retracted: note.retracted,
    dropped_quotes: note.dropped_quotes,
  };
  const parts = [
    `# ${md(note.title)}`,
    link(note.url),
    HEADINGS[0],
    md(note.tldr) || 'Nothing could be said about this paper.',
    HEADINGS[1],
    list(
      note.claims.map((claim) => {
        const about = claim.sq.length > 0 ? ` for ${claim.sq.join(', ')}` : '';
        return `**${md(claim.id)}**${about}: ${claim.statement === null ? '' : `${md(claim.statement)} `}${quote(claim.anchor)}`;
      }),
    ),
    HEADINGS[2],
    list(note.method.map(quote)),
    HEADINGS[3],
    list(note.evaluation.map(quote)),
    HEADINGS[4],
    list(note.limitations.map(quote)),
    HEADINGS[5],
    list(note.related_work.map(quote)),
    HEADINGS[6],
    list(note.concerns.map(md)),
    HEADINGS[7],
    `\`\`\`json\n${inertJson(BODY.parse(note))}\n\`\`\``,
  ];
  return withFrontmatter(front, parts.join('\n\n'));
}

/**
 * The note of a file as `renderPaperNoteMd` wrote it.
 * @throws {ArtefactInvalid} when the file is torn or does not fit the schema
 */
export function parsePaperNoteMd(file: string, path = 'paper note'): PaperNote {
  const { data, body } = readFrontmatter(file, path, FRONT, HEADINGS);
  return { ...data, ...readFence(body, '## Anchors', path, BODY) };
}

function quote(anchor: Anchor): string {
  const place = anchor.section === null || anchor.section === '' ? '' : `${md(anchor.section)}, `;
  return `“${md(anchor.quote)}” (${place}${anchor.start}–${anchor.end})`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '- none found' : items.map((item) => `- ${item}`).join('\n');
}
