import type { Mark, Sentence } from '../../contracts/synthesis.ts';
import { shortName } from '../names.ts';
import { shownMarks } from '../sentence-md.ts';
import type { Page } from './document.ts';
import { passage } from './evidence.ts';
import { type Child, type ElementNode, h } from './html.ts';

/** Letters behind a citation, explained at the top of the report. */
export const LETTERS = { 'single-source': 's', 'abstract-only': 'a', preprint: 'p' } as const;
export const LETTER_WORDS = {
  'single-source': 'rests on one source',
  'abstract-only': 'read as abstract only',
  preprint: 'preprint',
} as const;
const FLAGS: Partial<Readonly<Record<Mark, string>>> = {
  unsupported: 'not supported by the cited text',
  'unknown-citation': 'a citation was removed',
  retracted: 'retracted',
};

/** A paragraph: running text in which every citation unfolds to the passage it rests on. */
export function paragraph(page: Page, sentences: readonly Sentence[]): ElementNode {
  return h(
    'div.p',
    null,
    sentences.map((sentence) => [...sentenceNodes(page, sentence), ' ']),
  );
}

/** One sentence with its citations. */
export function sentenceNodes(page: Page, sentence: Sentence): Child[] {
  const quoted = sentence.voice === 'quote';
  const closed = /[.!?…:;,]["'”’)\]]*$/.test(sentence.text.trim());
  const words = quoted
    ? h('span.q', { dir: 'auto' }, `“${sentence.text}”${closed ? '' : '.'}`)
    : h('span', null, sentence.text);
  const cited = [...new Set(sentence.cites)]
    .map((id) => ({ id, number: page.numbers.get(id) }))
    .filter((one): one is { id: string; number: number } => one.number !== undefined)
    .sort((a, b) => a.number - b.number);
  const marks = shownMarks(sentence);
  const letters = cited.length === 0 ? [] : marks.filter((mark): mark is keyof typeof LETTERS => mark in LETTERS);
  const flags = marks.map((mark) => FLAGS[mark]).filter((flag) => flag !== undefined);
  return [
    words,
    flags.map((flag) => [' ', h('span.flag', null, flag)]),
    cited.map(({ id, number }, at) => citation(page, sentence, id, number, at === cited.length - 1 ? letters : [])),
  ];
}

/** A citation; the letters of the sentence stand behind its last number. */
function citation(
  page: Page,
  sentence: Sentence,
  id: string,
  number: number,
  letters: readonly (keyof typeof LETTERS)[],
): ElementNode {
  const work = page.works.get(id);
  const name = work === undefined ? id : shortName(work);
  const found = sentence.support.filter((support) => support.paper === id);
  const remark = remarkOf(sentence);
  return h(
    'details.cite',
    null,
    h('summary', null, h('span.vh', null, `Evidence in ${name}, reference `), number, letters.map(letter)),
    h(
      'div.evidence',
      null,
      h(
        'p.of',
        null,
        h('a', { href: `#ref-${number}` }, name),
        work === undefined ? null : [', ', h('cite', null, work.title)],
      ),
      found.length === 0
        ? h('p.where', null, 'No passage of this work was found that the sentence rests on.')
        : found.map((support) => passage(page, id, support.anchor, remark)),
    ),
  );
}

function letter(mark: keyof typeof LETTERS): Child {
  return [
    h('sup.letter', { title: LETTER_WORDS[mark], 'aria-hidden': 'true' }, LETTERS[mark]),
    h('span.vh', null, `, ${LETTER_WORDS[mark]}`),
  ];
}

function remarkOf(sentence: Sentence): string {
  if (sentence.voice === 'quote') return 'quoted word for word';
  const says = {
    supported: 'supports the sentence',
    weak: 'supports the sentence in part',
    unsupported: 'the nearest passage; it does not support the sentence',
    'not-needed': '',
  };
  return says[sentence.verdict];
}
