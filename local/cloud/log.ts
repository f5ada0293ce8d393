import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pino from 'pino';
import type { Log } from '../../shared/runtime.ts';
import { logPathOf } from './home-path.ts';

/** The home's log: one JSON object a line in `logs/plumbline.log`, where stack traces go. */
export function openLog(home: string): { log: Log; path: string; flush(): void } {
  const path = logPathOf(home);
  mkdirSync(dirname(path), { recursive: true });
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
