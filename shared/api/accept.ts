interface Range {
  readonly type: string;
  readonly quality: number;
  /** A named type is meant before a range. */
  readonly precision: number;
}

/**
 * The media type to answer with: the first offer among those that the client likes best (RFC 9110, 12.5.1). No header,
 * or one that cannot be read, takes anything.
 * @returns undefined when none of the offers is accepted
 */
export function chooseType(offers: readonly string[], header: string | undefined): string | undefined {
  const ranges = (header ?? '*/*').split(',').flatMap(rangeOf);
  if (ranges.length === 0 || offers[0] === '*/*') return offers[0];
  let best: { offer: string; quality: number } | undefined;
  for (const offer of offers) {
    const fits = ranges.filter((range) => covers(range.type, offer));
    if (fits.length === 0) continue;
    const { quality } = fits.reduce((a, b) => (b.precision > a.precision ? b : a));
    if (quality > 0 && (best === undefined || quality > best.quality)) best = { offer, quality };
  }
  return best?.offer;
}

function rangeOf(part: string): Range[] {
  const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  if (!/^[^/\s]+\/[^/\s]+$/.test(type)) return [];
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = given === undefined ? 1 : Number(given);
  const precision = type === '*/*' ? 0 : type.endsWith('/*') ? 1 : 2;
  return [{ type, quality: Number.isFinite(quality) ? Math.min(1, Math.max(0, quality)) : 1, precision }];
}

function covers(range: string, offer: string): boolean {
  return range === '*/*' || range === offer || (range.endsWith('/*') && offer.startsWith(range.slice(0, -1)));
}
