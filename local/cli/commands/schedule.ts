import type { Command } from 'commander';
import type { RunOptions } from '../request.ts';
import { runOptions } from '../run-options.ts';

/** Options of `schedule add` beside those of a run. */
export interface ScheduleOptions extends RunOptions {
  readonly topic?: string;
  readonly cron?: string;
  readonly rate?: string;
  readonly zone: string;
  readonly name?: string;
  readonly window: string;
  readonly notify: boolean;
  readonly json?: boolean;
}

export function scheduleCommand(program: Command): void {
  const schedule = program
    .command('schedule')
    .description(
      'recurring topics: each run reports only what is new since the last (`plumbline serve` runs them here)',
    );
  const actions = () => import('../schedule-actions.ts');
  runOptions(
    schedule
      .command('add')
      .description('research a topic again and again')
      .argument('[topic...]', 'what to research, in your own words')
      .option('--topic <text>', 'the same, as an option')
      .option('--cron <fields>', 'minute hour day month weekday, e.g. "0 7 * * MON"')
      .option('--rate <every>', 'steady distance: "7 days", "12 hours", "30 minutes"')
      .option('--zone <name>', 'IANA time zone of --cron, e.g. Europe/Berlin', 'UTC')
      .option('--name <name>', 'what it is called; default: the topic')
      .option('--window <minutes>', 'start anywhere within so many minutes after the time', '0')
      .option('--no-notify', 'send no notice when there is something new (deployed only)'),
  )
    .option('--json', 'print the schedule as JSON')
    .action(async (topic: string[], options: ScheduleOptions, self: Command) =>
      (await actions()).add(topic, options, self),
    );
  schedule
    .command('list')
    .description('your schedules and their next times')
    .option('--json', 'one JSON object a line')
    .action(async (options: { json?: boolean }, self: Command) => (await actions()).list(options.json ?? false, self));
  const one = (name: string, description: string) =>
    schedule
      .command(name)
      .description(description)
      .argument('<id>', 'the schedule, as `plumbline schedule list` shows it');
  one('show', 'one schedule: what, when, the last run')
    .option('--json', 'print it as JSON')
    .action(async (id: string, options: { json?: boolean }, self: Command) =>
      (await actions()).show(id, options.json ?? false, self),
    );
  one('pause', 'no run until it is resumed').action(async (id: string, _options: object, self: Command) =>
    (await actions()).pause(id, self),
  );
  one('resume', 'go on; times that passed meanwhile are not made up for').action(
    async (id: string, _options: object, self: Command) => (await actions()).resume(id, self),
  );
  one('run', 'run it now, outside its rhythm, and follow it')
    .option('--json', 'print one JSON object at the end')
    .action(async (id: string, options: { json?: boolean }, self: Command) => {
      process.exitCode = await (await actions()).runNow(id, options.json ?? false, self);
    });
  one('remove', 'delete it with its digests; the runs it has started stay')
    .option('--yes', 'do not ask')
    .action(async (id: string, options: { yes?: boolean }, self: Command) =>
      (await actions()).remove(id, options.yes, self),
    );
  one('digests', 'what each run found new, newest first; with a number the digest itself')
    .argument('[number]', 'a digest to read')
    .option('--html', 'as HTML instead of Markdown')
    .option('--json', 'as JSON')
    .action(
      async (id: string, number: string | undefined, options: { html?: boolean; json?: boolean }, self: Command) =>
        (await actions()).digests(id, number, options, self),
    );
}
