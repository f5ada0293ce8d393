import type { Anchor } from '../../contracts/note.ts';
import type { Sentence, Synthesis } from '../../contracts/synthesis.ts';
import type { AuditEntry, AuditStatus } from '../../evidence/audit.ts';
import { safeUrl } from '../escape.ts';
import type { Work } from '../reference.ts';
import type { Page } from './document.ts';
import { passage } from './evidence.ts';
import { type Child, type ElementNode, h } from './html.ts';
import { count } from './parts.ts';

const SHOWN_AUTHORS = 8;
const STATUS: Readonly<Record<AuditStatus, string>> = {
  resolved: 'checked',
  mismatch: 'does not match its id',
  retracted: 'retracted',
  corrected: 'has a correction notice',
  has_published_version: 'has a published version',
  not_found: 'not found',
  unchecked: 'unchecked',
};

/** The cited works: what each is, how it was read, what the registers say about it, and the passages quoted from it. */
export function references(page: Page, synthesis: Synthesis): ElementNode {
  const quotes = quotesOf(synthesis);
  return h(
    'section',
    { id: 'references', 'aria-labelledby': 'references-h' },
    h('h2', { id: 'references-h' }, 'References'),
    h('p.note', null, page.audit.note),
    synthesis.references.length === 0
      ? h('p', null, 'Nothing is cited.')
      : h(
          'ol.refs',
          null,
          synthesis.references.map((id, at) => reference(page, id, at + 1, quotes.get(id) ?? [])),
        ),
  );
}

function reference(page: Page, id: string, number: number, quotes: readonly Anchor[]): ElementNode {
  const work = page.works.get(id);
  const audit = page.audited.get(id) ?? (work === undefined ? undefined : page.audited.get(work.id));
  return h(
    'li',
    { id: `ref-${number}` },
    work === undefined ? id : describe(work),
    h(
      'span.marks',
      null,
      marksOf(work, audit).map(([kind, words]) => [h(`span.mark.${kind}`, null, words), ' ']),
    ),
    audit === undefined || audit.status === 'resolved' || (audit.status === 'unchecked' && !page.audit.asked)
      ? null
      : h('p.where', null, audit.reasons.join(' ')),
    quotes.length === 0
      ? null
      : h(
          'details.quotes',
          null,
          h('summary', null, `${count(quotes.length, 'passage')} used`, h('span.vh', null, ` of reference ${number}`)),
          quotes.map((anchor) => passage(page, id, anchor, null)),
        ),
  );
}

function describe(work: Work): Child[] {
  const shown = work.authors.slice(0, SHOWN_AUTHORS).join(', ');
  const authors = shown === '' ? 'Unknown authors' : work.authors.length > SHOWN_AUTHORS ? `${shown} et al.` : shown;
  const url = work.url === null ? null : safeUrl(work.url);
  const title = h('cite', { dir: 'auto' }, work.title);
  return [
    h('span.authors', null, authors),
    ` (${work.year ?? 'undated'}). `,
    url === null ? title : h('a', { href: url, rel: 'noopener noreferrer' }, title),
    '. ',
    work.venue === null ? null : `${work.venue}. `,
    h('span.id', null, work.id),
    ' ',
  ];
}

/** Marks as `[class, words]`: how it was read, then what the audit found. */
function marksOf(work: Work | undefined, audit: AuditEntry | undefined): [string, string][] {
  const status = audit?.status ?? 'unchecked';
  const bad = status === 'retracted' || status === 'mismatch' || status === 'not_found';
  return [
    ...(work?.preprint ? [['plain', 'preprint'] as [string, string]] : []),
    ...(work?.access === 'abstract' ? [['plain', 'read as abstract only'] as [string, string]] : []),
    ...(work?.access === null ? [['plain', 'not read in depth'] as [string, string]] : []),
    ...(work?.retracted && status !== 'retracted' ? [['bad', 'retracted'] as [string, string]] : []),
    [bad ? 'bad' : status === 'resolved' ? 'good' : 'plain', STATUS[status]],
  ];
}

/** Every passage that the synthesis rests on, by work, in the order of their first use, each once. */
function quotesOf(synthesis: Synthesis): Map<string, Anchor[]> {
  const sentences: Sentence[] = [
    ...synthesis.answer,
    ...synthesis.sections.flatMap((section) => section.paragraphs.flat()),
    ...synthesis.tensions.flatMap((tension) => tension.sentences),
    ...synthesis.gaps,
  ];
  const quotes = new Map<string, Anchor[]>();
  for (const { paper, anchor } of sentences.flatMap((sentence) => sentence.support)) {
    const known = quotes.get(paper) ?? [];
    if (!known.some((one) => one.start <= anchor.start && one.end >= anchor.end)) quotes.set(paper, [...known, anchor]);
  }
  return quotes;
}
