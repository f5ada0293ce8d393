import type { Table } from '../store/ports.ts';
import type { Caller } from './caller.ts';
import type { SourceConfig } from './config.ts';
import type { HttpClient } from './http/client.ts';
import type { RedditTokens } from './reddit-token.ts';
import type { StatusBoard } from './status-board.ts';
import type { Time } from './time.ts';

/** What every search needs; made once by `openSources`. */
export interface SourceDeps {
  readonly config: SourceConfig;
  readonly caller: Caller;
  readonly http: HttpClient;
  readonly table: Table;
  readonly board: StatusBoard;
  readonly time: Time;
  readonly redditTokens: RedditTokens;
}
