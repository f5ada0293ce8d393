import type { Rng } from '../dedup/rng.ts';

/** A way to make a true sentence false; null when the sentence has nothing of the kind. */
export type Corruption = (sentence: string, rng: Rng, names: readonly string[]) => string | null;

function swapped(pairs: string): Corruption {
  const other = new Map<string, string>();
  for (const pair of pairs.split(',')) {
    const [a, b] = pair.trim().split('/') as [string, string];
    other.set(a, b).set(b, a);
  }
  return (sentence) => {
    for (const hit of sentence.matchAll(/\p{L}+/gu)) {
      const word = other.get(hit[0]);
      if (word !== undefined) return sentence.slice(0, hit.index) + word + sentence.slice(hit.index + hit[0].length);
    }
    return null;
  };
}

function replaced(...rules: readonly (readonly [RegExp, string])[]): Corruption {
  return (sentence) => {
    const rule = rules.find(([pattern]) => pattern.test(sentence));
    return rule === undefined ? null : sentence.replace(rule[0], rule[1]);
  };
}

const ROLE =
  /(?<=^|\bthat |, |; )((?:(?!that\b)[^\s,;:()]+\s){0,3}(?!that\b)[^\s,;:()]+) (outperforms?|outperformed|surpass(?:es)?|beats?|exceeds?|is (?:better|worse|faster|slower|more \w+|less \w+) than|are (?:better|worse|faster|slower|more \w+|less \w+) than|causes|leads? to|implies|requires?|depends? on|dominates?|replaces?|precedes?|subsumes?) ((?:[^\s,;:().]+\s){0,2}[^\s,;:().]+)/;

/** Kinds of error a writer makes. All lists here are the benchmark's own, not those of the checker. */
export const CORRUPTIONS: Readonly<Record<string, Corruption>> = {
  negation: replaced(
    [/\b(is|are|was|were|can|does|do|did|will|should) not\b/, '$1'],
    [/\bcannot\b/, 'can'],
    [/\b(is|are|was|were|can|will) (?=[a-z])/, '$1 not '],
  ),
  number: (sentence, rng) => {
    const hit = /(?<![\w.-])\d+(?:\.\d+)?(?![\w-])/.exec(sentence);
    if (!hit || /^(?:19|20)\d\d$/.test(hit[0])) return null;
    const changed = hit[0].replace(/\d(?=\D*$)/, (d) => String((Number(d) + 1 + rng.int(8)) % 10));
    return sentence.slice(0, hit.index) + changed + sentence.slice(hit.index + hit[0].length);
  },
  'number word': swapped('two/four,three/six,five/nine,twice/thrice,single/double,half/third,both/neither,first/third'),
  comparative: swapped(
    'improves/degrades,increases/decreases,increase/decrease,higher/lower,faster/slower,better/worse,more/less,larger/smaller,best/worst,highest/lowest,strong/weak,high/low,maximum/minimum,maximize/minimize,upper/lower,above/below,outperforms/underperforms,reduces/raises,longer/shorter,early/late,easy/hard,effective/ineffective,cheap/expensive,deep/shallow,large/small,easier/harder,stronger/weaker,sparse/dense,before/after,with/without',
  ),
  entity: (sentence, rng, names) => {
    const hits = [...sentence.matchAll(/(?<=\p{Ll},? )\p{Lu}[\p{L}\p{N}-]{2,}/gu)];
    const hit = hits[rng.int(Math.max(1, hits.length))];
    const name = names[rng.int(names.length)]!;
    if (!hit || sentence.includes(name)) return null;
    return sentence.slice(0, hit.index) + name + sentence.slice(hit.index + hit[0].length);
  },
  roles: (sentence) => {
    const hit = ROLE.exec(sentence);
    if (!hit || hit[1] === hit[3]) return null;
    return `${sentence.slice(0, hit.index)}${hit[3]} ${hit[2]} ${hit[1]}${sentence.slice(hit.index + hit[0].length)}`;
  },
  quantifier: swapped(
    'all/some,every/hardly,most/few,many/few,always/sometimes,often/never,several/all,usually/rarely,any/one,only/also',
  ),
  hedge: replaced(
    [/\b(?:may|might|could) (?=[a-z])/, 'will '],
    [/\bsuggests? that\b/, 'prove that'],
    [/\b(?:possibly|potentially|perhaps|likely) /, ''],
    [/\b(?:appears?|seems?|tends?) to /, 'does '],
  ),
  causal: replaced(
    [
      /\b(?:is|are|was|were) (?:strongly |closely |significantly |highly )?(?:associated|correlated|linked) (?:with|to)\b/,
      'is caused by',
    ],
    [/\bcorrelates? (?:\w+ )?with\b/, 'causes'],
    [/\bassociated with\b/, 'caused by'],
    [/\bcorrelations? between (\S+)/, 'causal effects of $1'],
  ),
};

/** Ways to say the same: what is raised on these is a false alarm. */
export const FAITHFUL: Readonly<Record<string, Corruption>> = {
  verbatim: (sentence) => sentence,
  reported: (sentence) => {
    const bare = sentence.replace(
      /^(?:However|Moreover|Furthermore|In addition|In this paper|Finally|Here|Thus|Therefore), ?/,
      '',
    );
    return `The authors report that ${bare.charAt(0).toLowerCase()}${bare
      .slice(1)
      .replace(/\bwe\b/g, 'they')
      .replace(/\bour\b/g, 'their')}`;
  },
  shortened: (sentence) => {
    const at = sentence.lastIndexOf(', ');
    return at < 50 ? null : `${sentence.slice(0, at)}.`;
  },
  'without adverbs': (sentence) => {
    const bare = sentence.replace(
      / (?:significantly|substantially|also|further|then|successfully|efficiently|consistently|simply|recently)\b/g,
      '',
    );
    return bare === sentence ? null : bare;
  },
};
