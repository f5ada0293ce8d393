/** Step Functions' limit of history events per execution. */
export const EVENT_LIMIT = 25_000;

interface Logged {
  readonly type: string;
  readonly state?: { readonly type: string };
}

/** History events per state that is entered and left, as the service writes them. */
const PER_STATE: Record<string, number> = {
  Task: 5,
  Map: 4,
  Parallel: 4,
  Choice: 2,
  Pass: 2,
  Wait: 2,
  Succeed: 2,
  Fail: 1,
};
const PER_ITERATION = 2;
const PER_RETRY = 3;

/** Counts history events as the service would, and stops an execution that would not be possible there. */
export class EventCount {
  total = 1;

  async follow(events: AsyncGenerator<unknown>, stop: () => void): Promise<void> {
    for await (const event of events as AsyncGenerator<Logged>) {
      this.add(event);
      if (this.total > EVENT_LIMIT) {
        stop();
        return;
      }
    }
  }

  add(event: Logged): void {
    if (event.type === 'StateEntered') this.total += PER_STATE[event.state?.type ?? ''] ?? 2;
    else if (event.type === 'MapIterationStarted' || event.type === 'ParallelBranchStarted')
      this.total += PER_ITERATION;
    else if (event.type === 'StateRetried') this.total += PER_RETRY;
  }
}
