import type { Section } from '../../contracts/record.ts';
import { isHeading } from '../../text/headings.ts';

const NUMBER = '(?:(?:\\d{1,2}(?:\\.\\d{1,2})*|[IVX]{1,5}|[A-Z])[.)]?\\s+)?';
const KNOWN = new RegExp(
  `^\\s*${NUMBER}(?:abstract|summary|introduction|background|motivation|related work|preliminaries|problem statement|methods?|methodology|materials and methods|approach|model|design|implementation|experiments?|experimental setup|evaluation|results?|results and discussion|discussion|analysis|limitations?|threats to validity|future work|conclusions?|conclusions? and future work|concluding remarks|acknowledge?ments?|funding|references|bibliography|appendix(?: [A-Z])?)\\s*[:.]?\\s*$`,
  'i',
);
const REFERENCES = new RegExp(`^\\W*${NUMBER}(?:references|bibliography|works cited|literature cited)\\W*$`, 'i');
const ABSTRACT = new RegExp(`^\\W*${NUMBER}(?:abstract|summary)\\W*$`, 'i');

/** Whether a line is one of the usual section names, numbered or not. */
export function isKnownSection(line: string): boolean {
  return line.length <= 60 && KNOWN.test(line);
}

export function isReferences(title: string): boolean {
  return REFERENCES.test(title);
}

export function isAbstract(title: string): boolean {
  return ABSTRACT.test(title);
}

/** Takes the abstract out of the sections and leaves the reference list, and what is empty, behind. */
export function arrange(sections: readonly Section[]): {
  abstract: string | null;
  sections: Section[];
} {
  const at = sections.findIndex((section) => isAbstract(section.title) && section.text.trim() !== '');
  const abstract = at >= 0 && at < 4 ? sections[at]!.text.trim() : null;
  const kept = sections
    .filter((section, i) => !(abstract !== null && i === at) && !isReferences(section.title))
    .map((section) => ({ title: section.title.trim(), text: section.text.trim() }))
    // A heading right above its first subsection has no text of its own, and still says what follows.
    .filter((section, i, all) => section.text !== '' || (section.title !== '' && (all[i + 1]?.text ?? '') !== ''));
  return { abstract, sections: kept };
}

/** Cuts plain lines into sections at headings (Markdown, numbered, capitals, usual names). */
export function sectionsOfLines(text: string): Section[] {
  const lines = text.split('\n');
  const found: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  lines.forEach((line, i) => {
    const previous = lines[i - 1] ?? '';
    const next = nextText(lines, i + 1);
    const alone = previous.trim() === '' || isKnownSection(line);
    if (
      /\p{L}{3}/u.test(line) &&
      alone &&
      next !== '' &&
      (isKnownSection(line) || isHeading(line, previous.trim(), next))
    ) {
      found.push({ title: headingText(line), lines: [] });
    } else found.at(-1)!.lines.push(line);
  });
  return found.map((section) => ({ title: section.title, text: section.lines.join('\n').trim() }));
}

/** The next line that is not blank, looked for a little way only. */
function nextText(lines: readonly string[], from: number): string {
  for (let i = from; i < Math.min(lines.length, from + 20); i++) if (lines[i]!.trim() !== '') return lines[i]!;
  return '';
}

function headingText(line: string): string {
  return line
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\s*#+\s*$/, '')
    .replace(/[:.]\s*$/, '')
    .trim();
}
