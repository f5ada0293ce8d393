import { describe, expect, it } from 'vitest';
import { concernOf, contrastOnly, ownTerms, withoutContrast } from '../../../shared/agents/synthesize/concern.ts';
import { writeSynthesis } from '../../../shared/agents/synthesize/extract.ts';
import type { Source } from '../../../shared/agents/synthesize/sources.ts';
import { subjectsOf } from '../../../shared/agents/synthesize/subjects.ts';
import type { Unit } from '../../../shared/agents/synthesize/units.ts';
import { embedder, NODES, node, planOf, readAll, synthesisInput } from './library.ts';

const papers = await readAll();
const write = async (question: string) => {
  const asked = { ...node('SQ4', question, 'comparative'), revision: 1, sources: ['library' as const] };
  return writeSynthesis(
    { ...synthesisInput(papers), plan: planOf([...NODES, asked]), coverage: { SQ4: 7 } },
    { embedder },
  );
};
const named = (at: number) => papers[at]!.note.authors.map((author) => author.split(' ').at(-1)!);
const who = (at: number) =>
  named(at).length === 2 ? named(at).join(' and ') : `${named(at)[0]}${named(at).length > 2 ? ' et al.' : ''}`;

describe('a question about named works', () => {
  it('quotes those works or what speaks of them, never what stands beside them', async () => {
    for (let at = 0; at + 1 < papers.length; at++) {
      const synthesis = await write(`Do the claims of ${who(at)} hold up against what ${who(at + 1)} report?`);
      const section = synthesis.sections.find(({ sq }) => sq === 'SQ4')!;
      const quotes = section.paragraphs.flat().filter(({ voice }) => voice === 'quote');
      if (quotes.length === 0) {
        expect(section.paragraphs).toHaveLength(1);
        expect(section.paragraphs[0]![0]!.text).toMatch(/nothing found weighs .* so this stays open\.$/);
        expect(synthesis.unanswered.find(({ sq }) => sq === 'SQ4')!.text).toContain(
          '7 works came up in the library'.replace('7', 'seven'),
        );
      }
      const works = [papers[at]!.note.id, papers[at + 1]!.note.id];
      for (const { cites, text } of quotes)
        expect(works.includes(cites[0]!) || [at, at + 1].some((i) => text.includes(named(i)[0]!)), text).toBe(true);
    }
  });
});

describe('what a sentence speaks of', () => {
  const source = (title: string, text: string) => ({ title, text: { text }, system: null }) as unknown as Source;
  const unit = (text: string, from = source('Untitled', text)) => ({ text, source: from }) as Unit;
  const nodes = ['recurrent networks', 'sparse patterns'].map((line, at) =>
    node(
      `SQ${at + 1}`,
      `How does work on ${line} approach long inputs, and what results does it report?`,
      'theoretical',
    ),
  );

  it('is not what it is set against', () => {
    expect(withoutContrast('It trains faster than recurrent networks, and is exact.')).not.toContain('recurrent');
    const speaks = concernOf(nodes[0]!, nodes, 'long inputs', () => true);
    expect(speaks(unit('It trains far better than recurrent networks.'))).toBe(false);
    expect(speaks(unit('The recurrent state is updated at each step.'))).toBe(true);
    const own = ownTerms(nodes[0]!, nodes, 'long inputs');
    expect(contrastOnly(source('A Net', 'It is faster than recurrent networks.'), own)).toBe(true);
    expect(contrastOnly(source('A Net', 'It is faster than others; it is recurrent.'), own)).toBe(false);
    expect(contrastOnly(source('A Net', 'It says nothing of it.'), own)).toBe(false);
  });

  it('is the axis that a comparison asks for, though the topic names it', () => {
    const asked = node('SQ1', 'How do Raft and Paxos compare in energy use for sensors?', 'practical');
    const speaks = concernOf(asked, [asked], 'Raft vs Paxos in terms of energy use for sensors', () => true);
    expect(speaks(unit('Elections take two rounds of messages.'))).toBe(false);
    expect(speaks(unit('A follower needs half the energy of a leader.'))).toBe(true);
  });

  it('is both things compared only when it has what each of them alone is', () => {
    const texts = [
      'Neural parsers with statistical models',
      'Neural machine translation beats statistical machine translation',
    ];
    const works = texts.map((text) => source(text, text));
    const subjects = subjectsOf(['neural machine translation', 'statistical machine translation'], works);
    const bag = (text: string) =>
      new Set(
        text
          .toLowerCase()
          .split(' ')
          .map(
            (word) =>
              ({ neural: 'neural', statistical: 'statist', machine: 'machin', translation: 'translat' })[word] ?? word,
          ),
      );
    expect(subjects.spokenOf(bag(texts[0]!), works[0]!)).toBe(0);
    expect(subjects.spokenOf(bag(texts[1]!), works[1]!)).toBe(2);
  });
});
