import type * as z from 'zod';
import { ArtefactInvalid, AttemptFenced } from '../contracts/errors.ts';
import { Cursor, RunMeta, type TranscriptRow } from '../contracts/run.ts';
import type { Runtime } from '../runtime.ts';
import { ConditionFailed } from '../store/errors.ts';
import { keys } from '../store/keys.ts';
import type { Change, Row } from '../store/ports.ts';
import { appendEvent } from './transcript.ts';

/** Which run, and in which attempt: what every step is given. */
export interface RunRef {
  readonly owner: string;
  readonly slug: string;
  readonly attempt: number;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** One run as one attempt sees it: its rows, its files, its transcript. Writes of a fenced attempt fail. */
export class RunHandle implements RunRef {
  readonly runtime: Runtime;
  readonly owner: string;
  readonly slug: string;
  readonly attempt: number;
  /** What was written through this handle: bytes by path. */
  readonly wrote = new Map<string, number>();

  constructor(runtime: Runtime, ref: RunRef) {
    this.runtime = runtime;
    this.owner = ref.owner;
    this.slug = ref.slug;
    this.attempt = ref.attempt;
  }

  now(): string {
    return this.runtime.clock.now().toISOString();
  }

  async meta(): Promise<RunMeta> {
    const row = await this.runtime.table.get(keys.meta(this.owner, this.slug));
    if (!row) throw new ArtefactInvalid(`There is no run ${this.slug}. \`plumbline list\` shows those there are.`);
    return RunMeta.parse(row);
  }

  /**
   * Changes the run's row in one conditional write.
   * @throws {AttemptFenced} when a later attempt owns the run
   */
  async changeMeta(change: Change): Promise<RunMeta> {
    return RunMeta.parse(await this.fenced(keys.meta(this.owner, this.slug), change));
  }

  async cursor(): Promise<Cursor> {
    const row = await this.runtime.table.get(keys.cursor(this.owner, this.slug));
    if (!row) throw new ArtefactInvalid(`The run ${this.slug} has no cursor; its creation was cut. Start it again.`);
    return Cursor.parse(row);
  }

  /**
   * Moves the cursor; never backwards within a round.
   * @throws {AttemptFenced} when a later attempt owns the run
   */
  async advance(to: { stage: number; round: number; tick: number }): Promise<void> {
    const now = await this.cursor();
    const order = (c: { round: number; stage: number; tick: number }) => c.round * 1e6 + c.stage * 1e4 + c.tick;
    if (now.attempt === this.attempt && order(to) <= order(now)) return;
    await this.fenced(keys.cursor(this.owner, this.slug), { set: { ...to } });
  }

  /** A write on an item that carries the attempt: refused once a later attempt has touched it. */
  async fenced(key: { pk: string; sk: string }, change: Change): Promise<Row> {
    try {
      return await this.runtime.table.update(
        key,
        { ...change, set: { ...change.set, attempt: this.attempt } },
        { atMost: { attempt: this.attempt } },
      );
    } catch (cause) {
      if (!(cause instanceof ConditionFailed)) throw cause;
      throw new AttemptFenced(
        `Attempt ${this.attempt} of ${this.slug} was taken over by a later one; its writes are refused.`,
        { cause },
      );
    }
  }

  /** Appends one row to the transcript. */
  async event(row: Omit<TranscriptRow, 'seq' | 'ts' | 'attempt' | 'round'> & { round?: number }): Promise<void> {
    await appendEvent(this, row);
  }

  path(relative: string): string {
    return `${this.runtime.rootOf(this.owner, this.slug)}/${relative}`;
  }

  async readText(relative: string): Promise<string | undefined> {
    const bytes = await this.runtime.blobs.get(this.path(relative));
    return bytes === undefined ? undefined : decoder.decode(bytes);
  }

  /**
   * Stores a file of the run. A reply of a model is stored whoever asked for it: it is paid for, and its name is its request.
   * @throws {AttemptFenced} when a later attempt owns the run
   */
  async write(relative: string, body: string | Uint8Array): Promise<void> {
    if (!relative.startsWith('replies/')) await this.checkOwned();
    const bytes = typeof body === 'string' ? encoder.encode(body) : body;
    await this.runtime.blobs.put(this.path(relative), bytes);
    this.wrote.set(relative, bytes.byteLength);
  }

  private async checkOwned(): Promise<void> {
    const row = await this.runtime.table.get(keys.meta(this.owner, this.slug));
    if (typeof row?.attempt === 'number' && row.attempt > this.attempt) {
      throw new AttemptFenced(`Attempt ${this.attempt} of ${this.slug} was taken over by attempt ${row.attempt}.`);
    }
  }

  /**
   * A JSON artefact, checked against its schema.
   * @throws {ArtefactInvalid} when it is missing, torn, or not what the schema promises
   */
  readJson<T>(relative: string, schema: z.ZodType<T>): Promise<T> {
    return this.readParsed(relative, (file) => schema.parse(JSON.parse(file)));
  }

  /** @throws {ArtefactInvalid} when the file is missing, or `parse` does not take it */
  async readParsed<T>(relative: string, parse: (file: string, path: string) => T): Promise<T> {
    const text = await this.readText(relative);
    if (text === undefined) throw new ArtefactInvalid(`${relative} of ${this.slug} is missing; resume makes it again.`);
    try {
      return parse(text, relative);
    } catch (cause) {
      throw new ArtefactInvalid(`${relative} of ${this.slug} is torn or of another version; resume makes it again.`, {
        cause,
      });
    }
  }

  async writeJson(relative: string, value: unknown): Promise<void> {
    await this.write(relative, `${JSON.stringify(value, null, 1)}\n`);
  }

  async exists(relative: string): Promise<boolean> {
    return ((await this.runtime.blobs.size(this.path(relative))) ?? 0) > 0;
  }

  /** Paths below a folder of the run, relative to it. */
  async list(folder: string): Promise<string[]> {
    const root = `${this.runtime.rootOf(this.owner, this.slug)}/`;
    return (await this.runtime.blobs.list(`${root}${folder}`)).map((key) => key.slice(root.length));
  }
}
