import { disputeOf } from '../../agents/contradictions/question.ts';
import type { Contradiction } from '../../contracts/analysis.ts';
import type { Cell } from '../../contracts/note.ts';
import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import { shortName } from '../names.ts';
import { columnsOf, dataNote } from '../table-columns.ts';
import type { Page } from './document.ts';
import { passage, workLink } from './evidence.ts';
import { type Child, type ElementNode, h } from './html.ts';
import { scroller } from './parts.ts';
import { paragraph, sentenceNodes } from './sentence.ts';

/** The answers, one section a sub-question. */
export function answers(page: Page, synthesis: Synthesis): ElementNode[] {
  return synthesis.sections.map((section) => {
    const node = page.facts.plan.nodes.find((one) => one.id === section.sq);
    const note = node?.partial ? 'Some of its sources did not return.' : null;
    return h(
      'section',
      { id: section.sq, 'aria-labelledby': `${section.sq}-h` },
      h('h2', { id: `${section.sq}-h` }, h('span.sq', null, section.sq), ' ', section.heading),
      note === null ? null : h('p.note', null, note),
      section.paragraphs.filter((one) => one.length > 0).map((one) => paragraph(page, one)),
    );
  });
}

/** Method, data, measure and result side by side; every cell unfolds to its passage or is empty. */
export function comparison(page: Page, synthesis: Synthesis): ElementNode | null {
  if (synthesis.table.length === 0) return null;
  const columns = columnsOf(synthesis.table);
  const note = dataNote(synthesis.table);
  return h(
    'section',
    { id: 'comparison', 'aria-labelledby': 'comparison-h' },
    h('h2', { id: 'comparison-h' }, 'Comparison'),
    h(
      'p.note',
      null,
      'Every cell is taken from the work itself; open one to see its sentence. A dash means that nothing was found.',
      note === null ? null : ` ${note}`,
    ),
    scroller(
      'Comparison of the works',
      h(
        'table.comparison',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            ['work', ...columns].map((name) => h('th', { scope: 'col' }, capital(name))),
          ),
        ),
        h(
          'tbody',
          null,
          synthesis.table.map((row) =>
            h(
              'tr',
              null,
              h('th', { scope: 'row' }, workLink(page, row.paper)),
              columns.map((name) => h('td', null, cellNodes(page, row.paper, row[name]))),
            ),
          ),
        ),
      ),
    ),
  );
}

function cellNodes(page: Page, paper: string, cell: Cell): Child {
  if (cell === null) return h('span.none', null, '–', h('span.vh', null, ' not found'));
  return h('details.cell', null, h('summary', null, cell.text), passage(page, paper, cell.anchor, null));
}

/** Where the works disagree: both quotes side by side, then what is to be said about them. */
export function tensions(page: Page, synthesis: Synthesis): ElementNode | null {
  if (synthesis.tensions.length === 0) return null;
  const known = new Map(page.contradictions.items.map((item) => [item.id, item]));
  return h(
    'section',
    { id: 'tensions', 'aria-labelledby': 'tensions-h' },
    h('h2', { id: 'tensions-h' }, 'Tensions'),
    synthesis.tensions.map(({ id, sentences }) => {
      const item = known.get(id);
      return h(
        'article.tension',
        { id, 'aria-labelledby': `${id}-h` },
        h(
          'h3',
          { id: `${id}-h` },
          h('span.sq', null, id),
          ' ',
          item === undefined ? 'A disagreement' : capital(disputeOf(item.claim)),
        ),
        item === undefined ? null : h('div.sides', null, side(page, item.a), side(page, item.b)),
        paragraph(page, item === undefined ? sentences : withoutSides(sentences, item)),
        item?.under_evidenced ? h('p.note', null, 'Under-evidenced: one side rests on little.') : null,
      );
    }),
  );
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function side(page: Page, { paper, anchor }: Contradiction['a']): ElementNode {
  return h('div.side', null, h('p.of', null, workLink(page, paper)), passage(page, paper, anchor, null));
}

/** The text of a tension without the quotes that already stand side by side, nor the words that lead up to them. */
function withoutSides(sentences: readonly Sentence[], item: Contradiction): Sentence[] {
  const shown = new Set([item.a.anchor.quote, item.b.anchor.quote]);
  const isShown = (one: Sentence | undefined) => one?.voice === 'quote' && shown.has(one.text);
  return sentences.filter((one, at) => !isShown(one) && !(isShown(sentences[at + 1]) && /:$/.test(one.text)));
}

/** What nobody reported. */
export function gaps(page: Page, synthesis: Synthesis): ElementNode | null {
  if (synthesis.gaps.length === 0) return null;
  return h(
    'section',
    { id: 'gaps', 'aria-labelledby': 'gaps-h' },
    h('h2', { id: 'gaps-h' }, 'Gaps'),
    h(
      'ul',
      null,
      synthesis.gaps.map((gap) => h('li', null, sentenceNodes(page, gap))),
    ),
  );
}

/** What to read, in order, and why. */
export function readingList(page: Page, synthesis: Synthesis): ElementNode | null {
  if (synthesis.reading_list.length === 0) return null;
  return h(
    'section',
    { id: 'reading', 'aria-labelledby': 'reading-h' },
    h('h2', { id: 'reading-h' }, 'Reading list'),
    h(
      'ol.reading',
      null,
      synthesis.reading_list.map(({ paper, reason }) => {
        const work = page.works.get(paper);
        const number = page.numbers.get(paper);
        return h(
          'li',
          null,
          h('cite', { dir: 'auto' }, work?.title ?? paper),
          work === undefined ? null : h('span.who', null, ` ${shortName(work)}`),
          number === undefined ? null : [' ', h('a.ref', { href: `#ref-${number}` }, `[${number}]`)],
          h('span.why', null, reason),
        );
      }),
    ),
  );
}
