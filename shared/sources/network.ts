import { connect } from 'node:net';
import type { Table } from '../store/ports.ts';
import type { Time } from './time.ts';

/** Tries to reach a host; resolves to whether that worked, and never takes longer than `timeoutMs`. */
export type Reach = (host: string, port: number, timeoutMs: number) => Promise<boolean>;

const PROBE_MS = 2000;
/** How long an answer is believed. */
const ONLINE_MS = 60_000;
const OFFLINE_MS = 10 * 60_000;
const KEY = { pk: 'LIMIT#network', sk: 'PROBE' };

/**
 * Whether there is any network at all, found out once by opening a connection to a few hosts at the same time, and
 * remembered for everybody. Without it, a run would lose a time-out per source and sub-question.
 */
export class Network {
  readonly #table: Table;
  readonly #time: Time;
  readonly #hosts: readonly string[];
  readonly #reach: Reach;
  #known: { readonly online: boolean; readonly until: number } | null = null;
  #probing: Promise<boolean> | null = null;

  constructor(table: Table, time: Time, hosts: readonly string[], reach: Reach = openConnection) {
    this.#table = table;
    this.#time = time;
    this.#hosts = hosts;
    this.#reach = reach;
  }

  /** Answers at once, or after at most two seconds the first time. */
  async isOnline(): Promise<boolean> {
    if (this.#hosts.length === 0) return true;
    if (this.#known && this.#known.until > this.#time.now()) return this.#known.online;
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probe(): Promise<boolean> {
    const row = await this.#table.get(KEY);
    const offlineUntil = typeof row?.offlineUntil === 'number' ? row.offlineUntil : 0;
    if (offlineUntil > this.#time.now()) {
      this.#known = { online: false, until: offlineUntil };
      return false;
    }
    const online = await anyOf(this.#hosts.map((host) => this.#reach(host, 443, PROBE_MS)));
    const until = this.#time.now() + (online ? ONLINE_MS : OFFLINE_MS);
    this.#known = { online, until };
    if (!online) await this.#table.put(KEY, { offlineUntil: until });
    else if (row) await this.#table.delete(KEY);
    return online;
  }
}

/** True as soon as one is; false when all have failed. */
async function anyOf(tries: readonly Promise<boolean>[]): Promise<boolean> {
  return new Promise((resolve) => {
    let left = tries.length;
    for (const attempt of tries) {
      void attempt.then((worked) => {
        left--;
        if (worked || left === 0) resolve(worked);
      });
    }
  });
}

const openConnection: Reach = (host, port, timeoutMs) =>
  new Promise((resolve) => {
    const socket = connect({ host, port });
    const done = (worked: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(worked);
    };
    const timer = setTimeout(() => done(false), timeoutMs);
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
