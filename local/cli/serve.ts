import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { UsageError } from '../../shared/contracts/errors.ts';
import { OWNER } from '../cloud/cloud.ts';
import { startSchedules } from '../cloud/scheduler.ts';
import { EXIT } from './exit.ts';
import { Interruption } from './interruption.ts';
import { drain } from './stay.ts';
import { typed } from './typed.ts';
import { withConnection } from './with-connection.ts';

const LOOK_MS = 500;

/** Owns the home until it is told to stop; a line for each run that starts or ends, the rest is in the log. */
export async function serve(command: Command, quiet: boolean): Promise<number> {
  return withConnection(
    command,
    async ({ owner, home, logPath }) => {
      if (!owner)
        throw new UsageError(
          command.optsWithGlobals<{ endpoint?: string }>().endpoint === undefined
            ? `Another process owns ${home} already; other commands use it.`
            : 'A deployed API serves itself. Leave --endpoint out.',
        );
      const { cloud, server } = owner;
      const interruption = Interruption.listen();
      const schedules = startSchedules(cloud, OWNER);
      const say = (line: string): void => {
        if (!quiet) process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
      };
      process.stdout.write(
        `Serving ${home} on 127.0.0.1:${server.port}. The log is ${logPath}. Ctrl-C stops cleanly.\n`,
      );
      for (const one of await cloud.service.schedules.list()) {
        say(`schedule ${one.id}: ${one.paused ? 'paused' : `next ${one.next ?? 'never'}`}`);
      }
      try {
        let going = new Set<string>();
        while (!interruption.caught) {
          const now = new Set(cloud.engine.active);
          for (const name of now) if (!going.has(name)) say(`started ${name}`);
          for (const name of going) if (!now.has(name)) say(`ended   ${name} ${await statusOf(name)}`);
          going = now;
          await sleep(LOOK_MS);
        }
        process.stderr.write('Stopping: what is in flight is stored. Ctrl-C again ends at once.\n');
        await schedules.stop();
        await drain(cloud);
        for (const name of cloud.engine.active) {
          process.stderr.write(typed(`Stopped. Go on with: plumbline resume ${slugOf(name)}\n`));
        }
        return EXIT.done;
      } finally {
        interruption.stop();
      }

      async function statusOf(name: string): Promise<string> {
        return (await cloud.service.meta(slugOf(name))).status;
      }
    },
    { creates: true },
  );
}

const slugOf = (execution: string): string => execution.replace(/-a\d+$/, '');
