import type { Blobs, Table } from '../store/ports.ts';
import { Breaker } from './breaker.ts';
import { Caller } from './caller.ts';
import { isLocalBase, type Secrets, sourceConfig } from './config.ts';
import type { SourceDeps } from './deps.ts';
import { ResponseCache } from './http/cache.ts';
import { HttpClient } from './http/client.ts';
import type { Resolve } from './http/guard.ts';
import { Limiter } from './limiter.ts';
import { Network, type Reach } from './network.ts';
import { RedditTokens } from './reddit-token.ts';
import { StatusBoard } from './status-board.ts';
import { systemTime, type Time } from './time.ts';

export interface OpenOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly table: Table;
  readonly blobs: Blobs;
  /** Keys; the environment's when left out. On AWS: the stack's secret. */
  readonly secrets?: Secrets;
  readonly time?: Time;
  readonly random?: () => number;
  readonly resolve?: Resolve;
  readonly reach?: Reach;
  readonly version?: string;
}

/** Hosts tried to find out whether there is a network. */
const PROBED = 3;

/**
 * Everything live sources need, made once per process: limiter, breaker and cache live in the table and the blobs, so all
 * workers share them.
 *
 * @throws SourceMisconfigured for a base address that is none
 */
export function openSources(options: OpenOptions): SourceDeps {
  const { table, blobs, env } = options;
  const time = options.time ?? systemTime;
  const random = options.random ?? Math.random;
  const config = sourceConfig(env, options.secrets ?? env, options.version);
  const http = new HttpClient({
    bases: config.bases,
    userAgent: config.userAgent,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  const board = new StatusBoard(table);
  const network = new Network(table, time, probedHosts(config), ...(options.reach ? [options.reach] : []));
  const caller = new Caller({
    http,
    limiter: new Limiter(table, time, random),
    breaker: new Breaker(table, time, random),
    network,
    cache: new ResponseCache(blobs),
    board,
    time,
    random,
    intervals: config.intervals,
  });
  return {
    config,
    caller,
    http,
    table,
    board,
    time,
    redditTokens: new RedditTokens(http, time, config.others.reddit_token),
  };
}

function probedHosts(config: ReturnType<typeof sourceConfig>): string[] {
  const bases = Object.values(config.providers).filter((setup) => setup.active && !isLocalBase(setup.access.base));
  return [...new Set(bases.map((setup) => new URL(setup.access.base).hostname))].slice(0, PROBED);
}
