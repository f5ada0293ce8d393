import { stem } from '../../text/stem.ts';

const CONTRAST =
  /\b(?:in contrast|by contrast|contrary to|unlike|as opposed to|whereas|on the contrary|conversely|contradicts?|contradicting|disagrees? with|inconsistent with|at odds with|opposite (?:result|finding|conclusion|trend|effect)|differs? from|do(?:es)? not (?:support|confirm)|challenges? the|refutes?|overestimates?|underestimates?)\b/i;
const LIMITED =
  /\b(?:only (?:when|if|for|in|on|with|under)|limited to|does not (?:generali[sz]e|hold|extend|transfer|apply)|do not (?:generali[sz]e|hold|extend|transfer|apply)|fails? (?:on|for|when|to)|no longer|restricted to|depends on|not always|in some cases)\b/i;

/** Names of measures, in the spelling of stemmed terms, so that two sentences about the same one can be told. */
const MEASURES = new Set(
  `accuracy precision recall f1 fscore fmeasure bleu rouge meteor perplexity auc map mrr ndcg wer cer kappa error loss
latency throughput speedup runtime overhead memory energy bandwidth cost coverage correlation agreement success
pass passk em exact hit rate iou psnr ssim fid flops parameter delay utilization scalability efficiency uptime`
    .split(/\s+/)
    .map(stem),
);
const WORDS = /[\p{L}][\p{L}\p{N}-]*/gu;

export function isContrast(sentence: string): boolean {
  return CONTRAST.test(sentence);
}

/** The words of a contrast cue, for the critic to see; null without one. */
export function contrastCue(sentence: string): string | null {
  return CONTRAST.exec(sentence)?.[0].toLowerCase() ?? null;
}

export function isLimited(sentence: string): boolean {
  return LIMITED.test(sentence);
}

export function limitCue(sentence: string): string | null {
  return LIMITED.exec(sentence)?.[0].toLowerCase() ?? null;
}

/** Stemmed names of the measures a sentence speaks of. */
export function measuresIn(sentence: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of sentence.matchAll(WORDS)) {
    const term = stem(word.toLowerCase().replace(/-/g, ''));
    if (MEASURES.has(term)) found.add(term);
  }
  return found;
}
