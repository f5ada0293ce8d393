import * as z from 'zod';
import type { ReadPaper } from '../agents/inputs.ts';
import { ArtefactInvalid } from '../contracts/errors.ts';
import { fileNameOf } from '../contracts/ids.ts';
import type { PaperNote } from '../contracts/note.ts';
import { StoredText } from '../contracts/text.ts';
import { parsePaperNoteMd } from '../present/paper-note-md.ts';
import type { RunHandle } from '../run/handle.ts';
import { keys, runPk } from '../store/keys.ts';
import type { Row } from '../store/ports.ts';
import { remembered } from './remembered.ts';

/** `PAPER#<id>`: a paper sent to a reader. */
export const PaperRow = z.object({
  id: z.string(),
  round: z.number(),
  wave: z.number(),
  order: z.number(),
  status: z.enum(['dispatched', 'read', 'failed']),
  reason: z.string().nullable(),
});
export type PaperRow = z.infer<typeof PaperRow>;

export const notePath = (id: string): string => `papers/${fileNameOf(id)}.md`;
export const textPath = (id: string): string => `texts/${fileNameOf(id)}.json`;

export async function listPaperRows(run: RunHandle): Promise<PaperRow[]> {
  const rows = await run.runtime.table.query({ pk: runPk(run.owner, run.slug), prefix: 'PAPER#' });
  return rows.map((row) => PaperRow.parse(row)).sort((a, b) => a.order - b.order);
}

export async function putPaperRow(run: RunHandle, row: PaperRow): Promise<void> {
  await run.fenced(keys.paper(run.owner, run.slug, row.id), { set: row as unknown as Row });
}

const parsedNote = remembered(128, parsePaperNoteMd);
const parsedText = remembered(128, (file) => StoredText.parse(JSON.parse(file)));

/** @throws {ArtefactInvalid} when the note is missing or torn */
export async function readNote(run: RunHandle, id: string): Promise<PaperNote> {
  const file = await run.readText(notePath(id));
  if (file === undefined)
    throw new ArtefactInvalid(`${notePath(id)} of ${run.slug} is missing; resume reads it again.`);
  return parsedNote(file, notePath(id));
}

/** The papers that were read, in reading order, each with the text its anchors point into. */
export async function readPapers(run: RunHandle): Promise<ReadPaper[]> {
  const rows = (await listPaperRows(run)).filter((row) => row.status === 'read');
  return Promise.all(
    rows.map(async (row) => ({
      note: await readNote(run, row.id),
      text: await run.readParsed(textPath(row.id), parsedText),
    })),
  );
}
