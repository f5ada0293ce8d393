import { describe, expect, it } from 'vitest';
import { REMOVED_MARK, repairCitations } from '../../../shared/evidence/cite.ts';

const KNOWN = [
  'P1',
  '3',
  '4',
  'Smith2021',
  'arxiv:2307.08691',
  'doi:10.1145/3292500.3330701',
  'url:https://e.example/x',
];
const M = REMOVED_MARK;

describe('a citation that is not known goes, however it is written', () => {
  it.each([
    ['emphasis inside the brackets', 'It works [**X9**] well.', `It works well ${M}.`],
    ['names in round brackets', 'It works (Doe et al., 1999).', `It works ${M}.`],
    ['an emphasised et al.', 'It works (Doe *et al.*, 1999).', `It works ${M}.`],
    ['one of two in round brackets', 'It (Smith, 2021; Doe & Roe, 1999) works.', `It (Smith, 2021) works ${M}.`],
    ['a lead and a page', 'It works (cf. Doe and Roe 1999: 12).', `It works ${M}.`],
    ['names in the sentence', 'Doe et al. (1999) show it.', `Doe et al. show it ${M}.`],
    ['authors behind what they write on', 'On Smith, Doe and Roe (1999) report.', `On Smith, Doe and Roe report ${M}.`],
    ['a name with a word of reporting', 'Doe (1999) shows it.', `Doe shows it ${M}.`],
    ['a name behind by', 'As shown by Doe (1999), it works.', `As shown by Doe, it works ${M}.`],
    ['an entry of a reference list', 'Doe, J., & Roe, R. (1999). A title.', `Doe, J., & Roe, R. A title ${M}.`],
    [
      'a footnote that names a work',
      'Text [^3].\n\n[^3]: Doe, J. (1999). A title.\n',
      `Text [^3].\n\n[^3]: Doe, J ${M}. A title.\n`,
    ],
    ['raised digits', 'It works.¹² And so on.', `It works ${M}. And so on.`],
    ['a raised tag', 'It works<sup>9</sup>.', `It works ${M}.`],
    ['a raised bracket', 'It works<sup>[9]</sup>.', `It works ${M}.`],
    ['a cite element', 'It <cite>Doe, 1999</cite> works.', `It works ${M}.`],
    ['a bare DOI', 'See 10.9999/fake.123.', `See ${M}.`],
    ['a DOI with its scheme', 'See (doi:10.9999/fake.123).', `See ${M}.`],
    ['an arXiv id', 'See arXiv:2399.12345v2 on it.', `See on it ${M}.`],
    ['an address of a work', 'See https://arxiv.org/abs/2399.12345.', `See ${M}.`],
    ['a link to a work', 'See [a study](https://doi.org/10.9999/fake).', `See a study ${M}.`],
    ['a link that is a reference', 'See [Doe 1999](https://x.example).', `See ${M}.`],
    ['a numbered link', 'It works [9](#ref-9).', `It works ${M}.`],
    ['an HTML link to a work', 'As <a href="https://doi.org/10.9999/fake">Doe</a> says.', `As Doe says ${M}.`],
    ['corner brackets', 'It works【9†source】.', `It works ${M}.`],
    ['a numbered reference in words', 'It works (ref. 9).', `It works ${M}.`],
    ['names without a year in brackets', 'It works [Doe et al.].', `It works ${M}.`],
  ])('%s', (_, draft, expected) => {
    const once = repairCitations(draft, KNOWN);
    expect(once.text).toBe(expected);
    expect(once.removed).toHaveLength(1);
    expect(repairCitations(once.text, KNOWN).text).toBe(expected);
  });
});

describe('a known one stays as it is written', () => {
  it.each([
    'It works [*P1*].',
    'It works (Smith et al., 2021).',
    'It works (see also Smith 2021).',
    'Smith (2021) shows it.',
    'On NULL, Smith and Roe (2021) name a limit.',
    'It works.³ And so³⁻⁴ on.',
    'It works<sup>3,4</sup>.',
    'See arXiv:2307.08691v2.',
    'See https://doi.org/10.1145/3292500.3330701.',
    'See [the study](https://arxiv.org/pdf/2307.08691).',
    'See [the page](https://e.example/x).',
  ])('%s', (draft) => {
    const result = repairCitations(draft, KNOWN);
    expect(result).toMatchObject({ text: draft, removed: [] });
    expect(result.kept).toBeGreaterThan(0);
  });
});

describe('what is no citation is left alone', () => {
  it.each([
    'Held in Beijing (2008), on Windows (2000), with BERT (2018).',
    'A set (WMT 2014), a venue (NeurIPS 2021), a month (May 2020), a year (2019).',
    'The Python Software Foundation (2020) uses it.',
    'Of 10² items, x² and R², 5 cm² each, in O(n²).',
    'Ten<sup>3</sup> and x<sup>2</sup>.',
    'See [the manual](https://docs.example/v2) or https://docs.example/.',
    'See `10.9999/fake` and `(Doe, 1999)`.',
  ])('%s', (draft) => expect(repairCitations(draft, KNOWN)).toMatchObject({ text: draft, removed: [], kept: 0 }));
});

describe('names against known works', () => {
  const works = [{ authors: ['Ada van Dam', 'Bo Lund'], year: 2019 }];
  const repair = (draft: string) => repairCitations(draft, ['doi:10.1/a'], { works, strict: true });

  it.each(['van Dam and Lund (2019) show it.', 'It works (van Dam & Lund, 2019).', 'Lund et al. agree.'])(
    'keeps %s',
    (draft) => expect(repair(draft)).toMatchObject({ text: draft, removed: [] }),
  );

  it('takes another year for another work', () => {
    expect(repair('Lund and van Dam (2011) show it.').removed).toEqual(['Lund and van Dam 2011']);
  });

  it('takes out whom nobody knows', () => {
    expect(repair('Doe et al. agree.')).toMatchObject({ text: `Others agree ${M}.`, removed: ['Doe et al.'] });
    expect(repair('Better than Doe and Roe (1999) say.').text).toBe(`Better than others say ${M}.`);
  });

  it('takes every address for a reference when it is strict', () => {
    expect(repair('See https://docs.example/.').removed).toEqual(['https://docs.example/']);
  });

  it('leaves a name alone in front of a known citation when no names are known', () => {
    const draft = 'Doe et al. (1999) show it [doi:10.1/a]. Roe et al. (1998) do not.';
    expect(repairCitations(draft, ['doi:10.1/a']).removed).toEqual(['Roe et al. 1998']);
  });
});
