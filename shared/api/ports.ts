import type { Log } from '../runtime.ts';
import type { Service } from './service.ts';

/** What a route's handler may use, chosen once at the edge. */
export interface ApiPorts {
  readonly log: Log;
  /** The service of one owner. */
  service(owner: string): Service;
}
