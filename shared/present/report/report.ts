import { answers, comparison, gaps, readingList, tensions } from './body.ts';
import { costs, timing } from './costs.ts';
import { digest } from './digest.ts';
import { type Page, pageOf, type ReportDocument } from './document.ts';
import { type Child, type ElementNode, h, textOfNodes } from './html.ts';
import { method } from './method.ts';
import { document } from './page.ts';
import { pictures, plan } from './pictures.ts';
import { references } from './references.ts';
import { answer, header, partial, unanswered } from './top.ts';

/**
 * `report.html`: one file with no script and nothing to load, to be read in any browser, on a phone, in the dark, on paper.
 * Everything in it is built as a tree, reduced to an allow-list and then written. The same document gives the same bytes.
 */
export async function renderReport(given: ReportDocument): Promise<string> {
  const page = pageOf(given);
  const { synthesis } = page;
  const first = [
    partial(page),
    ...(synthesis === null ? [digest(page)] : [answer(page, synthesis), unanswered(synthesis)]),
  ];
  const later = [
    await plan(page),
    ...(synthesis === null ? [] : middle(page, synthesis)),
    await pictures(page),
    method(page),
    costs(page),
    ...(synthesis === null ? [] : [references(page, synthesis)]),
    timing(page),
  ];
  const sections = [...first, ...later].filter((one) => one !== null);
  const shown = first.filter((one) => one !== null);
  const rest = sections.slice(shown.length);
  return document(page, [
    header(page),
    // The answer comes before the contents; a wide window has room for them beside it.
    h('main', { id: 'main' }, shown, contents(sections), rest),
    h('footer.end', null, footer(page)),
  ]);
}

function middle(page: Page, synthesis: NonNullable<Page['synthesis']>): (ElementNode | null)[] {
  return [
    ...answers(page, synthesis),
    comparison(page, synthesis),
    tensions(page, synthesis),
    gaps(page, synthesis),
    readingList(page, synthesis),
  ];
}

/** Links to the sections; sub-questions by their ids. */
function contents(sections: readonly ElementNode[]): ElementNode {
  return h(
    'nav.contents',
    { 'aria-label': 'Contents' },
    h(
      'ul',
      null,
      sections.map((section) => {
        const id = section.properties.id!;
        const heading = section.children.find((child) => child.type === 'element' && child.tagName === 'h2');
        const words = heading?.type === 'element' ? textOfNodes(heading.children) : id;
        const sub = /^SQ\d+$/.test(id);
        return h(sub ? 'li.sub' : 'li', null, h('a', { href: `#${id}`, title: sub ? words : null }, sub ? id : words));
      }),
    ),
  );
}

function footer({ facts }: Page): Child {
  const files =
    facts.goal.depth === 'quick'
      ? 'digest.md, references.bib, references.ris and references.json'
      : 'synthesis.md, references.bib, references.ris, references.json and audit.json';
  return h('p', null, `Made by Plumbline. Beside this file: ${files}.`);
}
