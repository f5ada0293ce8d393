import { drawSvg } from '../../plan/draw-svg.ts';
import { charts } from './charts.ts';
import { citationPicture } from './citation-picture.ts';
import type { Page } from './document.ts';
import { type ElementNode, h } from './html.ts';
import { planWords } from './method.ts';
import { scroller } from './parts.ts';
import { svgFigure } from './svg.ts';

/** The colours that the plan's drawing uses, as class stems. */
const PLAN_COLOURS = {
  '#f4f4f5': 'pending',
  '#71717a': 'line',
  '#fef9c3': 'running',
  '#a16207': 'running',
  '#dcfce7': 'done',
  '#15803d': 'done',
  '#fee2e2': 'failed',
  '#b91c1c': 'failed',
  '#f5f5f4': 'skipped',
  '#a8a29e': 'skipped',
  '#18181b': 'ink',
  black: 'ink',
};

/** The plan of sub-questions as a drawing, and in words. */
export async function plan(page: Page): Promise<ElementNode> {
  const { facts } = page;
  const inner = facts.plan.nodes.filter((node) => node.id !== facts.plan.root_id);
  const desc = inner
    .map(
      (node) =>
        `${node.id}, ${node.status}${node.depends_on.length > 0 ? `, after ${node.depends_on.join(' and ')}` : ''}`,
    )
    .join('; ');
  const drawing = { id: 'plan', title: 'The plan of sub-questions', desc: `${desc}.`, colours: PLAN_COLOURS };
  return h(
    'section',
    { id: 'plan', 'aria-labelledby': 'plan-h' },
    h('h2', { id: 'plan-h' }, 'The plan'),
    h(
      'figure.plan',
      null,
      scroller('Drawing of the plan', svgFigure(await drawSvg(facts.plan), drawing)),
      h('figcaption', null, 'The topic on top; an arrow leads from a question to what it helps to answer.'),
    ),
    planWords(facts),
  );
}

/** The works in pictures: who cites whom, when they appeared, where they were found. */
export async function pictures(page: Page): Promise<ElementNode | null> {
  const citations = citationPicture(page);
  if (citations === null && page.records.length === 0) return null;
  return h(
    'section',
    { id: 'works', 'aria-labelledby': 'works-h' },
    h('h2', { id: 'works-h' }, 'The works'),
    citations,
    await charts(page),
  );
}
