import type { Anchor } from '../../contracts/note.ts';
import { safeUrl } from '../escape.ts';
import { shortName } from '../names.ts';
import type { Page } from './document.ts';
import { sourcePlace } from './fragment.ts';
import { type Child, type ElementNode, h } from './html.ts';

/** Characters of the surrounding text shown before and behind a quote. */
const CONTEXT = 160;

/** A passage of a source: the quote in its surroundings, where it stands, and the way to it. */
export function passage(page: Page, paper: string, anchor: Anchor, remark: string | null): ElementNode {
  const work = page.works.get(paper);
  const text = page.texts.get(work?.id ?? paper) ?? page.texts.get(paper) ?? null;
  const library = page.facts.findings.some((f) => f.researcher === 'library' && f.papers.some((p) => p.id === paper));
  // The page of a library's record shows its abstract at most; the starter library's abstracts stand on no page.
  const foreign = page.foreignTexts ? library : text?.origin === 'library' && anchor.section !== 'Abstract';
  const place = sourcePlace(work?.url ?? null, anchor.quote, text, foreign);
  const [before, after] = contextOf(text?.text ?? null, anchor);
  const where = [anchor.section, remark].filter((part) => part !== null && part !== '').join(' · ');
  return h(
    'div.passage',
    null,
    h(
      'blockquote',
      { dir: 'auto', cite: work?.url == null ? null : safeUrl(work.url) },
      before === '' ? null : h('span.context', null, `${before} `),
      h('mark', null, anchor.quote),
      after === '' ? null : h('span.context', null, ` ${after}`),
    ),
    h(
      'p.where',
      null,
      where,
      place === null || where === '' ? null : ' · ',
      place === null
        ? null
        : h(
            'a',
            { href: place.href, rel: 'noopener noreferrer' },
            place.exact ? 'read it at the source' : 'open the source',
          ),
    ),
  );
}

/** The words around an anchor, cut at words; empty when the text at hand is not the one that was quoted. */
function contextOf(text: string | null, { start, end, quote }: Anchor): [string, string] {
  if (text === null || text.slice(start, end) !== quote) return ['', ''];
  const before = text.slice(Math.max(0, start - CONTEXT), start);
  const after = text.slice(end, end + CONTEXT);
  const paragraph = (part: string, last: boolean) =>
    (last ? part.split(/\n{2,}/).at(-1)! : part.split(/\n{2,}/)[0]!).trim();
  const head = paragraph(before, true);
  const tail = paragraph(after, false);
  const cutHead = start > CONTEXT && head.length > CONTEXT - 20 ? `… ${head.replace(/^\S*\s+/, '')}` : head;
  const cutTail = tail.length > CONTEXT - 20 ? `${tail.replace(/\s+\S*$/, '')} …` : tail;
  return [cutHead, cutTail];
}

/** `Vaswani et al. 2017`, linked to its reference. */
export function workLink(page: Page, paper: string): Child {
  const work = page.works.get(paper);
  const number = page.numbers.get(work?.id ?? paper) ?? page.numbers.get(paper);
  const name = work === undefined ? paper : shortName(work);
  return number === undefined ? name : h('a.work', { href: `#ref-${number}` }, `${name} [${number}]`);
}
