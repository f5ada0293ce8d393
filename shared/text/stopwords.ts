/** English function words: they say how a sentence is built, hardly ever what it is about. */
const WORDS = `a about above after again against all also although am among an and any are as at be because been before
being below between both but by can cannot could did do does doing down due during each either else etc few for from
further had has have having he hence her here hers herself him himself his how however i if in into is it its itself
just may me might more most much must my myself neither no nor not of off on once only onto or other our ours ourselves
out over own per same shall she should since so some such than that the their theirs them themselves then there thereby
therefore these they this those though through thus to together too toward towards under until up upon us very via was
we were what when where whereas whether which while who whom whose why will with within without would yet you your
yours yourself yourselves`;

const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/));

/** Whether `word` (already folded) is an English function word. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}
