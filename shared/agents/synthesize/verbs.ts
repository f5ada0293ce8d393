/** Verbs with which authors report their own work: base form and past form. */
const REPORTING = `present presented|propose proposed|describe described|introduce introduced|show showed|demonstrate demonstrated|argue argued|find found|report reported|investigate investigated|study studied|develop developed|explore explored|examine examined|compare compared|evaluate evaluated|analyze analyzed|analyse analysed|address addressed|extend extended|apply applied|use used|prove proved|observe observed|obtain obtained|achieve achieved|conclude concluded|discuss discussed|consider considered|suggest suggested|conduct conducted|define defined|formulate formulated|design designed|build built|give gave|provide provided|train trained|test tested|measure measured|perform performed|adopt adopted|combine combined|replace replaced|implement implemented|identify identified|offer offered|derive derived|construct constructed|exploit exploited|employ employed|restrict restricted|learn learned|treat treated|survey surveyed|review reviewed|summarise summarised|summarize summarized|release released|contribute contributed|establish established|quantify quantified|characterise characterised|characterize characterized|generalise generalised|generalize generalized|address addressed|focus focused|rely relied|contrast contrasted|outline outlined|integrate integrated|incorporate incorporated|estimate estimated|generate generated|create created|pose posed|ask asked|attribute attributed|phrase phrased|cast cast|reach reached|outperform outperformed|improve improved|reduce reduced|believe believed|hypothesize hypothesized|hypothesise hypothesised|note noted|confirm confirmed|validate validated|illustrate illustrated|assess assessed|tackle tackled|model modeled|decompose decomposed|reformulate reformulated`;

const PAIRS = REPORTING.split('|').map((pair) => pair.split(' ') as [string, string]);
const BASES = new Set(PAIRS.map(([base]) => base));
const PASTS = new Set(PAIRS.map(([, past]) => past));
const BY_THIRD = new Map(PAIRS.map(([base]) => [third(base), base]));

/** `presents` of `present`. */
export function third(base: string): string {
  if (base === 'have') return 'has';
  if (base === 'do') return 'does';
  if (base === 'be') return 'is';
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
}

/** The verb as it agrees with one or several authors; null when it is none that reports. */
export function agree(verb: string, several: boolean): string | null {
  const lower = verb.toLowerCase();
  const base = BASES.has(lower) ? lower : BY_THIRD.get(lower);
  if (base !== undefined) return several ? base : third(base);
  return PASTS.has(lower) || lower === 'shown' ? lower : null;
}

const TAKES_THAT = new Set(
  'show showed shown demonstrate demonstrated argue argued find found report reported prove proved observe observed conclude concluded suggest suggested believe believed note noted confirm confirmed hypothesize hypothesized hypothesise hypothesised establish established illustrate illustrated estimate estimated'.split(
    ' ',
  ),
);

/** Whether a clause with `that` may follow: *show that*, but not *use that*, where it points at something. */
export function takesThat(verb: string): boolean {
  const lower = verb.toLowerCase();
  return TAKES_THAT.has(lower) || TAKES_THAT.has(BY_THIRD.get(lower) ?? '');
}
