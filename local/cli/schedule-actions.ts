import type { Command } from 'commander';
import { UsageError } from '../../shared/contracts/errors.ts';
import { parseExpression } from '../../shared/schedule/expression.ts';
import type { ScheduleView } from '../../shared/schedule/schedule.ts';
import { checkTimezone } from '../../shared/schedule/times.ts';
import type { ScheduleOptions } from './commands/schedule.ts';
import { endpointOf } from './endpoint.ts';
import { finish } from './finish.ts';
import { requestOf } from './request.ts';
import { checkLibrary, libraryOf } from './run-action.ts';
import { sure } from './sure.ts';
import { typed } from './typed.ts';
import { withConnection } from './with-connection.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export async function add(topic: readonly string[], options: ScheduleOptions, command: Command): Promise<void> {
  const words = [...topic, ...(options.topic === undefined ? [] : [options.topic])];
  const { request, libraryPath } = requestOf(words, { ...options, input: false });
  const expression = expressionOf(options);
  parseExpression(expression);
  checkTimezone(options.zone);
  const flexibleMinutes = Number(options.window);
  if (!Number.isInteger(flexibleMinutes) || flexibleMinutes < 0 || flexibleMinutes > 1440) {
    throw new UsageError(`--window: "${options.window}" is no number of minutes from 0 to 1440.`);
  }
  await checkLibrary(libraryPath, endpointOf(command));
  await withConnection(
    command,
    async (connection) => {
      request.library = await libraryOf(connection, libraryPath);
      const made = await connection.api.schedules.create({
        name: (options.name ?? request.topic).slice(0, 100),
        expression,
        timezone: options.zone,
        flexibleMinutes,
        notify: options.notify,
        request: request as Parameters<typeof connection.api.schedules.create>[0]['request'],
      });
      if (options.json) return print(JSON.stringify(made));
      print(`Added ${made.id}: ${when(made)}, next ${made.next ?? 'never'}.`);
      if (connection.home !== null) print(typed('It runs while this is going: plumbline serve'));
    },
    { creates: true },
  );
}

/** `--cron` as five fields or `cron(…)`; `--rate` as `7 days` or `rate(7 days)`. */
function expressionOf({ cron, rate }: Pick<ScheduleOptions, 'cron' | 'rate'>): string {
  if ((cron === undefined) === (rate === undefined)) {
    throw new UsageError('Say when: either --cron "0 7 * * MON" or --rate "7 days".');
  }
  if (cron !== undefined) return cron;
  const every = /^(?:rate\()?\s*(\d{1,6}\s+(?:minute|hour|day)s?)\s*\)?$/i.exec(rate!.trim())?.[1];
  if (every === undefined)
    throw new UsageError(
      `--rate: "${rate!.slice(0, 40)}" is not understood. Write "7 days", "12 hours" or "30 minutes".`,
    );
  return `rate(${every.replace(/\s+/, ' ')})`;
}

const when = (one: ScheduleView): string =>
  /^rate\(/i.test(one.expression)
    ? `every ${one.expression.replace(/^rate\(|\)$/gi, '')}`
    : `${one.expression} (${one.timezone})`;

export function list(json: boolean, command: Command): Promise<void> {
  return withConnection(command, async ({ api }) => {
    const all = await api.schedules.list();
    for (const one of all) print(json ? JSON.stringify(one) : line(one));
    if (all.length === 0 && !json)
      print(typed('No schedules yet. Add one: plumbline schedule add "Raft vs Paxos" --cron "0 7 * * MON"'));
  });
}

const line = (one: ScheduleView): string =>
  [one.id.padEnd(24), (one.paused ? 'paused' : `next ${one.next ?? 'never'}`).padEnd(30), when(one)].join('  ');

export function show(id: string, json: boolean, command: Command): Promise<void> {
  return withConnection(command, async ({ api }) => {
    const one = await api.schedules.get(id);
    print(json ? JSON.stringify(one) : showText(one));
  });
}

function showText(one: ScheduleView): string {
  const { request } = one;
  const options = [
    request.depth,
    request.offline ? 'offline' : 'live',
    ...(request.library === null ? [] : [`library ${request.library}`]),
    ...(request.timeHorizon === null ? [] : [`${request.timeHorizon.from}\u2013${request.timeHorizon.to}`]),
  ];
  return [
    `${one.id}: ${one.name}`,
    `  Topic:   ${request.topic} (${options.join(' \u00b7 ')})`,
    `  When:    ${when(one)}${one.flexibleMinutes > 0 ? `, within ${one.flexibleMinutes} min` : ''}`,
    `  Next:    ${one.paused ? 'paused' : (one.next ?? 'never')}`,
    `  Last:    ${one.lastRun === null ? 'not run yet' : `${one.lastRun} at ${one.lastTime}`}`,
    `  Digests: ${typed(`plumbline schedule digests ${one.id}`)}`,
  ].join('\n');
}

export function pause(id: string, command: Command): Promise<void> {
  return withConnection(command, async ({ api }) => {
    await api.schedules.pause(id);
    print(typed(`Paused ${id}. Go on with: plumbline schedule resume ${id}`));
  });
}

export function resume(id: string, command: Command): Promise<void> {
  return withConnection(command, async ({ api }) => {
    const { next } = await api.schedules.resume(id);
    print(`Resumed ${id}, next ${next ?? 'never'}.`);
  });
}

export function runNow(id: string, json: boolean, command: Command): Promise<number> {
  return withConnection(command, async (connection) => {
    const { slug } = await connection.api.schedules.runNow(id);
    const code = await finish(connection, slug, { json, takeDefaults: true });
    const { digests: found } = await connection.api.schedules.digests(id, { limit: 1 });
    if (!json && found[0]?.slug === slug)
      print(typed(`What is new: plumbline schedule digests ${id} ${found[0].number}`));
    return code;
  });
}

export function remove(id: string, yes: boolean | undefined, command: Command): Promise<void> {
  return withConnection(command, async ({ api }) => {
    await api.schedules.get(id);
    if (!(await sure(`Delete the schedule ${id} with its digests for good?`, yes))) return;
    await api.schedules.remove(id);
    print(`Deleted ${id}; the runs it has started stay.`);
  });
}

export function digests(
  id: string,
  number: string | undefined,
  options: { readonly html?: boolean; readonly json?: boolean },
  command: Command,
): Promise<void> {
  const wanted = number === undefined ? null : Number(number);
  if (wanted !== null && (!Number.isInteger(wanted) || wanted < 1))
    throw new UsageError(`"${number}" is no number of a digest. They count from 1.`);
  return withConnection(command, async ({ api }) => {
    if (wanted !== null) {
      if (options.json) return print(JSON.stringify(await api.schedules.digest(id, wanted)));
      const text = await api.schedules.digestText(id, wanted, options.html ? 'html' : 'markdown');
      process.stdout.write(text);
      return;
    }
    let before: number | undefined;
    let any = false;
    do {
      const page = await api.schedules.digests(id, before === undefined ? {} : { before });
      any ||= page.digests.length > 0;
      for (const one of page.digests) {
        const news = `${one.papers} new papers, ${one.answers} answers, ${one.tensions} tensions, ${one.retracted} retracted`;
        print(
          options.json ? JSON.stringify(one) : `${String(one.number).padStart(4)}  ${one.time}  ${news}  ${one.slug}`,
        );
      }
      before = page.next ?? undefined;
    } while (before !== undefined);
    if (!any && !options.json) print(typed(`No digests yet. Run it now: plumbline schedule run ${id}`));
  });
}
