import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_LIMIT } from '../../local/cloud/event-count.ts';
import { MODES } from '../../shared/contracts/run.ts';
import { MOST_POLLS } from '../../shared/models/economy.ts';
import { MAX_PARALLEL_NODES } from '../../shared/plan/ready.ts';
import { Position, receipt } from '../../shared/run/receipt.ts';
import {
  eventsOf,
  longestStorm,
  type Machine,
  noRetries,
  type Rule,
  slowestBatches,
  statesOf,
  type Visits,
} from '../support/history-events.ts';

const text = readFileSync(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8');
const machine = JSON.parse(text) as Machine;

/** Caps of a deep run; what the seeds leave open is taken as large as it can be. */
const isBatchRule = ({ ErrorEquals }: Rule) => ErrorEquals.includes('BatchPending');

const { maxReplans, readBudget, dispatchCap } = MODES.deep;
const ROUNDS = 1 + maxReplans;
const FIRST_NODES = 8;
const ADDED_A_REPLAN = 3;
const NODES = FIRST_NODES + ADDED_A_REPLAN * maxReplans;
/** A chain of nodes: one node a tick, and in each round one more tick that finds none. */
const TICKS = NODES;
const DISPATCHES = dispatchCap * ROUNDS;
const WAVE = 5;
/** Waves are full but for the last of each round. */
const WAVES = Math.ceil(readBudget / WAVE) + ROUNDS - 1;
/** One other source for the thinnest node, two narrower queries for the thickest, once a round. */
const REBALANCED = 3 * ROUNDS;
const DRAFTS = 2;

/** Every dispatch comes back wrong and is sent again; every round is rebalanced; every question is asked. */
const deepest: Visits = {
  Begin: 1,
  Route: 1,
  Intake: 1,
  Ambiguous: 1,
  AskReading: 1,
  Settle: 1,
  Plan: 1,
  Confirm: 1,
  AskPlan: 1,
  Commit: 1,
  Tick: TICKS + ROUNDS,
  Work: TICKS + ROUNDS,
  Research: TICKS,
  Researcher: DISPATCHES,
  ResearcherFailed: 0,
  ResearcherCut: 0,
  Check: TICKS,
  Redispatch: TICKS,
  ResearchAgain: TICKS,
  ResearcherOnceMore: DISPATCHES,
  ResearcherOnceMoreFailed: 0,
  ResearcherOnceMoreCut: 0,
  Recheck: TICKS,
  Answer: TICKS,
  Answerer: NODES,
  AnswererFailed: 0,
  AnswererCut: 0,
  Collate: 2 * ROUNDS,
  Balance: 2 * ROUNDS,
  ResearchMore: ROUNDS,
  ResearcherRebalance: REBALANCED,
  ResearcherRebalanceFailed: 0,
  ResearcherRebalanceCut: 0,
  CheckMore: ROUNDS,
  NextReads: WAVES + ROUNDS,
  Reading: WAVES + ROUNDS,
  Read: WAVES,
  Reader: readBudget,
  ReaderFailed: 0,
  ReaderCut: 0,
  Critique: ROUNDS,
  DomainCritic: ROUNDS,
  DomainCriticFailed: 0,
  DomainCriticCut: 0,
  MethodologyCritic: ROUNDS,
  MethodologyCriticFailed: 0,
  MethodologyCriticCut: 0,
  ContradictionCritic: ROUNDS,
  ContradictionCriticFailed: 0,
  ContradictionCriticCut: 0,
  Replan: 2 * ROUNDS,
  Direction: 2 * ROUNDS,
  AskDirection: ROUNDS,
  Synthesize: DRAFTS,
  Verify: DRAFTS,
  Verified: DRAFTS,
  Digest: 0,
  Present: 1,
  Stop: 0,
  Stopped: 0,
  RecordFailure: 0,
  Close: 1,
  Ended: 1,
  Done: 1,
  Failed: 0,
  Fenced: 0,
};

describe('the history of the deepest run', () => {
  it('is short when nothing has to be tried again', () => {
    expect(eventsOf(machine, deepest, noRetries)).toBeLessThan(EVENT_LIMIT / 8);
  });

  it('stays within the limit when every step outlasts the longest storm it is built for', () => {
    expect(eventsOf(machine, deepest, longestStorm)).toBeLessThan(EVENT_LIMIT);
  });

  it('stays within the limit when every reader and critic waits for a batch to the last look', () => {
    const events = eventsOf(machine, deepest, slowestBatches);
    const batched = [...statesOf(machine).values()].filter((state) => state.Retry?.some(isBatchRule));
    expect(batched).toHaveLength(4);
    expect(events).toBeGreaterThan(eventsOf(machine, deepest, noRetries) + 3 * 100 * readBudget);
    expect(events).toBeLessThan(EVENT_LIMIT);
  });

  it('waits for a batch longer than the provider keeps it, and gives up before the state machine does', () => {
    const rules = [...statesOf(machine).values()].flatMap((state) => state.Retry?.filter(isBatchRule) ?? []);
    for (const { MaxAttempts, IntervalSeconds, BackoffRate, MaxDelaySeconds } of rules) {
      expect(MaxAttempts).toBeGreaterThan(MOST_POLLS + 1);
      const delay = (n: number) => Math.min(MaxDelaySeconds!, IntervalSeconds! * BackoffRate! ** n);
      // Full jitter takes half of a delay on average.
      const wait = Array.from({ length: MOST_POLLS }, (_, n) => delay(n) / 2).reduce((sum, one) => sum + one, 0);
      expect(wait / 3600).toBeGreaterThan(22);
    }
  });

  it('counts a state that is new only when somebody says how often it is entered', () => {
    const more = { States: { ...machine.States, Extra: { Type: 'Pass' } } };
    expect(() => eventsOf(more, deepest, noRetries)).toThrow(/Extra/);
  });
});

/** Characters that Step Functions keeps of an error's cause. */
const CAUSE = 32_768;
const STATE_LIMIT = 100 * 1024;
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('the state that travels', () => {
  const run = { owner: 'o'.repeat(64), slug: 's'.repeat(80), attempt: 99 };
  const at = Position.parse({ round: ROUNDS, tick: TICKS, pass: 1, wave: WAVES, draft: DRAFTS });

  it('is the largest in a tick that sends everybody, and far below the limit', () => {
    // The longest id of a dispatch: round, tick, node, source, and the mark of a second try.
    const items = Array.from({ length: dispatchCap * 2 }, (_, n) => ({
      id: `${ROUNDS}.${TICKS}.SQ${n}.community.more`,
    }));
    const nodes = Array.from({ length: MAX_PARALLEL_NODES }, (_, n) => ({ id: `SQ${n}` }));
    const state = { run, last: { receipt: receipt(at, 'research', { items, nodes }) } };
    expect(bytes(state)).toBeLessThan(STATE_LIMIT / 10);
  });

  it('is below the limit with papers of a wave and the longest cause of a failure as well', () => {
    const items = Array.from({ length: WAVE }, () => ({ id: `doi:10.${'9'.repeat(500)}` }));
    const error = { Error: 'StoreUnavailable', Cause: '\u00fc'.repeat(CAUSE) };
    const state = { run, last: { receipt: receipt(at, 'read', { items }) }, error };
    expect(bytes(state)).toBeLessThan(STATE_LIMIT);
  });

  it('never grows: a task replaces the receipt or leaves it, and results of Maps are thrown away', () => {
    const paths = new Set<unknown>();
    JSON.stringify(machine, (key, value: unknown) => {
      if (key === 'ResultPath') paths.add(value);
      return value;
    });
    expect([...paths].sort()).toEqual(['$.error', '$.last', null]);
  });
});
