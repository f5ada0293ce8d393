import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REMOVED_MARK, repairCitations } from '../../../shared/evidence/cite.ts';

const M = REMOVED_MARK;
const KNOWN = [
  '1',
  '2',
  '3',
  '4',
  '7',
  'P1',
  'P2',
  'Smith2021',
  'Jones2020',
  'arxiv:2307.08691',
  'lee2019deep',
  'doi:10.1002/a;2-b',
];
const text = (draft: string) => repairCitations(draft, KNOWN).text;

describe('repairCitations', () => {
  it('removes an unknown id, marks its sentence once and leaves the other sentences', () => {
    expect(repairCitations('It works [X9]. It is fast [P1]. As [X9] and [X8] say, so it is.', KNOWN)).toEqual({
      text: `It works ${M}. It is fast [P1]. As say, so it is ${M}.`,
      removed: ['X9', 'X8'],
      repaired: {},
      kept: 1,
    });
  });

  it.each([
    ['mixed list', 'A [P1, X9, P2].', `A [P1, P2] ${M}.`],
    [
      'mixed pandoc list with locators',
      'A [see @Smith2021, p. 5; @Ghost1999, p. 7; @Jones2020].',
      `A [see @Smith2021, p. 5; @Jones2020] ${M}.`,
    ],
    ['range with an unknown end', 'A [1, 3–5].', `A [1, 3–4] ${M}.`],
    ['range with a hole', 'A [3-7].', `A [3-4, 7] ${M}.`],
    ['range of unknown numbers', 'A [10–12].', `A ${M}.`],
    ['adjacent brackets', 'A [1][12].', `A [1] ${M}.`],
    ['list with spaces only', 'A [P1 P9].', `A [P1] ${M}.`],
    ['citation behind the full stop', 'A fact.[12] Another one.', `A fact ${M}. Another one.`],
    ['citation in a table', '| a | b |\n|---|---|\n| c [X9] | d [P1] |', `| a | b |\n|---|---|\n| c ${M} | d [P1] |`],
    ['citation in raw HTML', '<div>\nA [X9].\n</div>', `<div>\nA ${M}.\n</div>`],
    ['footnote without a definition', 'A [^8].', `A ${M}.`],
    ['LaTeX command', 'A \\cite{P1,X7}.', `A \\cite{P1} ${M}.`],
    ['author and year of nobody', 'A [Doe et al., 1999].', `A ${M}.`],
    ['bare key', 'As @Ghost2022 says.', `As says ${M}.`],
    ['another paper of the same author', 'A [Smith2020].', `A ${M}.`],
    ['another arXiv paper', 'A [arxiv:2307.08692].', `A ${M}.`],
    ['id that holds a semicolon', 'A [X9; doi:10.1002/a;2-b].', `A [doi:10.1002/a;2-b] ${M}.`],
  ])('handles a %s', (_, draft, expected) => {
    expect(text(draft)).toBe(expected);
  });

  it.each([
    ['Smith21', 'Smith2021'],
    ['smith2021', 'Smith2021'],
    ['Smtih2021', 'Smith2021'],
    ['Smithh2021', 'Smith2021'],
    ['lee2019', 'lee2019deep'],
    ['arXiv:2307.08691v2', 'arxiv:2307.08691'],
    ['2307.08691', 'arxiv:2307.08691'],
    ['Smith et al., 2021', 'Smith2021'],
  ])('repairs the near miss %s', (from, to) => {
    expect(repairCitations(`A [${from}].`, KNOWN)).toMatchObject({
      text: `A [${to}].`,
      repaired: { [from]: to },
      removed: [],
    });
  });

  it('removes a near miss of two ids', () => {
    const both = repairCitations('A [Smith21].', ['Smith2021a', 'Smith2021b']);
    expect(both).toMatchObject({ text: `A ${M}.`, removed: ['Smith21'], repaired: {} });
  });

  it.each([
    'Code `[X9] = 1` and `ids[X9]` stays.',
    '```\n[X9]\n```',
    '[the page](https://example.org) and ![X9](a.png) and https://example.org/[X9]',
    '[ref] is a link.\n\n[ref]: https://example.org/X9',
    '- [ ] open\n- [x] done',
    'A note[^n1].\n\n[^n1]: The note.',
    'with x in [0, 1] and a[3] and $b \\in [5, 9]$ and \\[x_9 = 9\\]',
    'they [sic] use [MASK] and [GPT-4] in [2019]',
    'mail me@example2021.com',
  ])('leaves %j alone', (draft) => {
    expect(repairCitations(draft, KNOWN)).toEqual({ text: draft, removed: [], repaired: {}, kept: 0 });
  });

  it('leaves right drafts byte for byte', () => {
    const draft = 'A [P1,P2] ; B [1, 2–4] and  [@Smith2021;@Jones2020] c [P1]\n[P2].';
    expect(repairCitations(draft, KNOWN)).toEqual({ text: draft, removed: [], repaired: {}, kept: 10 });
  });

  it('never loses a known id, never keeps an unknown one, and is idempotent', () => {
    const word = fc.constantFrom('work', 'help', 'when', 'loads', 'are', 'high');
    const key = fc.constantFrom('P1', 'P2', 'Smith2021', '7', 'Q77', 'Ghost1987', '93');
    const known = new Set(KNOWN);
    const cite = fc.tuple(fc.array(key, { minLength: 1, maxLength: 4 }), fc.constantFrom(', ', '; ', ','));
    const sentence = fc.tuple(fc.constantFrom('Caches', 'Queues'), word, cite, word).map(([a, b, [keys, glue], c]) => ({
      keys,
      text: `${a} ${b} [${keys.join(glue)}] ${c}.`,
    }));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (parts) => {
        const result = repairCitations(parts.map((part) => part.text).join(' '), KNOWN);
        const wanted = parts.flatMap((part) => part.keys).filter((id) => known.has(id));
        const left = [...result.text.matchAll(/\[([^\]]+)\]/g)].flatMap((hit) =>
          hit[0] === M ? [] : hit[1]!.split(/[,;]\s*/),
        );
        expect(left).toEqual(wanted);
        expect(result.kept).toBe(wanted.length);
        expect(result.text.split(M).length - 1).toBe(
          parts.filter((part) => part.keys.some((id) => !known.has(id))).length,
        );
        expect(repairCitations(result.text, KNOWN).text).toBe(result.text);
      }),
      { numRuns: 150 },
    );
  });
});
