import { ArtefactInvalid } from '../../contracts/errors.ts';
import type { Runtime } from '../../runtime.ts';
import { schedulePk } from '../../store/keys.ts';
import { Digest, DigestLine, Known } from './digest.ts';
import { type DigestFile, digestFile, schedulePrefix } from './files.ts';

/** Digests of a schedule, oldest first. */
export async function listLines(runtime: Runtime, owner: string, id: string): Promise<DigestLine[]> {
  const rows = await runtime.table.query({ pk: schedulePk(owner, id), prefix: 'DIGEST#' });
  return rows.map((row) => DigestLine.parse(row));
}

const decoder = new TextDecoder();

/** @throws {ArtefactInvalid} when its file is missing */
export async function readDigest(
  runtime: Runtime,
  owner: string,
  id: string,
  line: Pick<DigestLine, 'number' | 'slug'>,
): Promise<Digest> {
  return Digest.parse(JSON.parse(await readDigestFile(runtime, owner, id, line, 'digest.json')));
}

/** @throws {ArtefactInvalid} when it is missing */
export async function readDigestFile(
  runtime: Runtime,
  owner: string,
  id: string,
  line: Pick<DigestLine, 'number' | 'slug'>,
  file: DigestFile,
): Promise<string> {
  return readFile(runtime, digestFile(schedulePrefix(runtime, owner, id), line, file));
}

/** What was reported up to and with a digest. */
export async function readKnown(
  runtime: Runtime,
  owner: string,
  id: string,
  line: Pick<DigestLine, 'number' | 'slug'>,
): Promise<Known> {
  return Known.parse(JSON.parse(await readDigestFile(runtime, owner, id, line, 'known.json')));
}

async function readFile(runtime: Runtime, file: string): Promise<string> {
  const bytes = await runtime.blobs.get(file);
  if (!bytes) throw new ArtefactInvalid(`${file} is missing, though a digest names it.`);
  return decoder.decode(bytes);
}
