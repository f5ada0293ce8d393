import type { Links } from '../api/links.ts';
import { oneLine } from '../present/escape.ts';
import type { Runtime } from '../runtime.ts';
import { holds } from '../store/holds.ts';
import { keys } from '../store/keys.ts';
import { type Digest, hasNews } from './digest/digest.ts';
import { digestFile, schedulePrefix } from './digest/files.ts';
import { headline } from './digest/markdown.ts';
import { listLines, readDigest } from './digest/read.ts';
import { findSchedule } from './rows.ts';

/** Tells people that there is something new. */
export interface Notifier {
  /** @param subject one line of ASCII, at most 100 characters */
  notify(owner: string, subject: string, text: string): Promise<void>;
}

const TITLES = 10;

/**
 * Sends the notices of digests that have news and were not told of yet, each once: it is claimed before it is sent, and
 * given back when sending fails.
 * @returns numbers of the digests told of
 */
export async function sendNotices(
  runtime: Runtime,
  notifier: Notifier,
  links: Links | null,
  owner: string,
  id: string,
): Promise<number[]> {
  const schedule = await findSchedule(runtime.table, owner, id);
  if (!schedule?.notify) return [];
  const sent: number[] = [];
  for (const line of await listLines(runtime, owner, id)) {
    const key = keys.digest(owner, id, line.number);
    if ((await runtime.table.get(key))?.noticed === true) continue;
    const unnoticed = { exists: true, equals: { noticed: null } };
    // Otherwise another delivery tells of it.
    if (!(await holds(() => runtime.table.update(key, { set: { noticed: true } }, unnoticed)))) continue;
    try {
      const digest = await readDigest(runtime, owner, id, line);
      if (!hasNews(digest)) continue;
      const page = digestFile(schedulePrefix(runtime, owner, id), line, 'digest.html');
      const link = links === null ? null : await links.link(page);
      await notifier.notify(owner, subjectOf(digest), textOf(digest, link));
      sent.push(line.number);
    } catch (error) {
      await runtime.table.update(key, { remove: ['noticed'] }, { exists: true });
      throw error;
    }
  }
  return sent;
}

function subjectOf(digest: Digest): string {
  return `Plumbline: ${digest.name}, digest ${digest.number}`.replace(/[^\x20-\x7e]/g, '?').slice(0, 100);
}

function textOf(digest: Digest, link: { url: string; expires: string } | null): string {
  const titles = digest.papers.slice(0, TITLES).map(({ title, id }) => `- ${oneLine(title)} (${id})`);
  const more = digest.papers.length - titles.length;
  return [
    headline(digest),
    ...(titles.length > 0 ? ['', 'New papers:', ...titles, ...(more > 0 ? [`- and ${more} more`] : [])] : []),
    ...(digest.answers.length > 0
      ? ['', 'Answers that changed:', ...digest.answers.map(({ question }) => `- ${oneLine(question)}`)]
      : []),
    '',
    ...(link === null ? [] : [`Read it: ${link.url}`, `The link is good until ${link.expires}.`]),
    `Later: plumbline schedule digest ${digest.schedule} ${digest.number}`,
  ].join('\n');
}
