import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EVENT_LIMIT } from '../../local/cloud/event-count.ts';
import { MODES } from '../../shared/contracts/run.ts';
import { eventsOf, longestStorm, type Machine, noRetries, type Visits } from '../support/history-events.ts';

const text = readFileSync(new URL('../../statemachine/research.asl.json', import.meta.url), 'utf8');
const machine = JSON.parse(text) as Machine;

/** Caps of a deep run; what the seeds leave open is taken as large as it can be. */
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
const DRAFTS = 2;

/** Every dispatch comes back wrong and is sent again; every round is rebalanced by as many; every question is asked. */
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
  ResearcherRebalance: DISPATCHES,
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
    expect(eventsOf(machine, deepest, noRetries)).toBeLessThan(EVENT_LIMIT / 10);
  });

  it('stays within the limit when every step outlasts the longest storm it is built for', () => {
    expect(eventsOf(machine, deepest, longestStorm)).toBeLessThan(EVENT_LIMIT);
  });
});
