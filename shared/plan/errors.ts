import { PlumblineError } from '../contracts/errors.ts';
import type { PlanError } from './invariants.ts';

/** A plan breaks an invariant: it is not executed but decomposed again, with the message as the reason. */
export class PlanRejected extends PlumblineError {
  readonly errors: readonly PlanError[];

  constructor(errors: readonly PlanError[]) {
    super(`The plan was rejected: ${errors.map((error) => explain(error)).join('; ')}.`);
    this.errors = errors;
  }
}

/** A node or graph was asked to take a status that cannot follow the one it has. */
export class IllegalTransition extends PlumblineError {}

/** An insertion would change what a done node's descendants depend on: it is refused, the plan stays as it was. */
export class StabilityBroken extends PlumblineError {}

const EXPLAINED: Readonly<Record<PlanError['code'], string>> = {
  bad_root: 'there must be exactly one root node with the id "root"',
  duplicate_id: 'every node needs an id of its own, repeated',
  empty_question: 'every node needs a question, missing on',
  too_few: 'at least 3 sub-questions are needed, there are only',
  too_many: 'at most 8 sub-questions in the first plan and 3 in a revision, there are',
  unknown_dependency: 'depends_on may name only nodes of the plan, violated by',
  cycle: 'sub-questions must not wait for each other in a circle, as do',
  unreachable: 'every sub-question must lead to the root, unlike',
};

function explain(error: PlanError): string {
  const said = EXPLAINED[error.code];
  return error.nodes.length > 0 ? `${said} ${error.nodes.join(', ')} (${error.code})` : `${said} (${error.code})`;
}
