import type { ReadPaper } from '../../agents/inputs.ts';

const ACRONYM =
  /(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{N}-]*[\p{Lu}\p{N}][\p{L}\p{N}-]*|\p{Ll}+\p{Lu}[\p{L}\p{N}]*)(?![\p{L}\p{N}])/gu;
/** Names of methods and tools of the whole field, never of one paper. */
const COMMON = new Set(
  'AI ML NLP CNN RNN LSTM GPU CPU API SQL LLM LLMs HTTP TCP IP QA MT POS IR SVM DNN GAN RL IoT OS VM ACL IEEE ACM'.split(
    ' ',
  ),
);

/** Names by which other papers call this one: what its title puts in front of a colon, acronyms in the title, author and year. */
export function namesOf(paper: ReadPaper): RegExp[] {
  const { title, authors, year } = paper.note;
  const names = new Set((title.match(ACRONYM) ?? []).filter((name) => name.length >= 3 && !COMMON.has(name)));
  const head = /^([^:]{3,30}):/.exec(title)?.[1];
  if (head && head.split(' ').length <= 2) names.add(head.trim());
  const patterns = [...names]
    .sort()
    .map((name) => new RegExp(`(?<![\\p{L}\\p{N}])${literal(name)}(?![\\p{L}\\p{N}])`, 'u'));
  const surname = authors[0]?.includes(',') ? authors[0].split(',')[0] : authors[0]?.trim().split(/\s+/).at(-1);
  if (surname && surname.length >= 2 && year !== null) {
    patterns.push(new RegExp(`${literal(surname)}(?: et al\\.?| (?:and|&) \\p{Lu}[\\p{L}-]+)?,? \\(?${year}`, 'u'));
  }
  return patterns;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
