/** What a draft can get wrong. */
export const FLAWS = ['unsupported', 'altered-quote', 'altered-words', 'unknown-citation', 'named-work'] as const;
export type Flaw = (typeof FLAWS)[number];

/** Words of the flaws, by which a test finds them in what a reader is shown. */
export const FLAW_WORDS =
  /invented|10\.9999|Nobodyson|thirty thousand moons|exactly 99\.9 hedgehogs|https:\/\/made-up\.example/;

interface Cited {
  readonly text: string;
  readonly voice: string;
  readonly cites: readonly string[];
  readonly passages: readonly { readonly paper: string; readonly quote: string }[];
}

/**
 * An answer in which every second cited sentence is spoilt, each kind of flaw in turn, and every free remark names a work
 * that there is not. Like the rest of the server it goes by the names of properties.
 */
export function spoilt(value: unknown, kinds: readonly Flaw[] = FLAWS): unknown {
  let nth = 0;
  const walk = (now: unknown, name: string): unknown => {
    if (Array.isArray(now)) return now.map((one) => walk(one, name));
    if (isCited(now)) return nth++ % 2 === 0 ? spoil(now, kinds[Math.floor(nth / 2) % kinds.length]!) : now;
    if (typeof now === 'string' && /^(reason|text|remark|why|explanation|claim)$/.test(name)) {
      return `${now} See doi:10.9999/invented.4 and (Nobodyson et al., 2031).`;
    }
    if (now === null || typeof now !== 'object') return now;
    return Object.fromEntries(Object.entries(now).map(([key, member]) => [key, walk(member, key)]));
  };
  return walk(value, '');
}

function isCited(value: unknown): value is Cited {
  return typeof value === 'object' && value !== null && 'cites' in value && 'passages' in value && 'voice' in value;
}

function spoil(sentence: Cited, flaw: Flaw): Cited {
  const altered = sentence.passages.map(({ paper, quote }) => ({ paper, quote: `${quote} by exactly 99.9 hedgehogs` }));
  switch (flaw) {
    case 'unsupported':
      return { ...sentence, text: 'The approach was tried on thirty thousand moons.', voice: 'ours', passages: [] };
    case 'altered-quote':
      return { ...sentence, voice: 'quote', text: `${sentence.text} by exactly 99.9 hedgehogs`, passages: altered };
    case 'altered-words':
      return {
        ...sentence,
        voice: 'ours',
        text: `The authors report "a gain in throughput of exactly 99.9 hedgehogs over every rival".`,
        passages: altered,
      };
    case 'unknown-citation':
      return {
        ...sentence,
        voice: 'ours',
        text: `${sentence.text} (doi:10.9999/invented.5, https://made-up.example/paper)`,
        cites: ['doi:10.9999/invented.3'],
      };
    default:
      return { ...sentence, voice: 'ours', text: `Nobodyson et al. (2031) found the same. ${sentence.text}` };
  }
}
