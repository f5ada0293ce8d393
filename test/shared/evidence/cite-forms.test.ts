import { describe, expect, it } from 'vitest';
import { repairCitations } from '../../../shared/evidence/cite.ts';

const KNOWN = ['Smith2021', 'Jones2020', 'doi:10.1145/3292500.3330701', 'url:https://e.example/x', 'Müller2020', '12'];
const MARK = '[citation removed]';
const repair = (draft: string) => repairCitations(draft, KNOWN);

describe('an address in the paragraph hides no citation', () => {
  it.each([
    ['Of [https://doi.org/10.1145/3292500.3330701].', 'Of [doi:10.1145/3292500.3330701].'],
    ['As [https://e.example/x] says [X9].', `As [url:https://e.example/x] says ${MARK}.`],
    ['Never [https://other.example/y] here.', `Never here ${MARK}.`],
    ['Found at http://a.example/?q=[X9] today.', 'Found at http://a.example/?q=[X9] today.'],
    ['Mail a@b.example or see www.c.example [X9].', `Mail a@b.example or see www.c.example ${MARK}.`],
  ])('%s', (draft, expected) => expect(repair(draft).text).toBe(expected));
});

describe('the mark stays in its own block', () => {
  it.each([
    ['1. one [X9]\n2. two [Smith2021]\n', `1. one ${MARK}\n2. two [Smith2021]\n`],
    ['+ one [X9]\n+ two\n', `+ one ${MARK}\n+ two\n`],
    ['Head [X9]\n====\n\nBody.\n', `Head ${MARK}\n====\n\nBody.\n`],
    ['# Head [X9]\nBody [Y8].\n', `# Head ${MARK}\nBody ${MARK}.\n`],
  ])('%j', (draft, expected) => expect(repair(draft).text).toBe(expected));
});

describe('a removal leaves no empty shell', () => {
  it.each([
    ['Words ([X9]) here.', `Words here ${MARK}.`],
    ['Words ([X9], [Y8]) here.', `Words here ${MARK}.`],
    ['Words ([Smith2021]; [X9]) here.', `Words ([Smith2021]) here ${MARK}.`],
    ['Words ([X9], [Smith2021]) here.', `Words ([Smith2021]) here ${MARK}.`],
    ['Words **[X9]** here [[Y8]].', `Words here ${MARK}.`],
    ['From [Smith2021] and [X9] to [Jones2020].', `From [Smith2021] to [Jones2020] ${MARK}.`],
    ['Span [12]–[14].', `Span [12] ${MARK}.`],
  ])('%s', (draft, expected) => {
    const once = repair(draft).text;
    expect(once).toBe(expected);
    expect(repair(once).text).toBe(once);
  });
});

describe('forms of keys', () => {
  it.each([
    ['[Smith2021 (p. 3)]', 1],
    ['[Smith2021: p3]', 1],
    ['[Smith2021, p. 3]', 1],
    ['\\parencite{Smith2021}', 1],
  ])('%s is kept as written', (draft, kept) => {
    expect(repair(draft)).toMatchObject({ text: draft, removed: [], repaired: {}, kept });
  });

  it('a locator stays with a repaired key', () => {
    expect(repair('[Smith21 (p. 3)]').text).toBe('[Smith2021 (p. 3)]');
  });

  it.each(['Smth2021', 'Smihth2021', 'Jnes2020', 'Mu\u0308ller2020'])('%s is a near miss', (key) => {
    expect(Object.keys(repair(`[${key}]`).repaired)).toEqual([key]);
  });

  it('an unknown key with a combining mark does not slip through', () => {
    expect(repair('So [Do\u0308rr1999].').removed).toEqual(['Do\u0308rr1999']);
  });

  it('code between inline tags is left alone', () => {
    const draft = 'Type <code>a [X9]</code> or <a href="u">[Y8]</a> now.';
    expect(repair(draft).text).toBe(draft);
  });
});

describe('marks inside each other without end', () => {
  it.each(['>', '> ', '- ', '1. ', '[^a]: ', '>- '])('%j: the citation behind them is judged, they stay', (mark) => {
    const lines = `${mark.repeat(5000)}[X9] words here\n\nAs [Smith2021] says.\n`;
    const { text, removed, kept } = repair(lines);
    expect(removed).toContain('X9');
    expect(kept).toBe(1);
    expect(text.startsWith(mark.repeat(40).trimEnd())).toBe(true);
  });
});
