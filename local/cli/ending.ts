import { join } from 'node:path';
import * as z from 'zod';
import type { RunView } from '../../shared/api/views.ts';
import { Synthesis } from '../../shared/contracts/synthesis.ts';
import { shortName } from '../../shared/present/names.ts';
import { stopWords } from '../../shared/run/stops.ts';
import { CanonicalRecord } from '../../shared/stages/collation-files.ts';
import type { Connection } from './connect.ts';
import type { Progress } from './progress.ts';
import { typed } from './typed.ts';

const decoder = new TextDecoder();
const MOST = 3;
/** Open sub-questions that are told here; the synthesis has all. */
const MOST_OPEN = 5;

/** How a run ended, for people and for programs. */
export interface Ending {
  readonly findings: readonly string[];
  /** What could not be answered, with the reason. */
  readonly unanswered: readonly string[];
  /** The counts of stage 8, as the summary words them. */
  readonly counts: readonly string[];
  readonly failures: readonly string[];
  readonly tensions: readonly string[];
  /** What the reference numbers stand for (`Dao et al. 2022`), the first for [1]; empty without a synthesis. */
  readonly works: readonly string[];
  /** Files by name, whole paths where they are on this machine. */
  readonly paths: Readonly<Record<string, string>>;
}

const FILES = {
  report: 'report.html',
  synthesis: 'synthesis.md',
  digest: 'digest.md',
  plan: 'plan.md',
  transcript: 'transcript.jsonl',
} as const;

/** Whether a run left something to read. */
export const hasResult = ({ paths }: Pick<Ending, 'paths'>): boolean =>
  paths.synthesis !== undefined || paths.digest !== undefined;

/** Gathers the end of a run from what it stored. */
export async function endingOf({ api, home }: Connection, view: RunView, progress: Progress): Promise<Ending> {
  const { slug } = view;
  const text = async (path: string): Promise<string | null> => {
    const bytes = await api.artifact(slug, path);
    return bytes === undefined ? null : decoder.decode(bytes);
  };
  const [files, summary, json] = [
    await api.artifacts(slug),
    await text('summary.txt'),
    view.request.depth === 'quick' ? null : await text('synthesis.json'),
  ];
  const synthesis = json === null ? null : Synthesis.parse(JSON.parse(json));
  const blocks = (summary ?? '').trimEnd().split('\n\n');
  const found = blocks.find((block) => /^Top \d+ findings:/.test(block));
  const records = synthesis === null ? null : await text('records.json');
  const digest = view.request.depth === 'quick' ? await text('digest.md') : null;
  const at = (name: string) => (home === null ? name : join(home, 'runs', slug, name));
  return {
    findings:
      found === undefined
        ? firstOf(digest)
        : found
            .split('\n')
            .slice(1)
            .map((line) => line.replace(/^\s*\d+\.\s+/, '')),
    unanswered:
      synthesis === null ? openNodes(view) : synthesis.unanswered.map(({ sq, text: why }) => withNode(sq, why)),
    counts: summary === null ? [] : blocks[0]!.split('\n'),
    failures: progress.failures,
    tensions: (synthesis?.tensions ?? []).map(({ id, sentences }) => `${id}: ${sentences[0]?.text ?? ''}`),
    works: synthesis === null || records === null ? [] : worksIn(synthesis.references, records),
    paths: Object.fromEntries(
      Object.entries(FILES).flatMap(([name, file]) => (files.includes(file) ? [[name, at(file)]] : [])),
    ),
  };
}

/** A number says nothing at a terminal: the works behind the references, by name. */
function worksIn(references: readonly string[], json: string): string[] {
  const records = z.array(CanonicalRecord).parse(JSON.parse(json));
  const names = new Map(records.flatMap(({ record }) => record.ids.map((id) => [id, shortName(record)] as const)));
  return references.map((id) => names.get(id) ?? id);
}

/** A finding with the works that its numbers stand for. */
function named(finding: string, works: readonly string[]): string {
  const numbers = [...finding.matchAll(/\[([\d, ]+)\]/g)].flatMap((match) => match[1]!.split(',').map(Number));
  const names = [...new Set(numbers)].flatMap((n) => works[n - 1] ?? []);
  return names.length === 0 ? finding : `${finding} ${names.join('; ')}`;
}

/** The first works of a digest, each once however many sub-questions found it: nothing was read, so nothing is concluded. */
export function firstOf(digest: string | null): string[] {
  const lines = (digest ?? '').split('\n## Methodology\n')[0]!.split('\n');
  return [...new Set(lines.filter((line) => line.startsWith('- ')))].slice(0, MOST).map((line) =>
    line
      .slice(2)
      .replaceAll('**', '')
      .replace(/\\([^\w\s])/g, '$1'),
  );
}

function openNodes(view: RunView): string[] {
  return view.nodes
    .filter(({ id, status }) => id !== 'root' && (status === 'failed' || status === 'skipped'))
    .map(({ id, question, reason }) => withNode(id, `${question}${reason === null ? '' : ` (${reason})`}`));
}

const withNode = (sq: string | null, text: string): string =>
  sq === null || text.startsWith(sq) ? text : `${sq}: ${text}`;

/** The end as it is read: what was found first, what to do next last. */
export function endingText(view: RunView, ending: Ending, hasKey: boolean): string {
  if (!hasResult(ending)) {
    return typed(
      `\u2717 Nothing was written: ${view.reason === null ? 'the run ended' : stopWords(view.reason)} before there was anything to write up.\n  Go on with: plumbline resume ${view.slug}`,
    );
  }
  const { findings, unanswered, failures, tensions, paths } = ending;
  const quick = view.request.depth === 'quick';
  const parts: string[] = [];
  if (findings.length > 0) {
    const [rank, what] = quick ? ['First', 'result'] : ['Top', 'finding'];
    const title = findings.length === 1 ? `${rank} ${what}:` : `${rank} ${findings.length} ${what}s:`;
    parts.push([title, ...findings.map((line, at) => `  ${at + 1}. ${named(line, ending.works)}`)].join('\n'));
  } else parts.push('Nothing was found that a finding could rest on.');
  parts.push(
    unanswered.length === 0
      ? view.reason !== null && view.nodes.every(({ id }) => id === 'root')
        ? 'Not answered: everything; the run was stopped before it had sub-questions.'
        : 'Not answered: nothing; every sub-question has something to rest on.'
      : [
          `Not answered (${unanswered.length}):`,
          ...unanswered.slice(0, MOST_OPEN).map((line) => `  - ${line}`),
          ...(unanswered.length > MOST_OPEN ? [`  \u2026 and ${unanswered.length - MOST_OPEN} more`] : []),
        ].join('\n'),
  );
  const onStarter = view.request.offline && view.request.library === null;
  if (onStarter && view.papers === 0 && view.reason === null) {
    parts.push(
      typed(
        'The starter library holds nothing on this topic (docs/examples.md has topics it answers).\n  Leave --offline out to search the sources, or bring your own papers: plumbline run "<topic>" --library <path>',
      ),
    );
  }
  const { calls, used, cost } = view.budget;
  parts.push(
    [
      ...ending.counts,
      listLine('Failures', failures),
      ...(quick ? [] : [listLine('Tensions', tensions)]),
      `  Cost: ${calls} model calls, ${used} tokens, $${cost.toFixed(2)}`,
      ...view.warnings.map((warning) => `! ${warning}`),
    ].join('\n'),
  );
  parts.push(
    Object.entries(paths)
      .map(([name, path]) => `${`${name[0]!.toUpperCase()}${name.slice(1)}:`.padEnd(12)}${path}`)
      .join('\n'),
  );
  if (view.reason !== null) parts.push(typed(stoppedText(view)));
  if (!hasKey && view.request.model !== 'extractive') {
    parts.push(
      'Written without a model. With ANTHROPIC_API_KEY set (export ANTHROPIC_API_KEY=…, without --offline) models read, criticise and write.',
    );
  }
  if (onStarter && !quick && findings.length > 0) {
    parts.push(
      "Quotations are from the starter library's own descriptions of the works, not from the papers. \u1d43 abstract only, \u1d56 preprint.",
    );
  }
  parts.push(typed(`Next: plumbline open ${view.slug}\n  or: plumbline export ${view.slug} --format bib`));
  return parts.filter((part) => part !== '').join('\n\n');
}

function stoppedText(view: RunView): string {
  if (view.reason === 'budget') {
    return `Stopped early (budget). Go on with a larger one: plumbline resume ${view.slug} --budget=<N>k-tokens`;
  }
  return `Stopped early (${view.reason}). Go on with: plumbline resume ${view.slug}`;
}

function listLine(name: string, items: readonly string[]): string {
  if (items.length === 0) return `  ${name}: none`;
  const more = items.length > MOST ? [`    \u2026 and ${items.length - MOST} more`] : [];
  return [`  ${name}: ${items.length}`, ...items.slice(0, MOST).map((item) => `    - ${item}`), ...more].join('\n');
}
