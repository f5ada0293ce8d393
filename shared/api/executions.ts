/** How executions are started and asked about: Step Functions in the cloud, the engine on one machine. */
export interface Executions {
  /** Starts attempt n; a name that exists already is the same execution (duplicate deliveries are harmless). */
  start(owner: string, slug: string, attempt: number): Promise<void>;
  /** Whether the execution of an attempt is proved ended. */
  hasEnded(owner: string, slug: string, attempt: number): Promise<boolean>;
}
