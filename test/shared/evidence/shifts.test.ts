import { describe, expect, it } from 'vitest';
import { type Shift, shiftsOf } from '../../../shared/evidence/support/shifts.ts';
import { prepareSource, supportSentence, verdictOf } from '../../../shared/evidence/support.ts';

describe('what makes a repeated sentence false', () => {
  it.each<[Shift, string, string]>([
    ['opposite', 'The deepest cache has the highest latency.', 'The deepest cache has the lowest latency.'],
    ['opposite', 'The index is built before the merge.', 'The index is built after the merge.'],
    ['quantifier', 'Most clients recover from a crash.', 'All clients recover from a crash.'],
    ['quantifier', 'Locks always protect the counter.', 'Locks sometimes protect the counter.'],
    ['certainty', 'Batching may reduce tail latency.', 'Batching reduces tail latency.'],
    ['certainty', 'The results suggest that batching helps.', 'The results prove that batching helps.'],
    ['causality', 'Churn is correlated with defects.', 'Churn is caused by defects.'],
    ['causality', 'Team size is associated with delay.', 'Team size leads to delay.'],
    ['roles', 'Raft outperforms Paxos on small clusters.', 'Paxos outperforms Raft on small clusters.'],
    ['roles', 'Hash joins are faster than merge joins here.', 'Merge joins are faster than hash joins here.'],
    ['number', 'The cluster has three replicas.', 'The cluster has five replicas.'],
    ['number', 'It needs 4 rounds of messages.', 'It needs 6 rounds of messages.'],
    ['name', 'It was tested on traces of Twitter for a week.', 'It was tested on traces of Wikipedia for a week.'],
  ])('%s: %s', (kind, passage, statement) => {
    expect(shiftsOf(statement, passage)).toContain(kind);
    expect(shiftsOf(passage, passage)).toEqual([]);
    const rest = ' Every server keeps a log. The log is written to disk in order. Readers never wait for writers.';
    const source = prepareSource(passage + rest);
    expect(supportSentence(statement, source).score).toBeLessThan(supportSentence(passage, source).score - 0.2);
    expect(verdictOf(supportSentence(statement, source).score)).not.toBe('supported');
  });

  it.each([
    ['Raft outperforms Paxos on small clusters.', 'On small clusters, Raft outperforms Paxos.'],
    ['Raft outperforms Paxos on small clusters.', 'The authors report that Raft outperforms Paxos.'],
    ['Batching may reduce tail latency.', 'Batching could reduce tail latency.'],
    ['Batching may help, and the log is kept on disk.', 'The log is kept on disk.'],
    ['The cluster has three replicas.', 'The cluster has 3 replicas.'],
    ['Most clients recover from a crash.', 'Clients usually recover from a crash.'],
    ['Churn causes defects.', 'Defects are caused by churn.'],
  ])('nothing: %s / %s', (passage, statement) => expect(shiftsOf(statement, passage)).toEqual([]));
});
