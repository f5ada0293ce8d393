const WHEN = /\b(?:when|if|unless|only (?:on|for|in|with)|under|provided that)\s[^,;.()]{4,80}/iu;
const WHERE =
  /(?<!\p{L})(?:on|for|in|across)\s(?:(?:the|both|all|our|an?|each|several|two|three|four|five)\s)?(?:[\p{L}\p{N}'’/+-]+\s){0,6}?(?:data ?sets?|data|test sets?|corp(?:us|ora)|tasks?|treebanks?|scorers?|language pairs?|domains?|traces?|workloads?|benchmarks?|evaluations?|networks?|clusters?|graphs?|queries|languages)(?!\p{L})/iu;

/**
 * The condition that a passage itself names for its outcome (`when using the MUC scorer`, `on the test set`), in its words;
 * null when it names none.
 */
export function conditionIn(passage: string): string | null {
  const found = WHEN.exec(passage)?.[0] ?? WHERE.exec(passage)?.[0] ?? null;
  if (found === null) return null;
  const words = found.replace(/\s+/g, ' ').trim();
  return words[0]!.toLowerCase() + words.slice(1);
}
