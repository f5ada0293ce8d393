import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '../runtime.ts';

/** Structured logs of a deployed function. */
export function powertoolsLog(): Log {
  const logger = new Logger({ serviceName: 'plumbline' });
  return {
    info: (message, facts) => logger.info(message, { facts }),
    warn: (message, facts) => logger.warn(message, { facts }),
    error: (message, facts) => logger.error(message, { facts }),
  };
}
