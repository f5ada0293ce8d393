import { checkFindings, recheckFindings } from '../../shared/stages/check.ts';
import { planTick } from '../../shared/stages/discover.ts';
import { planReads } from '../../shared/stages/read.ts';
import { StepInput, steps } from '../middleware/step.ts';

/** What runs next, decided and stored before anybody is sent: ticks of discovery, second tries, waves of readers. */
export const handler = steps({
  tick: {
    role: 'wave',
    stage: 2,
    input: StepInput,
    id: (_, at) => `tick.${at.round}.${at.tick + 1}`,
    stops: true,
    run: (_, step) => planTick(step),
  },
  check: {
    role: 'wave',
    stage: 3,
    input: StepInput,
    id: (_, at) => `check.${at.round}.${at.tick}`,
    stops: true,
    run: (_, step) => checkFindings(step),
  },
  recheck: {
    role: 'wave',
    stage: 3,
    input: StepInput,
    id: (_, at) => `recheck.${at.round}.${at.tick}.${at.pass}`,
    stops: true,
    run: (_, step) => recheckFindings(step),
  },
  reads: {
    role: 'wave',
    stage: 4,
    input: StepInput,
    id: (_, at) => `reads.${at.round}.${at.wave + 1}`,
    stops: true,
    run: (_, step) => planReads(step),
  },
});
