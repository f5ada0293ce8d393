import { fold } from '../../text/normalise.ts';
import { stem } from '../../text/stem.ts';
import { isStopWord } from '../../text/stopwords.ts';

/** A run of words that names a thing. `key` is what its spellings share. */
export interface Phrase {
  readonly key: string;
  readonly text: string;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’+#-]*/gu;

/** Verbs, adverbs and words of evaluation that stand next to names without being part of them. */
const NOT_IN_NAMES = new Set(
  `present presents presented propose proposes proposed introduce introduces introduced describe describes described show shows
shown showed showing demonstrate demonstrates demonstrated use uses used using utilize find finds found argue argues report reports
reported reporting investigate investigates investigated study studies studied explore explores explored examine examines compare
compares compared comparing evaluate evaluates evaluated develop develops developed extend extends extended apply applies applied
provide provides provided giving give gives given obtain obtains obtained achieve achieves achieved improve improves improved
improving outperform outperforms outperformed reduce reduces reduced increase increases increased allow allows allowed allowing
require requires required make makes made making take takes taken yield yields yielded perform performs performed performing
include includes including contain contains consist consists based called known named new novel recent first second third two three
four five six several many various different same other such well better best good high higher low lower large larger small smaller
simple important significant significantly possible able whole entire single multiple main general specific particular similar often
usually also still even rather quite much more most less least very highly directly effectively easily simply fully widely currently
previously recently respectively instead however thus therefore moreover furthermore finally although though yet per via within
among across towards upon can may might must cannot could would should let one paper article work works authors author approach
approaches method methods way ways result results experiment experiments section problem problems task tasks number set sets
example examples case cases part parts kind type types form order need needs want order end addition fact terms use hand state
art state-of-the-art time times further overall important additional existing previous current standard common available suitable
good-quality lead leads led seen see become becomes became remain remains keep keeps get gets put run runs ran help helps hard
easy far long short full fully total average late later early earlier today question answer answers topic read reading
suggest suggests suggested ask asks asked set sets offer offers offered need needed add adds added start starts started choose
chooses chosen reach reaches reached exceed exceeds support supports supported handle handles handled solve solves solved avoid
avoids avoided assign assigns assigned consider considers considered discuss discusses discussed train trains trained test tests
tested write writes written say says hold holds held build builds built become cost costs work worked works working appear appears
appeared automatically manually jointly purely strongly relatively nearly especially mainly merely i.e e.g et al etc n't do does did
will shall we our us they their them it its this that these those and or not no nor of in on at to from by for with as is are was
were be been being has have had having which who whom whose when where while whether if then than but so because since
refine refines refined refining generate generates generated generating retrieve retrieves retrieved ensure ensures ensured ensuring enhance
enhances enhanced enhancing assess assesses assessed assessing address addresses addressed addressing enable enables enabled enabling
leverage leverages leveraged leveraging employ employs employed employing integrate integrates integrated integrating incorporate
incorporates incorporated incorporating emphasize emphasizes emphasise guide guides guided guiding combine combines combined combining
learn learns learned learnt create creates created creating design designs designed build builds capture captures captured exploit exploits
exploited exploiting predict predicts predicted explain explains explained define defines defined estimate estimates estimated
select selects selected determine determines determined produce produces produced return returns returned process processes processed
answer answers answered answering replace replaces replaced change changes changed move moves moved help drop drops dropped share shares
shared store stores stored read reads write writes split splits send sends sent receive receives received let lets faster slower
magnitude billion billions million millions thousand thousands hundred hundreds percent double twice half`.split(/\s+/),
);

/** Names of two or three words, and single names with a capital or digit inside, in the order they stand. */
export function phrases(text: string): Phrase[] {
  const found: Phrase[] = [];
  for (const run of runs(text)) {
    for (let size = Math.min(3, run.length); size >= 2; size--) {
      for (let at = 0; at + size <= run.length; at++) {
        const words = run.slice(at, at + size);
        if (isName(words))
          found.push({
            key: words
              .flatMap((w) => fold(w).split('-'))
              .map(stem)
              .join(' '),
            text: words.join(' '),
          });
      }
    }
  }
  return found;
}

function runs(text: string): string[][] {
  const all: string[][] = [];
  let run: string[] = [];
  let last = 0;
  for (const match of text.matchAll(WORD)) {
    const gap = text.slice(last, match.index);
    const word = match[0].replace(/['’]s$/, '');
    last = match.index + match[0].length;
    if (!/^\s$/.test(gap) && run.length > 0) {
      all.push(run);
      run = [];
    }
    const folded = fold(word);
    if (isStopWord(folded) || NOT_IN_NAMES.has(folded) || /ly$/.test(folded) || /^[\d.,]+$/.test(word)) {
      if (run.length > 0) all.push(run);
      run = [];
      continue;
    }
    run.push(word);
  }
  if (run.length > 0) all.push(run);
  return all;
}

function isName(words: readonly string[]): boolean {
  const head = words.at(-1)!.toLowerCase();
  if (
    /(?:ed|ing)$/.test(head) &&
    !/^(?:reordering|parsing|tagging|learning|training|decoding|encoding|hashing|caching|indexing|scheduling|sampling|clustering|labeling|labelling|segmentation|pruning|smoothing|modeling|modelling|matching|ranking|processing|programming|routing|logging|testing|embedding|pooling|tuning|mining|chunking|bracketing|rendering|rewriting|versioning|sharding|batching|prompting|reasoning|planning|typing|locking|streaming|computing|paging|checkpointing|checking|profiling|inlining|unrolling|tiling|pipelining|prefetching|buffering|balancing|partitioning|gossiping|voting|broadcasting|mapping|hedging|fuzzing|speculating|gating)$/.test(
      head,
    )
  ) {
    return false;
  }
  return words.every((word) => word.length > 1) && words.some((word) => word.length > 3);
}

/** The longest name two texts share, in the first text's spelling; null when they share none. */
export function sharedPhrase(a: string, b: string, without: ReadonlySet<string> = new Set()): string | null {
  const keys = new Set(phrases(b).map((p) => p.key));
  const shared = phrases(a).filter((p) => keys.has(p.key) && !without.has(p.key));
  const best = shared.sort(
    (x, y) =>
      y.key.split(' ').length - x.key.split(' ').length || y.key.length - x.key.length || (x.key < y.key ? -1 : 1),
  )[0];
  return best?.text ?? null;
}

/** Lower-cases what is capitalised only because it opened a sentence; names and acronyms stay. */
export function midSentence(text: string): string {
  return /^\p{Lu}\p{Ll}+(?:-\p{Ll}+)*(?:\s|$)/u.test(text) && !/^\p{Lu}\p{Ll}+\s+\p{Lu}/u.test(text)
    ? text[0]!.toLowerCase() + text.slice(1)
    : text;
}

const FURNITURE =
  /\b(?:scores?|bleu|accurac(?:y|ies)|precision|recall|f-?measure|errors?|error rates?|test|training|trained|experiment\w*|results?|data|corpus|corpora|treebank|benchmarks?|tasks?|journal|error analysis|shared task|test set|state of|future work|related work|baselines?|evaluation|sentence pairs?|improvements?|performance|years?|authors?|researchers?|improved|large-scale|real-world|wide range|language (?:models?|pairs?)|(?:translation |answer |output )?quality|agreement|large language|neural networks?|deep learning|machine learning|extensive|general-purpose|use case)\b/i;

/** Measures, data and the furniture of every evaluation: a name like that joins no two works by their subject. */
export function isFurniture(text: string): boolean {
  return FURNITURE.test(text);
}
