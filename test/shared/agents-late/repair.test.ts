import { describe, expect, it } from 'vitest';
import type { RepairInput } from '../../../shared/agents/repair/role.ts';
import { repairRole } from '../../../shared/agents/repair/role.ts';
import type { Sentence } from '../../../shared/contracts/synthesis.ts';
import { ROLE_CASES, SYNTHESIS_INPUT } from '../models/role-inputs.ts';

const ID = 'arxiv:2101.00001';
const PASSAGE = 'A bounded queue never blocks the reader.';
const sentence = (text: string, more: Partial<Sentence> = {}): Sentence => ({
  text,
  voice: 'ours',
  cites: [ID],
  support: [],
  verdict: 'supported',
  marks: [],
  ...more,
});
const wrong = (text: string, more: Partial<Sentence> = {}) => sentence(text, { verdict: 'unsupported', ...more });
const input = (...sentences: Sentence[]): RepairInput => ({
  heading: 'SQ1: Queues',
  sq: ['SQ1'],
  paragraphs: [sentences],
  problems: ['the first is wrong', 'the second is wrong'],
  synthesis: SYNTHESIS_INPUT,
});
const ours = (text: string) => ({
  text,
  voice: 'ours' as const,
  cites: [ID],
  passages: [{ paper: ID, quote: PASSAGE }],
});
const texts = (asked: RepairInput, repairs: Parameters<typeof repairRole.accept>[0]['repairs']) =>
  repairRole
    .accept({ repairs: repairs ?? [] }, asked)
    .paragraphs.flat()
    .map(({ text }) => text);

describe('repairing a part', () => {
  const asked = input(sentence('Sound.'), wrong('Wrong one.'), wrong('Wrong two.'));

  it('marks what is to be mended, with what is wrong, in a document block', () => {
    const { documents, instruction } = repairRole.prompt(asked);
    expect(documents[0]!.text).toContain('\nP1: Wrong one.\n  (voice ours, cites arxiv:2101.00001; wrong: the first');
    expect(documents[0]!.text).toContain('\nP2: Wrong two.');
    expect(documents.map(({ id }) => id)).toContain(ID);
    expect(instruction).not.toContain('Wrong');
    expect(ROLE_CASES.map(({ name }) => name)).toContain('repair');
  });

  it('changes only what is marked: rewritten, or left out', () => {
    const answer = [
      { id: 'P1', sentence: ours('A bounded queue never blocks.') },
      { id: 'P2', sentence: null },
      { id: 'P3', sentence: ours('Something new.') },
    ];
    expect(texts(asked, answer)).toEqual(['Sound.', 'A bounded queue never blocks.']);
  });

  it('takes no quotation that is in no source, and leaves no marked sentence as it was', () => {
    const support = [{ paper: ID, anchor: { quote: PASSAGE, start: 20, end: 60, section: null }, score: 0.3 }];
    const backed = input(wrong('Wrong one.', { support }), wrong('Wrong two.'));
    const lie = { ...ours('A queue of thirty moons.'), voice: 'quote' as const };
    expect(texts(backed, [{ id: 'P1', sentence: lie }])).toEqual([PASSAGE]);
    expect(repairRole.accept({ repairs: [{ id: 'P2', sentence: lie }] }, backed).dropped).toBe(2);
  });

  it('rejects an answer that mends nothing', () => {
    expect(() => texts(asked, [{ id: 'X', sentence: null }])).toThrow(/P1/);
    expect(() => texts(asked, [])).toThrow(/P1/);
  });
});
