import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import { STARTER_LIBRARY } from '../facts.ts';
import { subjectOf } from '../names.ts';
import { HOW_TO_GO_ON } from '../partial-md.ts';
import { shownMarks } from '../sentence-md.ts';
import { clip, type Page } from './document.ts';
import { type Child, type ElementNode, h } from './html.ts';
import { count } from './parts.ts';
import { LETTER_WORDS, LETTERS, paragraph, sentenceNodes } from './sentence.ts';

/** The title and who wrote what, from what. */
export function header(page: Page): ElementNode {
  const { facts, synthesis } = page;
  const { goal, counts } = facts;
  const place = goal.offline ? 'offline' : 'online';
  return h(
    'header.top',
    null,
    h('p.eyebrow', null, `${synthesis === null ? 'Research digest' : 'Research synthesis'} · ${goal.depth} · ${place}`),
    h('h1', { dir: 'auto' }, clip(goal.topic, 300)),
    h('p.byline', null, byline(page)),
    facts.library === null ? null : h('p.byline', null, libraryLine(page)),
    h('dl.glance', null, [
      glance('distinct works found', counts.canonical),
      synthesis === null ? null : [glance('read in depth', counts.read), glance('cited', counts.cited)],
      glance('sub-questions', facts.plan.nodes.filter((node) => node.id !== facts.plan.root_id).length),
    ]),
  );
}

function glance(what: string, n: number): ElementNode {
  return h('div', null, h('dt', null, what), h('dd', null, n));
}

function byline({ facts, synthesis, notes }: Page): Child {
  const full = notes.filter((note) => note.access === 'full').length;
  const writer = synthesis?.writer ?? facts.model;
  const who =
    writer === 'extractive'
      ? `Put together by Plumbline without a language model${facts.library?.name === STARTER_LIBRARY ? '' : ', from sentences of the works themselves'}`
      : `Written by ${writer} through Plumbline`;
  const read = synthesis === null ? 'Nothing was read in depth.' : readLine(notes.length, full);
  const date = facts.generated?.slice(0, 10);
  return [who, date === undefined ? '' : [', ', h('time', { datetime: date }, date)], `. ${read}`];
}

function readLine(read: number, full: number): string {
  if (read === 0) return 'No work was read in depth.';
  if (full === 0) return `${count(read, 'work')} read, as abstracts only.`;
  return full === read
    ? `${count(read, 'work')} read, in full text.`
    : `${count(read, 'work')} read, ${full} of them in full text.`;
}

function libraryLine({ facts }: Page): string {
  const library = facts.library!;
  const only = facts.goal.offline ? 'No network was used: every work comes from' : 'Among the sources:';
  const own =
    library.name === STARTER_LIBRARY
      ? ' Its abstracts are Plumbline’s own short descriptions of the works, so quotations below are from those and not from the papers.'
      : '';
  return `${only} the library “${library.name}” (${library.records} records).${own}`;
}

/** Explains the letters behind citations that this report uses. */
function legend(synthesis: Synthesis): ElementNode {
  const used = new Set(
    sentencesOf(synthesis)
      .filter((one) => one.cites.length > 0)
      .flatMap(shownMarks),
  );
  const letters = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).filter((mark) => used.has(mark));
  return h(
    'p.legend',
    null,
    'Open a number to see the passage a sentence rests on. Words in quotation marks are verbatim; all others are Plumbline’s.',
    letters.length === 0 ? null : ' Behind a number: ',
    letters.map((mark, at) => [at === 0 ? null : ', ', h('b', null, LETTERS[mark]), ` ${LETTER_WORDS[mark]}`]),
    letters.length === 0 ? null : '.',
  );
}

function sentencesOf(synthesis: Synthesis): Sentence[] {
  return [
    ...synthesis.answer,
    ...synthesis.top_findings,
    ...synthesis.sections.flatMap((section) => section.paragraphs.flat()),
    ...synthesis.tensions.flatMap((tension) => tension.sentences),
    ...synthesis.gaps,
  ];
}

/** What a stopped run did not get to; first of all, when there is any. */
export function partial({ synthesis }: Page): ElementNode | null {
  if (!synthesis?.partial) return null;
  const { reason, undone, resume } = synthesis.partial;
  return h(
    'section.banner',
    { id: 'undone', 'aria-labelledby': 'undone-h' },
    h('h2', { id: 'undone-h' }, 'Left undone'),
    h('p', null, `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}; what follows rests on what it had by then.`),
    undone.length === 0
      ? null
      : h(
          'ul',
          null,
          undone.map((item) => h('li', null, item)),
        ),
    resume === undefined ? null : h('p', null, `${HOW_TO_GO_ON[0]} `, h('code', null, resume), `. ${HOW_TO_GO_ON[1]}`),
  );
}

/** The answer, and its findings in a line each. */
export function answer(page: Page, synthesis: Synthesis): ElementNode {
  return h(
    'section.answer',
    { id: 'answer', 'aria-labelledby': 'answer-h' },
    h('h2', { id: 'answer-h' }, 'The answer'),
    synthesis.answer.length === 0
      ? h('p', null, 'The evidence read does not answer this topic.')
      : paragraph(page, synthesis.answer),
    legend(synthesis),
    synthesis.top_findings.length === 0
      ? null
      : [
          h('h3', null, 'Findings to remember'),
          h(
            'ol.findings',
            null,
            synthesis.top_findings.map((one) => {
              const title = one.voice === 'ours' ? null : (page.works.get(one.cites[0] ?? '')?.title ?? null);
              const subject = title === null ? null : subjectOf(title, one.text);
              return h('li', null, subject === null ? null : [h('b', null, subject), ': '], sentenceNodes(page, one));
            }),
          ),
        ],
  );
}

/** What could not be answered, and why. */
export function unanswered(synthesis: Synthesis): ElementNode {
  const none =
    synthesis.partial === null
      ? 'Every sub-question found evidence in the works read.'
      : synthesis.sections.length === 0
        ? 'Everything: the run was stopped before it had sub-questions.'
        : 'Besides what was left undone, every sub-question found evidence in the works read.';
  return h(
    'section.unanswered',
    { id: 'unanswered', 'aria-labelledby': 'unanswered-h' },
    h('h2', { id: 'unanswered-h' }, 'What could not be answered'),
    synthesis.unanswered.length === 0
      ? h('p', null, none)
      : h(
          'ul',
          null,
          synthesis.unanswered.map((item) =>
            h('li', null, item.sq === null ? null : [h('b', null, item.sq), ' '], item.text),
          ),
        ),
  );
}
