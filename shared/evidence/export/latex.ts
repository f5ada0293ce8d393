const SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '`': '\\textasciigrave{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

/**
 * Plain text as it may stand inside a braced BibTeX value. Letters with accents stay as they are (UTF-8); every sign that
 * means something to TeX is written by its command, braces as well, since BibTeX counts even escaped ones; and the pairs that
 * TeX joins to dashes and quotes are kept apart, so that the text comes back as it went in.
 */
export function latex(text: string): string {
  return text.replace(/[\\{}~^&%$#_`<>]/g, (sign) => SIGNS[sign]!).replace(/-(?=-)|'(?=')/g, '$&{}');
}

/** A title in which parts that styles must not turn to lower case (`BLEU`, `FlashAttention`, `3D`) stand in braces. */
export function latexTitle(title: string): string {
  return title
    .split(/([\s\p{Pd}/]+)/u)
    .map((part) =>
      /(?<=[\p{L}\p{N}].*)\p{Lu}/u.test(part) && /^[\p{L}\p{N}\p{P}]+$/u.test(part) ? protect(part) : latex(part),
    )
    .join('');
}

/** Braces around the word, not around the punctuation beside it. */
function protect(word: string): string {
  const [, before, middle, after] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(word)!;
  return `${latex(before!)}{${latex(middle!)}}${latex(after!)}`;
}
