import { reconcile } from '../../shared/run/reconcile.ts';
import { eventHandler } from '../middleware/events.ts';
import { ExecutionEvent } from '../middleware/execution-event.ts';

const HOW = { FAILED: 'failed', TIMED_OUT: 'timed out', ABORTED: 'aborted' } as const;

/** The net below the state machine: an execution that could not close its run's record has it closed here. */
export const handler = eventHandler(ExecutionEvent, async ({ detail }, { runtime, log }) => {
  const { status, input, error, cause } = detail;
  if (status === 'SUCCEEDED') return { result: 'nothing to do' };
  const why = [error, cause].filter((part) => part != null && part !== '').join(': ');
  const result = await reconcile(runtime, input, { how: HOW[status], cause: why === '' ? null : why });
  log.info('execution reconciled', { ...input, status, result });
  return { result };
});
