import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../shared/agents/contradictions/question.ts';
import { type Entry, words } from '../../../shared/agents/contradictions/wording.ts';
import { readAll } from './library.ts';

const [a, b] = await readAll();
const ask = (claim: string) => questionOf({ claim });

describe('the question about a contradiction', () => {
  it('is put as a person would put it', () => {
    expect(ask('the claims made for Raft stand against what Howe and Moor report')).toBe(
      'Do the claims made for Raft hold up against what Howe and Moor report?',
    );
    expect(ask('the approach of Moor et al. does better than Paxos')).toBe(
      'Do other studies confirm that the approach of Moor et al. does better than Paxos?',
    );
    expect(ask('Probe has the limit that Moor names.')).toBe('Does Probe have the limit that Moor names?');
    expect(ask('whether caching pays')).toBe('Is it settled whether caching pays?');
  });

  it('has a turn for every claim that the critic words by itself', () => {
    const stances: Entry['stance'][] = [
      'disagrees',
      'tested',
      'outperforms',
      'falls_short',
      'limits',
      'differs',
      'values',
      'weight',
      'share',
      'loss',
      'none',
      'reversed',
    ];
    for (const stance of stances) {
      const entry = { a, b, stance, ofKind: null, kind: 'contrast', score: 1 } as unknown as Entry;
      for (const systems of [new Map<string, string>(), new Map([[a!.note.id, 'Probe']])]) {
        const question = ask(words(entry, 'A (2001)', 'B (2002)', 'hit ratio', systems)[0]);
        expect(question).toMatch(/^(?:Do|Does|When|Which|Is) .+\?$/);
        expect(question).not.toMatch(/\?.*\?/);
      }
    }
  });
});
