/** Words of questions and plans that no source is about: they frame what is asked. Stop words are not repeated here. */
const WORDS = `approach approaches work works working result results report reports reported reporting propose proposed
proposes exist exists existing address addresses main different differ differs classes class distinguished assumptions
assumption make makes made example examples such question questions answer answers sub-question bear show shows shown
known know happens happen stage stages step steps role part parts carry out carries behave behaves suit kind kinds
choice better best prefer preferred according study studies users user describe describes teams team follow follows
name names named call called currently current recent recently changed change help helps used use uses using remain
remains remaining rest rests hold holds held handled handle determines determine others other way ways does do did
each whether given particular general several various important key major common term terms point points thing things
outcomes outcome cases narrow early ideas idea persist today gave rise shaped shape emerged competing lines line alternatives
comparison compare compared comparing vs versus et al claims stand`;

const FRAMING: ReadonlySet<string> = new Set(WORDS.split(/\s+/));

/** Whether `word` (folded) only frames a question. */
export function isFraming(word: string): boolean {
  return FRAMING.has(word);
}
