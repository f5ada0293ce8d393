import { describe, expect, it } from 'vitest';
import { type Ending, endingText, firstOf } from '../../../local/cli/ending.ts';
import { codeOf } from '../../../local/cli/finish.ts';
import type { RunView } from '../../../shared/api/views.ts';

const view = (reason: string | null) =>
  ({
    slug: 'x-2026-11-30',
    reason,
    request: { depth: 'standard', model: 'extractive', offline: true, library: null },
    papers: 0,
    budget: { calls: 0, used: 0, cost: 0 },
    warnings: [],
    nodes: [],
  }) as unknown as RunView;
const ending = (paths: Record<string, string>): Ending => ({
  findings: [],
  unanswered: [],
  counts: [],
  failures: [],
  tensions: [],
  works: [],
  paths,
});

describe('the exit code of a run', () => {
  it.each([
    ['complete', null, true, 0],
    ['partial', 'deadline', true, 0],
    ['partial', 'deadline', false, 3],
    ['partial', 'budget', true, 5],
    ['partial', 'budget', false, 5],
    ['cancelled', 'cancelled', true, 0],
    ['cancelled', 'cancelled', false, 3],
    ['failed', 'failed: x', false, 3],
    ['interrupted', null, false, 3],
    ['waiting', null, false, 4],
  ] as const)('that is %s (%s), with a result: %s, is %i', (status, reason, result, code) => {
    expect(codeOf({ status, reason }, result)).toBe(code);
  });
});

describe('the end of a run', () => {
  it('that wrote nothing says so, and claims no answers', () => {
    const text = endingText(view('deadline'), ending({ transcript: '/t' }), true);
    expect(text).toContain('Nothing was written: the run was stopped by its deadline');
    expect(text).toContain('resume x-2026-11-30');
    expect(text).not.toContain('every sub-question has something');
  });

  it('that was stopped early with something to read says how to go on', () => {
    const text = endingText(view('cancelled'), ending({ synthesis: '/s.md' }), true);
    expect(text).toContain('Stopped early (cancelled)');
    expect(text).toContain('/s.md');
  });

  it('names the works behind the numbers, and tells whose words are quoted', () => {
    const found = { ...ending({ synthesis: '/s.md' }), findings: ['“A.” [2]ᵃ', '“B.” [1, 2]', 'C.'] };
    const text = endingText(view(null), { ...found, works: ['Dao 2023', 'Gu et al. 2021'] }, true);
    expect(text).toContain('1. “A.” [2]ᵃ Gu et al. 2021\n');
    expect(text).toContain('2. “B.” [1, 2] Dao 2023; Gu et al. 2021\n');
    expect(text).toContain('3. C.\n');
    expect(text).toContain("starter library's own descriptions of the works, not from the papers");
    const own = { ...view(null), request: { ...view(null).request, library: 'a1' } } as RunView;
    expect(endingText(own, found, true)).not.toContain('starter library');
  });

  it('of a topic that the starter library does not know says where to look instead', () => {
    expect(endingText(view(null), ending({ synthesis: '/s.md' }), true)).toMatch(
      /holds nothing on this topic .*\n {2}Leave --offline out .*--library <path>/,
    );
    const some = { ...view(null), papers: 3 } as RunView;
    expect(endingText(some, ending({ synthesis: '/s.md' }), true)).not.toContain('holds nothing');
  });

  it('of a digest shows every work once, however many sub-questions found it', () => {
    const digest = ['## SQ1', '- **A** (x)', '## SQ2', '- **A** (x)', '- **B** (y)', '## Methodology', '- Shape'].join(
      '\n',
    );
    expect(firstOf(digest)).toEqual(['A (x)', 'B (y)']);
    const quick = { ...view(null), request: { ...view(null).request, depth: 'quick' } } as RunView;
    expect(endingText(quick, { ...ending({ digest: '/d.md' }), findings: ['A (x)'] }, true)).toMatch(
      /^First result:\n/,
    );
  });

  it('counts what is open and lists no more than a screen takes', () => {
    const unanswered = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `SQ: ${letter}?`);
    const text = endingText(view(null), { ...ending({ synthesis: '/s.md' }), unanswered }, true);
    expect(text).toContain('Not answered (7):');
    expect(text).toContain('  - SQ: e?\n  … and 2 more');
    expect(text).not.toContain('SQ: f?');
  });

  it('closes with commands that no line break cuts', () => {
    expect(endingText(view(null), ending({ synthesis: '/s.md' }), true)).toMatch(
      /\nNext: .*open x-2026-11-30\n {2}or: .*export x-2026-11-30 --format bib$/,
    );
  });
});
