import type { Role } from './agents/role.ts';
import type { Embedder } from './collate/embed/port.ts';
import type { Outcome, Source } from './contracts/enums.ts';
import type { Dispatch, ProviderNote } from './contracts/finding.ts';
import type { LibraryRecord, PaperRecord, Post } from './contracts/record.ts';
import type { Goal } from './contracts/run.ts';
import type { StoredText } from './contracts/text.ts';
import type { Lookup } from './evidence/audit.ts';
import type { RunHandle } from './run/handle.ts';
import type { Blobs, Table } from './store/ports.ts';

/** Two clocks: what is written down, and what leases and limiters measure. */
export interface Clock {
  /** The time that artefacts show; fixed by PLUMBLINE_CLOCK. */
  now(): Date;
  /** Milliseconds of the real world. */
  wall(): number;
}

export interface Log {
  info(message: string, facts?: object): void;
  warn(message: string, facts?: object): void;
  error(message: string, facts?: object): void;
}

/** What one researcher brought back, before it is judged and written down. */
export interface Retrieved {
  readonly outcome: Outcome;
  readonly sources: readonly ProviderNote[];
  readonly papers: readonly PaperRecord[];
  readonly posts: readonly Post[];
  readonly notes: string;
  /** Records left out: by the hard horizon, for want of a date, by the user's list. */
  readonly left: { readonly outOfHorizon: number; readonly undated: number; readonly excluded: number };
}

/** Time and cancellation of one step. */
export interface Bounds {
  remainingMs(): number;
}

/** An indexed library of the user's own records. */
export interface Library {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  search(query: string, limit: number): Promise<{ readonly record: LibraryRecord; readonly score: number }[]>;
  get(id: string): Promise<LibraryRecord | undefined>;
  /** The text that came with the record: its sections, or its abstract. */
  text(id: string): Promise<StoredText | undefined>;
  /** Records spread evenly over the library. */
  sample(count: number): Promise<LibraryRecord[]>;
}

/** What a search of the web by the run's own model came to. */
export type Searched =
  /** `body`: the message as JSON, an error's too; what it found is the sources' to read. */
  | { readonly kind: 'answered'; readonly model: string; readonly body: string }
  | { readonly kind: 'failed'; readonly outcome: Outcome; readonly note: string }
  /** Nothing was asked; `outcome` and `note` hold where nobody can wait any longer. */
  | { readonly kind: 'busy'; readonly waitMs: number; readonly outcome: Outcome; readonly note: string };

/** Searches the web in a step, within the run's budget; a failure is an answer. */
export type WebSearch = (query: string, at: RoleCall, limitMs: number) => Promise<Searched>;

/** A {@link WebSearch} of one step. */
export type ModelSearch = (query: string, limitMs: number) => Promise<Searched>;

/** Sources beyond this machine. Absent offline. */
export interface LiveSources {
  /** Channels that are configured, in the routing table's order. */
  readonly channels: readonly Source[];
  /** @param search the web by the run's own model, where no search service is configured */
  retrieve(dispatch: Dispatch, goal: Goal, bounds: Bounds, search?: ModelSearch | null): Promise<Retrieved>;
  /** References of records for the citation graph: pairs `[citing id, cited id]` and what failed. */
  references(
    ids: readonly string[],
    bounds: Bounds,
  ): Promise<{ edges: [string, string][]; records: PaperRecord[]; notes: string[] }>;
  /** Full text by the ladder; abstract only when there is none; null when withdrawn, or when there is not even that. */
  fullText(record: PaperRecord, bounds: Bounds): Promise<StoredText | null>;
  /** The papers of these ids; `absent` are in no register, `unchecked` could not be asked for. */
  seeds(
    ids: readonly string[],
    bounds: Bounds,
  ): Promise<{
    readonly papers: readonly PaperRecord[];
    readonly absent: readonly string[];
    readonly unchecked: readonly string[];
  }>;
  /** What each register says about each id, for the bibliography's audit. A busy register is a failed answer, no error. */
  lookup(ids: readonly string[], bounds: Bounds): Promise<Map<string, readonly Lookup[]>>;
  /** The title that a url shows; null when it could not be read. */
  pageTitle(url: string, bounds: Bounds): Promise<string | null>;
}

/** Runs a role by the run's model, or by its extractive twin. */
export interface RoleRunner {
  /** `extractive`, or provider and model, as shown to the reader. */
  describe(run: RunHandle): Promise<string>;
  run<I, W, O>(role: Role<I, W, O>, input: I, at: RoleCall): Promise<O>;
  /** The run's model as a search of the web; null where it is none. */
  webSearch?(run: RunHandle): Promise<WebSearch | null>;
  /** Calls off what a run that is being written up still has under way; absent where nothing can be. */
  callOff?(run: RunHandle): Promise<void>;
}

/** Where a role is called: for the transcript, the budget and the reply store. */
export interface RoleCall extends Bounds {
  readonly run: RunHandle;
  readonly stage: number;
  /** The step's id: replies are kept below it. */
  readonly step: string;
}

/** Wakes an execution that waits on a task token. */
export interface TaskTokens {
  succeed(token: string, output: object): Promise<void>;
}

/** Everything a handler may use: the ports, chosen once at the edge. */
export interface Runtime {
  readonly table: Table;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Log;
  readonly embedder: Embedder;
  readonly roles: RoleRunner;
  readonly tokens: TaskTokens;
  readonly live: LiveSources | null;
  /** Whether a library of that id is indexed. */
  hasLibrary(id: string): Promise<boolean>;
  /** Opens an indexed library; null id: the starter library. */
  library(id: string | null): Promise<Library>;
  /** Blob prefix of a run: `runs/<slug>` locally, `<owner>/runs/<slug>` in the cloud. */
  rootOf(owner: string, slug: string): string;
}
