import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import type { Log } from '../../shared/runtime.ts';

/** The home's log: one JSON object a line in `logs/plumbline.log`, where stack traces go. */
export function openLog(home: string): { log: Log; path: string; flush(): void } {
  const folder = join(home, 'logs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'plumbline.log');
  const destination = pino.destination({ dest: path, sync: true });
  const logger = pino({ base: { pid: process.pid } }, destination);
  return {
    path,
    flush: () => destination.flushSync(),
    log: {
      info: (message, facts) => logger.info(facts ?? {}, message),
      warn: (message, facts) => logger.warn(facts ?? {}, message),
      error: (message, facts) => logger.error(facts ?? {}, message),
    },
  };
}
