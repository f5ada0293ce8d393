import type { CriticName } from '../contracts/enums.ts';

/** Where each critic writes. */
export const ANALYSIS: Record<CriticName, string> = {
  domain: 'analysis/domain-map.md',
  methodology: 'analysis/methodology-review.md',
  contradictions: 'analysis/contradictions.md',
};
