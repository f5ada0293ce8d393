import type { DomainMap, MissingPerspective } from '../../contracts/analysis.ts';
import type { PlanNode } from '../../contracts/plan.ts';
import type { DomainInput, ReadPaper } from '../inputs.ts';
import { midSentence, phrases } from '../reader/phrases.ts';
import { numeral } from '../synthesize/wording.ts';
import { CHECKLIST, type Perspective, type PerspectiveName, perspective } from './perspectives.ts';

/** A node with this many works or fewer has not been answered from a literature. */
const THIN_COVERAGE = 1;
/** Unread works that must show a perspective before its absence among the read ones is called critical. */
const SHOWN_BY_UNREAD = 2;
const MOST_UNDER_READ = 5;
/** Years behind the newest candidate from which the papers read are no longer recent. */
const RECENT_YEARS = 3;

/** The domain critic without a model: clusters by their own words, what is missing and how one knows, what to read next. */
export function mapDomain(input: DomainInput): DomainMap {
  const missing = [...thinNodes(input), ...missingFromChecklist(input)];
  return {
    clusters: labelled(input),
    missing_perspectives: missing,
    proposed_sub_questions: missing.map((m) => m.question),
    under_read: underRead(input),
    notes: notesOn(input),
  };
}

/** Sub-questions that the search left with one work or none, unless they came from a replan already. */
function thinNodes({ plan, coverage }: DomainInput): MissingPerspective[] {
  return plan.nodes
    .filter((node) => node.id !== plan.root_id && node.revision === 0 && node.status !== 'skipped')
    .filter((node) => coverage[node.id] !== undefined && coverage[node.id]! <= THIN_COVERAGE)
    .map((node) => ({
      name: `evidence for ${node.id}`,
      critical: true,
      why: `${coverage[node.id] === 0 ? 'No work' : 'Only one work'} was found for ${node.id} (${midSentence(bare(node.question))}).`,
      question: `Under which other names is this studied: ${midSentence(bare(node.question))}?`,
      kind: node.kind,
      depends_on: [],
    }));
}

function missingFromChecklist(input: DomainInput): MissingPerspective[] {
  if (input.papers.length === 0) return [];
  const { required, welcome } = CHECKLIST[input.goal.question_shape];
  return [...required, ...welcome].flatMap((name) => {
    const what = perspective(name);
    if (isCovered(name, what, input)) return [];
    const shown = input.unread.filter((u) =>
      showsIn(name, what, `${u.record.title ?? ''}. ${u.record.abstract ?? ''}`, u.record.year, input),
    );
    const asked = input.plan.nodes.find((node) => node.id !== input.plan.root_id && asks(node, what));
    const critical =
      required.includes(name) &&
      (shown.length >= SHOWN_BY_UNREAD || (asked !== undefined && asked.status === 'done' && shown.length > 0));
    return [
      {
        name: what.name,
        critical,
        why: whyMissing(what, input, shown.length, asked),
        question: what.question(midSentence(bare(input.goal.topic))),
        kind: what.kind,
        depends_on: asked === undefined ? [] : [asked.id],
      },
    ];
  });
}

function whyMissing(what: Perspective, input: DomainInput, shown: number, asked: PlanNode | undefined): string {
  const n = input.papers.length;
  const base =
    what.name === 'recent work'
      ? `The newest of the ${numeral(n)} papers read is from ${newestRead(input) ?? 'an unknown year'}`
      : `In the ${numeral(n)} ${input.papers.every(({ note }) => note.access === 'abstract') ? 'abstracts' : 'texts'} read, ${what.name} ${/s$/.test(what.name) ? 'were' : 'was'} not found`;
  const unread =
    shown === 0
      ? ''
      : shown === 1
        ? ', though one work that was found but not read speaks of it'
        : `, though ${numeral(shown)} works that were found but not read speak of it`;
  const tail =
    what.name === 'recent work' && shown > 0
      ? `, while ${numeral(shown)} newer ${shown === 1 ? 'work was' : 'works were'} found but not read`
      : unread;
  return `${base}${tail}${asked === undefined ? '' : `; ${asked.id} asks for it`}.`;
}

function isCovered(name: PerspectiveName, what: Perspective, input: DomainInput): boolean {
  if (name === 'recent') {
    const newest = newestRead(input);
    const found = Math.max(newest ?? 0, ...input.unread.map((u) => u.record.year ?? 0));
    return newest === null || found - newest < RECENT_YEARS;
  }
  return input.papers.some((paper) => what.pattern.test(saidBy(paper)));
}

function showsIn(
  name: PerspectiveName,
  what: Perspective,
  text: string,
  year: number | null,
  input: DomainInput,
): boolean {
  if (name === 'recent') return year !== null && year > (newestRead(input) ?? Number.POSITIVE_INFINITY);
  return what.pattern.test(text);
}

/** All that was read: to say that a perspective is missing it must stand nowhere. */
function saidBy({ note, text }: ReadPaper): string {
  return `${note.title}. ${note.tldr} ${text.text}`;
}

function asks(node: PlanNode, what: Perspective): boolean {
  return what.pattern.test(node.question);
}

/** Unread works for sub-questions on which fewer than two papers were read, best first. */
function underRead(input: DomainInput): string[] {
  const readFor = new Map<string, number>();
  for (const { note } of input.papers) for (const sq of note.sq) readFor.set(sq, (readFor.get(sq) ?? 0) + 1);
  const thin = new Set(
    input.plan.nodes.filter((n) => n.id !== input.plan.root_id && (readFor.get(n.id) ?? 0) < 2).map((n) => n.id),
  );
  const best = input.unread[0]?.score ?? 0;
  return input.unread
    .filter((u) => (u.record.abstract ?? '').length >= 50 && !u.record.retracted && !u.record.withdrawn)
    .filter((u) => u.sq.some((sq) => thin.has(sq)) && u.score >= 0.6 * best)
    .slice(0, MOST_UNDER_READ)
    .map((u) => u.record.id);
}

/** Clusters under the name that their papers share and other clusters do not. */
function labelled(input: DomainInput): DomainMap['clusters'] {
  const titles = new Map<string, string>();
  for (const { note } of input.papers)
    for (const id of note.ids.concat(note.id)) titles.set(id, `${note.title}. ${note.tldr}`);
  for (const { record } of input.unread)
    for (const id of record.ids.concat(record.id)) titles.set(id, `${record.title ?? ''}. ${record.abstract ?? ''}`);
  const topic = new Set(phrases(input.goal.topic).map((p) => p.key));
  const counted = input.clusters.map((cluster) => {
    const counts = new Map<string, { text: string; n: number }>();
    for (const id of cluster.papers) {
      const seen = new Set<string>();
      for (const { key, text } of phrases(titles.get(id) ?? '')) {
        if (seen.has(key) || topic.has(key)) continue;
        seen.add(key);
        counts.set(key, { text: counts.get(key)?.text ?? text, n: (counts.get(key)?.n ?? 0) + 1 });
      }
    }
    return counts;
  });
  return input.clusters.map((cluster, at) => {
    const best = [...counted[at]!]
      .map(([key, { text, n }]) => ({
        key,
        text,
        score:
          n / cluster.papers.length -
          Math.max(
            0,
            ...counted
              .filter((_, i) => i !== at)
              .map((other, i) => (other.get(key)?.n ?? 0) / Math.max(1, input.clusters[i]?.papers.length ?? 1)),
          ),
        n,
      }))
      .filter((entry) => entry.n >= 2)
      .sort((a, b) => b.score - a.score || b.key.length - a.key.length || (a.key < b.key ? -1 : 1))
      .slice(0, 2);
    const first = cluster.papers
      .map((id) => phrases(titles.get(id) ?? '').find((p) => !topic.has(p.key))?.text)
      .find((t) => t !== undefined);
    const label =
      best.length === 0
        ? first === undefined
          ? cluster.label
          : midSentence(first)
        : best.map((entry) => midSentence(entry.text)).join(', ');
    return { label, papers: [...cluster.papers] };
  });
}

function notesOn(input: DomainInput): string[] {
  const full = input.papers.filter((p) => p.note.access === 'full').length;
  const years = input.papers.map((p) => p.note.year).filter((y) => y !== null);
  const notes = [
    `${input.papers.length} papers were read, ${full} of them in full; ${input.unread.length} candidates were not read.`,
  ];
  if (years.length > 1) notes.push(`The papers read are from ${Math.min(...years)} to ${Math.max(...years)}.`);
  return notes;
}

function newestRead(input: DomainInput): number | null {
  const years = input.papers.map((p) => p.note.year).filter((y) => y !== null);
  return years.length === 0 ? null : Math.max(...years);
}

function bare(text: string): string {
  return text.trim().replace(/[?.!\s]+$/, '');
}
