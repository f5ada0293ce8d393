import type { Role } from '../agents/role.ts';
import type { RoleCall } from '../runtime.ts';
import { changeCircuit, OPEN_AFTER } from './circuit.ts';
import { roundOf } from './ledger.ts';
import { warn } from './warnings.ts';

/** Why a model's answer could not be had. */
export interface Reason {
  readonly status: string;
  readonly reason: string;
}

export const CIRCUIT_OPEN: Reason = {
  status: 'circuit',
  reason: `the model failed ${OPEN_AFTER} times in a row in the same way`,
};

/** Lets the extractive twin answer in the model's place, and says so in the transcript and in the report. */
export async function answerByTwin<I, W, O>(role: Role<I, W, O>, input: I, at: RoleCall, why: Reason): Promise<O> {
  const { run } = at;
  await run.event({
    stage: at.stage,
    round: roundOf(at),
    event: 'switched_source',
    id: at.step,
    role: role.name,
    status: 'extractive',
    reason: `${why.status}: ${why.reason}`.slice(0, 600),
  });
  const circuit = await changeCircuit(run, (now) => ({ ...now, twins: now.twins + 1 }));
  await warn(
    run,
    circuit.open
      ? `The model failed ${OPEN_AFTER} times in a row in the same way (${circuit.kind}); from then on the extractive agents answered.`
      : `Role ${role.name}: the extractive agent answered, because the model did not (${why.status}).`,
  );
  return role.extract(input, { embedder: run.runtime.embedder });
}
