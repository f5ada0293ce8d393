const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** `three` up to ten, digits beyond. */
export function numeral(n: number): string {
  return WORDS[n] ?? String(n);
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export function capitalise(text: string): string {
  return text === '' ? text : text[0]!.toUpperCase() + text.slice(1);
}

/** `one paper`, `three papers`. */
export function count(n: number, noun: string): string {
  return `${numeral(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** A text that closes with a full stop. */
export function closed(text: string): string {
  const bare = text.trim();
  return /[.!?…]["'”’)]*$/.test(bare) ? bare : `${bare}.`;
}
