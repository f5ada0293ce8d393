import type { Edit } from './marks.ts';

/** Between two removed citations this goes with them. */
const JOINT = /^[^\S\n]*(?:[,;–—-]|and|&)?[^\S\n]*$/;
/** Behind a citation that stays, in front of one that goes. */
const JOINT_BEFORE = /(?<=[\]}])[^\S\n]*(?:[,;–—-]|and|&)[^\S\n]*$/;
/** In front of a citation that stays. */
const JOINT_BEHIND = /^[^\S\n]*[,;][^\S\n]*(?=[[\\])/;
/** What a removal must not leave empty. */
const SHELLS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['`', '`'],
  ['**', '**'],
  ['__', '__'],
  ['~~', '~~'],
  ['*', '*'],
  ['_', '_'],
] as const;

/**
 * Makes removals take along what would make no sense without them: separators of a list, the space in front, brackets and
 * emphasis that would be left empty. The result is sorted; replacements stay as they are.
 */
export function tidied(markdown: string, edits: readonly Edit[]): Edit[] {
  const merged: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    const joins = last && last.text === '' && edit.text === '' && JOINT.test(markdown.slice(last.end, edit.start));
    if (joins) merged[merged.length - 1] = { start: last.start, end: edit.end, text: '' };
    else merged.push(edit);
  }
  return merged.map((edit) => (edit.text === '' ? widened(markdown, edit) : edit));
}

function widened(markdown: string, edit: Edit): Edit {
  let { start, end } = edit;
  for (let shell = shellOf(markdown, start, end); shell > 0; shell = shellOf(markdown, start, end)) {
    start -= shell;
    end += shell;
  }
  const before = markdown.slice(Math.max(0, start - 20), start);
  const joint = JOINT_BEFORE.exec(before)?.[0].length ?? /[^\S\n]+$/.exec(before)?.[0].length ?? 0;
  if (joint > 0) return { start: start - joint, end, text: '' };
  const behind = markdown.slice(end, end + 20);
  const opens = before === '' || /[\n([]$/.test(before);
  const gap = opens ? (JOINT_BEHIND.exec(behind)?.[0].length ?? (behind.startsWith(' ') ? 1 : 0)) : 0;
  return { start, end: end + gap, text: '' };
}

/** Length of the marks on either side that would enclose nothing; 0 when there are none. */
function shellOf(markdown: string, start: number, end: number): number {
  const shell = SHELLS.find(([open, close]) => markdown.endsWith(open, start) && markdown.startsWith(close, end));
  if (!shell) return 0;
  // `](` behind: the brackets are a link's text.
  return shell[0] === '[' && markdown[end + 1] === '(' ? 0 : shell[0].length;
}
