import { describe, expect, it } from 'vitest';
import { type Ending, endingText } from '../../../local/cli/ending.ts';
import { codeOf } from '../../../local/cli/finish.ts';
import type { RunView } from '../../../shared/api/views.ts';

const view = (reason: string | null) =>
  ({
    slug: 'x-2026-11-30',
    reason,
    request: { depth: 'standard', model: 'extractive' },
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
});
