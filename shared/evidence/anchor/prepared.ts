import { type Canonical, canonical } from './canonical.ts';
import { isWordUnit } from './characters.ts';
import { indexWindows, type WindowIndex } from './window-index.ts';

/** Letters and digits of a canonical text alone, and where each stands in it. */
export interface Skeleton {
  readonly text: string;
  readonly at: Int32Array;
}

/** A text made ready for many quotes: index it once with {@link prepareText}. */
export interface PreparedText {
  readonly source: string;
  readonly canonical: Canonical;
  readonly skeleton: Skeleton;
  readonly windows: WindowIndex;
}

export function skeletonOf(form: Canonical): Skeleton {
  const { text } = form;
  const units = new Uint16Array(text.length);
  const at = new Int32Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isWordUnit(code)) continue;
    units[count] = code;
    at[count++] = i;
  }
  return { text: new TextDecoder('utf-16le').decode(units.subarray(0, count)), at: at.slice(0, count) };
}

/** Indexes `source` for {@link anchorQuote}; linear in its length. */
export function prepareText(source: string): PreparedText {
  const form = canonical(source);
  const skeleton = skeletonOf(form);
  return { source, canonical: form, skeleton, windows: indexWindows(skeleton.text) };
}
