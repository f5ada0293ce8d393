import type { Contradictions, DomainMap, MethodologyReview } from '../contracts/analysis.ts';
import { parseContradictionsMd, parseDomainMapMd, parseMethodologyReviewMd } from '../present/analysis-md.ts';
import type { RunHandle } from '../run/handle.ts';
import { ANALYSIS } from './analysis-paths.ts';

/** The three reviews; a missing one is empty and named, so that nobody takes silence for approval. */
export interface Analyses {
  readonly domain: DomainMap;
  readonly methodology: MethodologyReview;
  readonly contradictions: Contradictions;
  readonly missing: readonly string[];
}

const NONE = {
  domain: { clusters: [], missing_perspectives: [], proposed_sub_questions: [], under_read: [], notes: [] },
  methodology: { papers: [], notes: [] },
  contradictions: { items: [], notes: [] },
};

export async function readAnalyses(run: RunHandle): Promise<Analyses> {
  const [domain, methodology, contradictions] = await Promise.all(
    [ANALYSIS.domain, ANALYSIS.methodology, ANALYSIS.contradictions].map((path) => run.readText(path)),
  );
  const missing = [
    ...(domain === undefined ? ['the domain map'] : []),
    ...(methodology === undefined ? ['the methodology review'] : []),
    ...(contradictions === undefined ? ['the search for contradictions'] : []),
  ];
  return {
    domain: domain === undefined ? NONE.domain : parseDomainMapMd(domain),
    methodology: methodology === undefined ? NONE.methodology : parseMethodologyReviewMd(methodology),
    contradictions: contradictions === undefined ? NONE.contradictions : parseContradictionsMd(contradictions),
    missing,
  };
}
