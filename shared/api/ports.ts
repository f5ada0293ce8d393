import type { Log, Runtime } from '../runtime.ts';
import type { Notifier } from '../schedule/notice.ts';
import type { Links } from './links.ts';
import type { Service } from './service.ts';

/** What a route's handler may use, chosen once at the edge. */
export interface ApiPorts {
  readonly log: Log;
  /** The service of one owner. */
  service(owner: string): Service;
}

/** What the functions beside the API use: starter, reconciler and digester. */
export interface ServicePorts extends ApiPorts {
  /** Store and clock; without agents. */
  readonly runtime: Runtime;
  readonly links: Links | null;
  /** null: nobody is told. */
  readonly notifier: Notifier | null;
}
