import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REMOVED_MARK, repairCitations } from '../../../shared/evidence/cite.ts';

const KNOWN = ['P1', 'P2', 'P3', 'Roe2021'];
const M = REMOVED_MARK;
const repair = (draft: string) => repairCitations(draft, KNOWN);

/** What a writer may put around keys to cite them. */
const AROUND = [
  ['[', ']'],
  ['{', '}'],
  ['(', ')'],
  ['\\[', '\\]'],
  ['[[', ']]'],
  ['([', '])'],
  ['【', '】'],
  ['［', '］'],
  ['（', '）'],
  ['〔', '〕'],
  ['`[', ']`'],
  ['[`', '`]'],
  ['[**', '**]'],
  ['[see ', ']'],
  ['[ref: ', ']'],
  ['[source ', ']'],
  ['(cite ', ')'],
  ['\\cite{', '}'],
] as const;
/** Where a sentence may stand. */
const PLACES = [
  (text: string) => text,
  (text: string) => `# ${text}`,
  (text: string) => `- ${text}\n- Other.`,
  (text: string) => `> ${text}`,
  (text: string) => `| a | b |\n|---|---|\n| ${text} | c |`,
  (text: string) => `Text[^n].\n\n[^n]: ${text}`,
] as const;

describe('an invented key goes and a known one stays', () => {
  const around = fc.constantFrom(...AROUND);
  const known = fc.constantFrom(...KNOWN);
  const invented = fc.constantFrom('P9', 'X9', 'Doe1999');

  it('in any brackets, anywhere, alone and beside another', () => {
    fc.assert(
      fc.property(around, fc.nat(PLACES.length - 1), known, invented, ([open, close], at, right, wrong) => {
        const place = PLACES[at]!;
        // A key in backticks cites alone; a list of such is several pieces of code.
        const list = open === '[`' ? [wrong] : [right, wrong];
        const one = repair(place(`It works well ${open}${right}${close}`));
        expect(one).toMatchObject({ text: place(`It works well ${open}${right}${close}`), removed: [] });
        expect(one.kept).toBeGreaterThan(0);
        for (const keys of [[wrong], list]) {
          const result = repair(place(`It works well ${open}${keys.join(', ')}${close}`));
          expect(result.removed).toEqual([wrong]);
          expect(result.text).not.toContain(wrong);
          expect(result.text).toContain(M);
          expect(result.text.includes(right)).toBe(keys.length > 1);
          expect(repair(result.text)).toMatchObject({ text: result.text, removed: [] });
        }
      }),
    );
  });

  it.each([
    ['A range [P1-P4].', `A range [P1-P3] ${M}.`, ['P4']],
    ['A range [P1–P3].', 'A range [P1–P3].', []],
    ['A range [P2 to P5].', `A range [P2 to P3] ${M}.`, ['P4', 'P5']],
    ['A range [X1–X2].', `A range ${M}.`, ['X1', 'X2']],
    ['Short [P1-9].', `Short [P1-P3] ${M}.`, ['P4', 'P5', 'P6', 'P7', 'P8', 'P9']],
    ['Or [P1 or X9].', `Or [P1] ${M}.`, ['X9']],
    ['Oxford [P1, P2, and X9].', `Oxford [P1, P2] ${M}.`, ['X9']],
    ['Bars [P1 | X9].', `Bars [P1] ${M}.`, ['X9']],
    ['Slashes [P1 / X9].', `Slashes [P1] ${M}.`, ['X9']],
    ['Quotes [“X9”].', `Quotes ${M}.`, ['X9']],
    ['Hidden [\u200bX\u200b9].', `Hidden ${M}.`, ['X9']],
    ['Bare @P9 works.', `Bare works ${M}.`, ['P9']],
    ['Read [as [X9] says](https://a.example).', `Read [as says](https://a.example) ${M}.`, ['X9']],
    ['[X9](https://a.example) works.', `works ${M}.`, ['X9']],
    ['Tool【9†L1-L5】.', `Tool ${M}.`, ['9']],
  ])('%s', (draft, expected, removed) => {
    const result = repair(draft);
    expect(result.removed).toEqual(removed);
    expect(result.text).toBe(expected);
    expect(repair(expected).text).toBe(expected);
  });
});

describe('what only looks like it is left alone', () => {
  it.each([
    'x in [0, 1], x in [5, 9], [1, 5) and (0, 1], over {1, 2} and {x, y}.',
    'Set `arr[9]`, `[0]`, `[9]`, `{X9}`, `[a-z0-9]` and `f(X9)`.',
    'arr[9], row_ids[9], rowIds[9], a[1][9], dp[7][8].',
    'f(X9), x_{X9}, \\frac{X9}{Y9}, $\\{X9\\}$ and the set {P1, P9}.',
    'The third hypothesis (H3), the (H3) hypothesis, a cache of level two (L2), model (GPT-4), the year (2019).',
    'A GPU (A100), a step (1), (b), (n=5) and (see above).',
    '【背景】 and 【重要】 open a paragraph.',
    '```\n[X9] {X9}\n```',
    '\\[ x = y + 9 \\] and \\[x_9\\]',
    '\u007b\u007bname\u007d\u007d and {name}, (name), <X9>.',
  ])('%s', (draft) => expect(repair(draft)).toMatchObject({ text: draft, removed: [] }));
});

it('marks of emphasis without end hide no citation', () => {
  for (const [left, right] of [
    ['*a **b ', ' b** a*'],
    ['*a* _b ', ' b* '],
    ['*a*b', ''],
    ['', 'a* '],
  ] as const) {
    const { text, removed, kept } = repair(`${left.repeat(3000)}x [X9] [P1]${right.repeat(3000)}`);
    expect(removed).toEqual(['X9']);
    expect(kept).toBe(1);
    expect(text).toContain(left.repeat(3000));
  }
});
