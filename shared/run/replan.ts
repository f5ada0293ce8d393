import type { ReplanDecision, ReplanFacts } from '../contracts/analysis.ts';
import { MODES } from '../contracts/run.ts';

/** Above this share of the budget no replan is made. */
export const REPLAN_BUDGET_SHARE = 0.8;
/** A replan that added fewer papers than this shows that there is little left to find. */
export const SATURATION_BELOW = 2;
/** Scores no further apart than this are a close call. */
export const CLOSE_CALL = 0.15;

/** Slack for sums such as 0.25 + 0.1, which are not exact in binary. */
const EPSILON = 1e-9;

/**
 * The seed's rules in their order. `decision` is also the default of the close-call question (`ask`).
 *
 * Rule 3 is passed over before the first replan; a deepening without any paper budget left would read nothing, so that
 * its score is 0 and its rule is passed over too.
 */
export function decide(facts: ReplanFacts): ReplanDecision {
  const widen = widenScore(facts);
  const deepen = deepenScore(facts);
  const { decision, reason } = firstRule(facts, deepen);
  const isOpen = decision !== 'proceed' && facts.tokens_used < 0.5 * facts.budget;
  const ask = isOpen && widen > 0 && deepen > 0 && Math.abs(widen - deepen) <= CLOSE_CALL + EPSILON;
  return { decision, reason, widen, deepen, ask };
}

function firstRule(facts: ReplanFacts, deepen: number): Pick<ReplanDecision, 'decision' | 'reason'> {
  if (facts.iteration >= MODES[facts.depth].maxReplans) return { decision: 'proceed', reason: 'iteration_cap' };
  if (facts.tokens_used > REPLAN_BUDGET_SHARE * facts.budget) return { decision: 'proceed', reason: 'budget' };
  if (facts.last_replan_added_papers !== null && facts.last_replan_added_papers < SATURATION_BELOW) {
    return { decision: 'proceed', reason: 'saturation' };
  }
  if (facts.critical_missing.length > 0) return { decision: 'widen', reason: 'missing_perspective' };
  if (facts.under_evidenced.length > 0) return { decision: 'widen', reason: 'under_evidenced_contradiction' };
  if (deepen > 0) return { decision: 'deepen', reason: 'under_read' };
  return { decision: 'proceed', reason: 'nothing_to_do' };
}

/**
 * min(1, 0.5·[a critical missing perspective] + 0.25·[an under-evidenced contradiction] + 0.25·share of nodes with
 * coverage ≤ 1), from CONTRACTS.
 */
export function widenScore(facts: Pick<ReplanFacts, 'critical_missing' | 'under_evidenced' | 'coverage'>): number {
  const counts = Object.values(facts.coverage);
  const thin = counts.length === 0 ? 0 : counts.filter((count) => count <= 1).length / counts.length;
  const missing = facts.critical_missing.length > 0 ? 0.5 : 0;
  const contested = facts.under_evidenced.length > 0 ? 0.25 : 0;
  return Math.min(1, missing + contested + 0.25 * thin);
}

/** min(1, papers flagged as under-read / paper budget left), from CONTRACTS; 0 when no budget is left. */
export function deepenScore(facts: Pick<ReplanFacts, 'under_read' | 'paper_budget_left'>): number {
  if (facts.paper_budget_left <= 0) return 0;
  return Math.min(1, facts.under_read.length / facts.paper_budget_left);
}
