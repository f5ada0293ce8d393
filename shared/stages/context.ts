import type { RunHandle } from '../run/handle.ts';
import type { Position } from '../run/receipt.ts';
import type { RoleCall, Runtime } from '../runtime.ts';

/** What a stage is given: its run, its place, its ports, its time. */
export interface StepContext extends RoleCall {
  readonly runtime: Runtime;
  readonly run: RunHandle;
  readonly at: Position;
}
