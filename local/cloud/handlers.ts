import { handler as answerer } from '../../lambdas/answerer/handler.ts';
import { handler as collator } from '../../lambdas/collator/handler.ts';
import { handler as critic } from '../../lambdas/critic/handler.ts';
import { handler as intake } from '../../lambdas/intake/handler.ts';
import { handler as planner } from '../../lambdas/planner/handler.ts';
import { handler as presenter } from '../../lambdas/presenter/handler.ts';
import { handler as questioner } from '../../lambdas/questioner/handler.ts';
import { handler as reader } from '../../lambdas/reader/handler.ts';
import { handler as replanner } from '../../lambdas/replanner/handler.ts';
import { handler as researcher } from '../../lambdas/researcher/handler.ts';
import { handler as synthesizer } from '../../lambdas/synthesizer/handler.ts';
import { handler as verifier } from '../../lambdas/verifier/handler.ts';
import { handler as wave } from '../../lambdas/wave/handler.ts';

/** Handlers by the placeholder that the state machine names them with. */
export const HANDLERS = {
  IntakeFunction: intake,
  PlannerFunction: planner,
  WaveFunction: wave,
  ResearcherFunction: researcher,
  AnswererFunction: answerer,
  CollatorFunction: collator,
  ReaderFunction: reader,
  CriticFunction: critic,
  ReplannerFunction: replanner,
  SynthesizerFunction: synthesizer,
  VerifierFunction: verifier,
  PresenterFunction: presenter,
  QuestionerFunction: questioner,
} as const;
