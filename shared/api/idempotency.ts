import * as z from 'zod';
import { sha256 } from '../contracts/ids.ts';
import type { RunRequest } from '../contracts/run.ts';
import type { Origin } from '../run/create.ts';
import { holds } from '../store/holds.ts';
import { keys, ownerPk } from '../store/keys.ts';
import type { Key, Table } from '../store/ports.ts';
import { deleteRows } from '../store/purge.ts';
import { KeyReused } from './errors.ts';

/** How long a key is remembered. */
const DAYS = 7;
const DAY_MS = 24 * 3600 * 1000;

const Remembered = z.object({
  /** Hash of the request. */
  request: z.string(),
  /** When it came first, as the run shows it. */
  at: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number(),
  /** null until its run is there. */
  slug: z.string().nullable(),
});
type Remembered = z.infer<typeof Remembered>;

/**
 * The origin that an idempotency key means. The first time of the key is remembered before anything is created, so that
 * a repetition, even after a crash or past midnight, finds the run of the first request.
 *
 * @param wall time of the real world, by which keys expire
 * @param now time that the run shows
 * @returns the origin, and the run when it is known already
 * @throws {KeyReused} when the key came with another request before
 */
export async function originOf(
  table: Table,
  owner: string,
  key: string,
  request: RunRequest,
  wall: Date,
  now: Date,
): Promise<{ origin: Origin; slug: string | null }> {
  const at = rowOf(owner, key);
  const mine: Remembered = {
    request: sha256(canonical(request)),
    at: now.toISOString(),
    expires: wall.getTime() + DAYS * DAY_MS,
    slug: null,
  };
  // `ttl` in seconds lets the table forget the row; that it has expired is checked here.
  const row = { ...mine, ttl: Math.ceil(mine.expires / 1000) };
  for (;;) {
    const known = await table.get(at);
    const before = known ? Remembered.parse(known) : undefined;
    if (before && before.expires > wall.getTime()) {
      if (before.request !== mine.request) {
        throw new KeyReused('This Idempotency-Key came with another request before. Use a new key for a new run.');
      }
      return { origin: originFrom(owner, key, before), slug: before.slug };
    }
    const condition = before ? { equals: { expires: before.expires } } : { exists: false };
    if (await holds(() => table.put(at, row, condition))) return { origin: originFrom(owner, key, mine), slug: null };
    // Somebody else was first: look again.
  }
}

/** Notes the run that a key has brought. */
export async function rememberRun(table: Table, owner: string, key: string, slug: string): Promise<void> {
  await holds(() => table.update(rowOf(owner, key), { set: { slug } }, { exists: true, equals: { slug: null } }));
}

/** Frees a key whose request was refused. */
export async function forgetOrigin(table: Table, owner: string, key: string): Promise<void> {
  await holds(() => table.delete(rowOf(owner, key), { equals: { slug: null } }));
}

/** Forgets the keys that have brought a run: it is deleted, and they name it. */
export async function forgetRun(table: Table, owner: string, slug: string): Promise<void> {
  const rows = await table.query({ pk: ownerPk(owner), prefix: 'IDEM#' });
  await deleteRows(
    table,
    rows.filter((row) => row.slug === slug),
  );
}

const rowOf = (owner: string, key: string): Key => keys.idempotency(owner, sha256(key).slice(0, 32));

function originFrom(owner: string, key: string, { at }: Remembered): Origin {
  return { id: `key:${rowOf(owner, key).sk.slice('IDEM#'.length)}:${at}`, at: new Date(at) };
}

/** The request with its fields in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : part,
  );
}
